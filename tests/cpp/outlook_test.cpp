// Values of positions, and boards without a guess, tested without Python, so that the sanitizers see them.
#include "players/outlook.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "check.hpp"
#include "game/game.hpp"
#include "search/no_guess.hpp"

namespace {

constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

sapper::View covered(int rows, int cols, int mines) {
    sapper::View view;
    view.rows = rows, view.cols = cols, view.mines = mines;
    view.numbers.assign(static_cast<std::size_t>(rows) * cols, sapper::COVERED);
    return view;
}

void coin_flip_is_worth_a_half() {
    auto view = covered(2, 3, 1);  // ?10/?10
    view.numbers = {sapper::COVERED, 1, 0, sapper::COVERED, 1, 0};
    sapper::PerfectPlay perfect;
    CHECK(perfect.win(view, {}, 100, 1000) == 0.5);
    CHECK(perfect.win(view, {0}, 100, 1000) == 0.5);
    CHECK(perfect.win(view, {0, 3}, 100, 1000) == 0.0);
    CHECK(!perfect.win(view, {}, 1, 1000).has_value());
    CHECK(!perfect.win(view, {}, 100, 0).has_value());
    CHECK(sapper::chance_all_free(view, {0}) == 0.5);
    CHECK(sapper::chance_all_free(view, {0, 3}) == 0.0);
}

// Nearly all cells are certain here: their number must not determine how deep the calls nest.
void large_boards_need_no_deep_stack() {
    for (const int number : {0, 1}) {
        auto view = covered(120, 120, 1);
        view.numbers[60 * 120 + 60] = static_cast<std::int8_t>(number);
        sapper::PerfectPlay perfect;
        const std::size_t most = 120 * 120;
        CHECK(perfect.win(view, {}, most, 1'000'000) == 1.0);
        CHECK(perfect.win(view, {0, 1, 2, 119}, most, 1'000'000).has_value());
        std::vector<int> all;  // a single move that opens every cell but one: it wins only if the mine is there
        for (int cell = 1; cell < view.cells(); ++cell)
            if (view.numbers[cell] == sapper::COVERED) all.push_back(cell);
        if (number == 1) CHECK(perfect.win(view, all, most, 1'000'000) == 0.0);
    }
}

void playouts_meet_the_risk() {
    const auto view = covered(6, 6, 9);
    const std::vector<sapper::Opens> moves{{0}, {}, {14, 15}, {0}};
    std::vector<double> values(400 * moves.size());
    sapper::play_out("sapper-fast", view, moves, 3, 0, 400, 2, values.data());
    int hits = 0;
    for (std::size_t i = 0; i < values.size(); i += moves.size()) {
        hits += std::isnan(values[i]);
        CHECK(!std::isnan(values[i + 1]));
        CHECK(std::isnan(values[i]) ? std::isnan(values[i + 3]) : values[i] == values[i + 3]);
    }
    CHECK(hits > 60 && hits < 140);  // a quarter of 400
}

void luck_cancels_out() {
    // A guess of this risk, averaged over both outcomes.
    for (const double risk : {0.0, 0.1, 0.5, 0.9})
        for (const double win : {0.0, 0.05, 0.4})
            CHECK(std::abs((1 - risk) * sapper::luck_of(win, risk, true) + risk * sapper::luck_of(win, risk, false)) <
                  1e-15);
}

void no_guess_boards_are_what_they_say() {
    const sapper::Rules rules{.rows = 9, .cols = 9, .mines = 10};
    std::vector<sapper::NoGuess> verdicts(300);
    sapper::find_no_guess(rules, 1, 0, 0, 2, NO_LIMIT, verdicts);
    int solvable = 0;
    sapper::BoardMaker maker;
    sapper::Board board;
    sapper::CertainPlayer player;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        solvable += verdicts[i] == sapper::NoGuess::Solvable;
        maker.make(rules, 1, i, 0, board);
        CHECK(player.play(board, 0, sapper::Meter({NO_LIMIT})) == verdicts[i]);
    }
    CHECK(solvable > 100 && solvable < 250);
    sapper::find_no_guess(rules, 1, 0, 0, 2, 0, verdicts);
    CHECK(verdicts.front() == sapper::NoGuess::OutOfTime);
}

void repair_keeps_mines_and_promise() {
    const sapper::Rules rules{.rows = 16, .cols = 30, .mines = 125, .first_move = sapper::FirstMove::Zero};
    int repaired = 0;
    for (int index = 0; index < 3; ++index) {
        const auto board = sapper::repair(rules, 2, index, 100, 2000, NO_LIMIT);
        if (!board) continue;
        ++repaired;
        CHECK(board->mines == 125 && board->numbers[100] == 0);
        CHECK(sapper::CertainPlayer().play(*board, 100, sapper::Meter({NO_LIMIT})) == sapper::NoGuess::Solvable);
    }
    CHECK(repaired > 0);
    CHECK(!sapper::repair(rules, 2, 0, 100, 2000, 0).has_value());
}

}  // namespace

int main() {
    coin_flip_is_worth_a_half();
    large_boards_need_no_deep_stack();
    playouts_meet_the_risk();
    luck_cancels_out();
    no_guess_boards_are_what_they_say();
    repair_keeps_mines_and_promise();
    std::puts("outlook_test: all passed");
}
