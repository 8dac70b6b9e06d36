// Tests of the fleet: the same games as Game plays one by one, for any number of threads and in every mode.
#include "fleet.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "check.hpp"

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
    Fleet(crowded, 1);  // a corner leaves room
    FleetSettings decided{.rules = {.rows = 3, .cols = 3, .mines = 0}, .start = 4};
    Fleet won_at_once(decided, 1);
    CHECK(throws<std::runtime_error>([&] { reset_all(won_at_once); }));
}

}  // namespace

int main() {
    test_games_are_games();
    test_what_is_refused();
    std::printf("fleet_test: all checks passed\n");
    return 0;
}
