// Cells that are played out, and agents that remember, tested without Python, so that the sanitizers see them.
#include "players/tournament.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "check.hpp"
#include "game/board.hpp"
#include "players/lookahead.hpp"
#include "players/player.hpp"
#include "players/remembering.hpp"
#include "solver/cascade.hpp"

namespace {

using sapper::Contender;

// A field in the middle of a game, with its solution.
struct Position {
    sapper::Field field;
    sapper::Solver solver;

    explicit Position(std::uint64_t index) {
        const sapper::Rules rules{.rows = 9, .cols = 9, .mines = 20};
        sapper::BoardMaker maker;
        sapper::Board board;
        maker.make(rules, 5, index, 40, board);
        field.reset(rules.rows, rules.cols, rules.mines);
        std::vector<std::uint8_t> mine(static_cast<std::size_t>(field.size()), 0);
        for (int cell = 0; cell < rules.cells(); ++cell) mine[field.at(cell)] = board.mine[cell];
        std::vector<int> queue;
        sapper::open_cascade(field, mine, field.at(40), queue);
        field.propagate();
        CHECK(solver.solve(field, {}) == sapper::Verdict::Exact);
    }

    // One contender for each of the first cells that may be free, all with the same expectation.
    std::vector<Contender> contenders(std::size_t count) {
        std::vector<Contender> found;
        for (int at = 0; at < field.size() && found.size() < count; ++at)
            if (field.is_unknown(at) && sapper::risk_at(solver, at) < 1)
                found.push_back({.at = at, .risk = sapper::risk_at(solver, at), .expected = 0.3, .is_fitted = true});
        return found;
    }

    int play(std::vector<Contender>& contenders, int layouts, const sapper::Thinking& thinking = {}) {
        sapper::Tournament tournament(sapper::make_agent("sapper-fast"));
        return tournament.play(field, solver, contenders, layouts, thinking);
    }
};

void the_hopeless_do_not_play() {
    Position position(0);
    auto contenders = position.contenders(4);
    contenders[2].expected = 0.1;
    const int chosen = position.play(contenders, 400);
    CHECK(chosen >= 0 && chosen != 2);
    CHECK(contenders[2].is_out && contenders[2].games == 0);
    for (const Contender& each : contenders) CHECK(each.games <= 400);
    CHECK(contenders[static_cast<std::size_t>(chosen)].games > 0);
}

void games_have_a_price() {
    long few = 0, many = 0;
    for (std::uint64_t index = 0; index < 8; ++index) {
        Position position(index);
        for (const int layouts : {100, 800}) {
            auto contenders = position.contenders(5);
            position.play(contenders, layouts);
            for (const Contender& each : contenders) (layouts == 100 ? few : many) += each.games;
        }
    }
    CHECK(few > 0 && few < many);
    CHECK(many < 8L * 5 * 800);  // some drop out early
    // No game is worth its price where one cell is expected to be far better.
    Position position(0);
    auto contenders = position.contenders(3);
    contenders[0].expected = 0.6;
    CHECK(position.play(contenders, 300) == -1);
    CHECK(contenders[0].games == 0 && contenders[0].win() == std::min(0.6, 1 - contenders[0].risk));
}

// With a time limit a game costs nothing: even of equal cells, none drops out before it is clearly behind.
void time_is_used() {
    Position position(1);
    auto contenders = position.contenders(1);
    contenders.push_back(contenders.front());
    std::atomic<bool> stop = false;
    CHECK(position.play(contenders, 0, {.seconds = 0.2, .stop = &stop}) >= 0);
    CHECK(contenders[0].games > 0 && contenders[0].games == contenders[1].games);
    CHECK(contenders[0].wins == contenders[1].wins);  // the same cell on the same layouts
    auto others = position.contenders(3);
    stop = true;
    CHECK(position.play(others, 0, {.seconds = 3600, .stop = &stop}) == -1);
}

// The safest cell and the riskiest, expected to be equal: the games show which is better.
void tournaments_repeat_and_find_the_better_cell() {
    int decided = 0, safer = 0;
    for (std::uint64_t index = 0; index < 40; ++index) {
        Position position(index);
        auto all = position.contenders(60);
        const auto by_risk = [](const Contender& a, const Contender& b) { return a.risk < b.risk; };
        std::vector<Contender> once{*std::max_element(all.begin(), all.end(), by_risk),
                                    *std::min_element(all.begin(), all.end(), by_risk)};
        if (once[0].risk < once[1].risk + 0.3) continue;
        auto again = once;
        const int chosen = position.play(once, 1000);
        CHECK(chosen == position.play(again, 1000));
        for (std::size_t i = 0; i < once.size(); ++i) CHECK(once[i].wins == again[i].wins);
        ++decided;
        safer += chosen == 1;
    }
    CHECK(decided >= 3 && safer == decided);
}

// Counts how often it is asked.
class Counting : public sapper::Agent {
public:
    explicit Counting(int& asked) : asked_(asked) {}
    void choose(const sapper::Field& field, sapper::Choice& choice) override {
        ++asked_;
        agent_.choose(field, choice);
    }

private:
    int& asked_;
    sapper::Lookahead agent_{sapper::FAST};
};

void what_is_remembered_is_what_was_chosen() {
    int asked = 0, at_first = 0;
    sapper::Remembering remembering(std::make_unique<Counting>(asked));
    sapper::Lookahead fresh(sapper::FAST);
    for (int round = 0; round < 2; ++round) {
        for (std::uint64_t index = 0; index < 20; ++index) {
            Position position(index);
            sapper::Choice remembered, chosen;
            remembering.choose(position.field, remembered);
            fresh.choose(position.field, chosen);
            CHECK(remembered.cells == chosen.cells && remembered.certain == chosen.certain);
            CHECK(remembered.risk == chosen.risk && remembered.win_exact == chosen.win_exact);
            CHECK(remembered.win == chosen.win || (std::isnan(remembered.win) && std::isnan(chosen.win)));
        }
        if (round == 0) at_first = asked;
    }
    CHECK(at_first > 5 && at_first <= 20 && asked < 2 * at_first);  // only what single numbers prove is asked again
    // Boards of another shape may have the same key.
    sapper::Field wide, high;
    wide.reset(2, 3, 1);
    high.reset(3, 2, 1);
    sapper::Choice choice;
    const int before = asked;
    remembering.choose(wide, choice);
    remembering.choose(high, choice);
    CHECK(asked == before + 2);
}

}  // namespace

int main() {
    the_hopeless_do_not_play();
    games_have_a_price();
    time_is_used();
    tournaments_repeat_and_find_the_better_cell();
    what_is_remembered_is_what_was_chosen();
    std::puts("tournament_test: all passed");
}
