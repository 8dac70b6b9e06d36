// Tests of the fleet: it plays the same games as Game does one by one, for any number of threads and in every mode.
#include "fleet/fleet.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <stdexcept>

#include "check.hpp"
#include "support/interruption.hpp"

using namespace sapper;

namespace {

template <class Error, class Work>
bool throws(Work work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what()[0] != '\0';
    }
    return false;
}

void reset_all(Fleet& fleet, int threads = 1) {
    const std::vector<std::uint8_t> marked(fleet.games(), 1);
    fleet.reset(marked, threads);
}

// A game replayed from the actions that a fleet was given.
struct Twin {
    Board board;
    Game game;
    bool begun = false;
};

void test_games_are_games() {
    constexpr std::size_t GAMES = 50;
    for (int round = 0; round < 24; ++round) {
        const Autoreset mode = static_cast<Autoreset>(round % 2);  // with and without a step between games
        const FleetSettings settings{.rules = {.rows = 1 + round % 6,
                                               .cols = 7,
                                               .mines = 1 + round % 5,
                                               .first_move = round % 3 ? FirstMove::Safe : FirstMove::Unsafe,
                                               .cascade = round % 4 != 3,
                                               .lose_on_mine = round % 5 != 4,
                                               .lose_on_wrong_flag = round % 7 == 6,
                                               .won_by_flags = round % 6 == 5},
                                     .flags = round % 2 == 1,
                                     .risks = round % 3 == 2,
                                     .max_steps = 20,
                                     .reward = static_cast<Reward>(round % 5),
                                     .autoreset = mode};
        Fleet fleet(settings, GAMES), other(settings, GAMES);
        for (std::size_t i = 0; i < GAMES; ++i) {
            fleet.seed(i, 100 + i);
            other.seed(i, 100 + i);
        }
        reset_all(fleet);
        reset_all(other, 4);
        std::vector<Twin> twins(GAMES);
        std::vector<std::uint64_t> index(GAMES, 0);
        std::vector<std::uint8_t> over(GAMES, 0);
        check::Dice dice(static_cast<std::uint64_t>(round));
        std::vector<std::int64_t> actions(GAMES);
        std::vector<int> opened;
        for (int step = 0; step < 60; ++step) {
            for (auto& action : actions) action = dice.below(static_cast<int>(fleet.actions()));
            fleet.step(actions, 1);
            other.step(actions, 4);
            CHECK(fleet.numbers() == other.numbers() && fleet.rewards() == other.rewards());
            CHECK(fleet.masks() == other.masks() && fleet.risks() == other.risks());
            for (std::size_t i = 0; i < GAMES; ++i) {
                Twin& twin = twins[i];
                if (over[i] && mode == Autoreset::NextStep) {
                    over[i] = 0;
                    twin.begun = false;
                    continue;
                }
                const auto cells = static_cast<std::int64_t>(fleet.cells());
                const int cell = static_cast<int>(actions[i] % cells);
                const bool flagging = actions[i] >= cells;
                if (!twin.begun && !flagging) {
                    BoardMaker().make(settings.rules, 100 + i, index[i], cell, twin.board);
                    twin.game.begin(settings.rules, twin.board);
                    twin.begun = true;
                }
                if (twin.begun && flagging) twin.game.flag(cell);
                if (twin.begun && !flagging) twin.game.open(cell, opened);
                const State state = twin.begun ? twin.game.state() : State::Playing;
                CHECK((fleet.terminated()[i] != 0) == (state != State::Playing));
                CHECK((fleet.won()[i] != 0) == (state == State::Won));
                over[i] = fleet.terminated()[i] || fleet.truncated()[i];
                const bool replaced = over[i] && mode == Autoreset::SameStep;
                const auto& shown = replaced ? fleet.finals() : fleet.numbers();
                for (std::size_t c = 0; c < fleet.cells(); ++c) {
                    const std::int8_t expected = !twin.begun                 ? COVERED
                                                 : twin.game.flags()[c] != 0 ? FLAGGED
                                                                             : twin.game.numbers()[c];
                    CHECK(shown[i * fleet.cells() + c] == expected);
                }
                if (!over[i]) continue;
                index[i] += 1;
                if (replaced) {
                    twin.begun = false;
                    over[i] = 0;
                    CHECK(std::all_of(fleet.numbers().begin() + i * fleet.cells(),
                                      fleet.numbers().begin() + (i + 1) * fleet.cells(),
                                      [](std::int8_t number) { return number == COVERED; }));
                }
            }
        }
    }
}

// Everything that a fleet shows.
bool equal(const Fleet& a, const Fleet& b) {
    return a.numbers() == b.numbers() && a.masks() == b.masks() && a.risks() == b.risks() && a.finals() == b.finals() &&
           a.final_risks() == b.final_risks() && a.rewards() == b.rewards() && a.terminated() == b.terminated() &&
           a.truncated() == b.truncated() && a.won() == b.won() && a.acted() == b.acted() && a.opened() == b.opened() &&
           a.hits() == b.hits();
}

FleetSettings some_settings(int round) {
    return {.rules = {.rows = 2 + round % 5,
                      .cols = 6,
                      .mines = 1 + round % 4,
                      .first_move = round % 3 ? FirstMove::Safe : FirstMove::Unsafe,
                      .cascade = round % 5 != 4,
                      .lose_on_mine = round % 4 != 3,
                      .lose_on_wrong_flag = round % 7 == 6,
                      .won_by_flags = round % 3 == 2},
            .start = round % 8 == 7 ? 0 : FleetSettings::FIRST_ACTION,
            .flags = round % 4 != 0,
            .risks = round % 6 == 5,
            .max_steps = 30,
            .reward = static_cast<Reward>(round % 5),
            .autoreset = static_cast<Autoreset>(round % 2)};
}

void test_what_is_saved_goes_on() {
    constexpr std::size_t GAMES = 20;
    for (int round = 0; round < 100; ++round) {
        const FleetSettings settings = some_settings(round);
        Fleet fleet(settings, GAMES);
        std::optional<Fleet> again(std::in_place, settings, GAMES, fleet.save());
        CHECK(equal(fleet, *again));
        for (std::size_t i = 0; i < GAMES; ++i) fleet.seed(i, 7 * i + static_cast<std::size_t>(round));
        reset_all(fleet);
        check::Dice dice(static_cast<std::uint64_t>(round));
        std::vector<std::int64_t> actions(GAMES);
        for (int step = 0; step < 60; ++step) {
            if (step % 9 == 0) fleet.seed(dice.below(GAMES), dice.bits());  // affects the next game there, not this one
            if (step % 4 == 0 || step % 9 == 0) again.emplace(settings, GAMES, fleet.save());
            for (auto& action : actions) action = dice.below(static_cast<int>(fleet.actions()));
            fleet.step(actions, 1);
            again->step(actions, 1);
            CHECK(equal(fleet, *again) && fleet.save() == again->save());
        }
    }
}

// Any bytes are either refused or make a fleet that can be stepped.
void test_damaged_bytes() {
    constexpr std::size_t GAMES = 3;
    int refused = 0, taken = 0;
    for (int round = 0; round < 400; ++round) {
        const FleetSettings settings = some_settings(round);
        Fleet fleet(settings, GAMES);
        for (std::size_t i = 0; i < GAMES; ++i) fleet.seed(i, i);
        reset_all(fleet);
        check::Dice dice(static_cast<std::uint64_t>(round));
        std::vector<std::int64_t> actions(GAMES);
        const auto step = [&](Fleet& stepped) {
            for (auto& action : actions) action = dice.below(static_cast<int>(fleet.actions()));
            try {
                stepped.step(actions, 1);
            } catch (const std::out_of_range&) {  // a game that is over where games are not reset automatically
            }
        };
        for (int count = dice.below(6); count > 0; --count) step(fleet);
        const std::string whole = fleet.save();
        CHECK(throws<std::invalid_argument>([&] { Fleet(settings, GAMES, whole + '\0'); }));
        CHECK(throws<std::invalid_argument>([&] { Fleet(settings, GAMES, whole.substr(1)); }));
        CHECK(throws<std::invalid_argument>([&] { Fleet(settings, GAMES, ""); }));
        for (int change = 0; change < 100; ++change) {
            std::string damaged = whole;
            damaged[static_cast<std::size_t>(dice.below(static_cast<int>(whole.size())))] ^=
                static_cast<char>(1 + dice.below(255));
            std::optional<Fleet> again;
            try {
                again.emplace(settings, GAMES, damaged);
            } catch (const std::invalid_argument&) {
                refused += 1;
                continue;
            }
            taken += 1;
            for (int count = 0; count < 5; ++count) step(*again);
        }
    }
    CHECK(refused > 1000 && taken > 1000);
}

void test_a_board_of_mines() {
    for (const bool lose : {true, false}) {
        const FleetSettings settings{
            .rules = {.rows = 3, .cols = 3, .mines = 9, .first_move = FirstMove::Unsafe, .lose_on_mine = lose},
            .reward = Reward::Progress};
        Fleet fleet(settings, 1);
        reset_all(fleet);
        fleet.step(std::vector<std::int64_t>{0}, 1);
        CHECK(fleet.rewards()[0] == -1);
    }
}

void test_what_is_refused() {
    const FleetSettings settings{.rules = {.rows = 2, .cols = 2, .mines = 3}, .autoreset = Autoreset::Disabled};
    Fleet fleet(settings, 2);
    fleet.seed(0, 1);
    fleet.seed(1, 2);
    const std::vector<std::int64_t> fine{0, 1}, beyond{0, 4}, below{-1, 0}, few{0};
    CHECK(throws<std::out_of_range>([&] { fleet.step(fine, 1); }));  // not begun
    reset_all(fleet);
    for (const auto& actions : {beyond, below, few}) CHECK(throws<std::out_of_range>([&] { fleet.step(actions, 1); }));
    CHECK(throws<std::out_of_range>([&] { fleet.seed(2, 1); }));
    CHECK(throws<std::invalid_argument>([&] { fleet.reset(std::vector<std::uint8_t>(3, 1), 1); }));
    fleet.step(fine, 1);
    CHECK(fleet.won()[0] && fleet.won()[1]);
    CHECK(throws<std::out_of_range>([&] { fleet.step(fine, 1); }));  // over
    FleetSettings crowded{.rules = {.rows = 3, .cols = 3, .mines = 1, .first_move = FirstMove::Zero}};
    CHECK(throws<std::invalid_argument>([&] { Fleet(crowded, 1); }));
    crowded.start = 0;
    Fleet(crowded, 1);  // a start in a corner leaves room
    FleetSettings decided{.rules = {.rows = 3, .cols = 3, .mines = 0}, .start = 4};
    Fleet won_at_once(decided, 1);
    CHECK(throws<std::runtime_error>([&] { reset_all(won_at_once); }));
    CHECK(throws<std::runtime_error>([&] { won_at_once.step(std::vector<std::int64_t>{0}, 1); }));  // no game began
}

// Ctrl-C may end a step between two games or within one. No game whose step has begun can then go on without a reset.
void test_interrupted_steps() {
    struct CtrlC {};
    static int calls_left;
    FleetSettings settings{.rules = {.rows = 8, .cols = 8, .mines = 10}, .risks = true};
    settings.autoreset = Autoreset::Disabled;
    const std::vector<std::int64_t> corner(6, 0);
    for (int calls = 0; calls < 40; ++calls) {
        Fleet fleet(settings, 6);
        for (std::size_t i = 0; i < 6; ++i) fleet.seed(i, i);
        reset_all(fleet);
        bool interrupted = false;
        try {
            calls_left = calls;
            const InterruptionHook hook([] {
                if (calls_left-- == 0) throw CtrlC();
            });
            fleet.step(corner, 1);
        } catch (const CtrlC&) {
            interrupted = true;
        }
        // The first call is before the first game; from then on a game has begun its step or was stepped.
        CHECK(interrupted || calls >= 6);
        reset_all(fleet);
        fleet.step(corner, 1);
        CHECK(std::ranges::all_of(fleet.acted(), [](auto acted) { return acted; }));
    }
    // The call within the first game's step.
    Fleet fleet(settings, 1);
    reset_all(fleet);
    try {
        calls_left = 1;
        const InterruptionHook hook([] {
            if (calls_left-- == 0) throw CtrlC();
        });
        fleet.step(std::vector<std::int64_t>{0}, 1);
        CHECK(false);
    } catch (const CtrlC&) {
        CHECK(throws<std::out_of_range>([&] { fleet.step(std::vector<std::int64_t>{1}, 1); }));
    }
}

}  // namespace

int main() {
    test_games_are_games();
    test_what_is_saved_goes_on();
    test_damaged_bytes();
    test_a_board_of_mines();
    test_what_is_refused();
    test_interrupted_steps();
    std::printf("fleet_test: all checks passed\n");
    return 0;
}
