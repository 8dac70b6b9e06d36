// Boards without a guess: on small boards the verdict must be what brute force finds; on large and odd ones play must
// end, and a repaired board must keep what it promises.
#include <limits>

#include "brute_force.hpp"
#include "check.hpp"
#include "positions.hpp"
#include "search/no_guess.hpp"

namespace {

using brute_force::Bits;
using check::Dice;

constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

void compare_with_brute_force(Dice& dice) {
    const sapper::Board board = check::small_board(dice);
    const int start = dice.below(board.cells()), free = board.cells() - board.mines;
    sapper::CertainPlayer player;
    const sapper::NoGuess verdict = player.play(board, start, sapper::Meter({NO_LIMIT}));
    if (board.mine[start]) {
        CHECK(verdict == sapper::NoGuess::NeedsGuess);
        return;
    }
    Bits truth = 0;
    for (int cell = 0; cell < board.cells(); ++cell) truth |= Bits{board.mine[cell]} << cell;
    const brute_force::Layouts all(board.rows, board.cols, board.mines);
    CHECK(player.opened() == all.certain_cells(truth, start));
    CHECK((verdict == sapper::NoGuess::Solvable) == (player.opened() == free));
}

void play_odd_boards(Dice& dice) {
    const sapper::Rules rules = check::odd_rules(dice, 1000);
    const sapper::Board board = check::random_board(dice, rules.rows, rules.cols, rules.mines);
    sapper::CertainPlayer player;
    const auto verdict = player.play(board, dice.below(board.cells()), sapper::Meter({0.2}));
    CHECK(player.opened() <= board.cells() - board.mines);
    if (verdict == sapper::NoGuess::Solvable) CHECK(player.opened() == board.cells() - board.mines);
}

void repair_boards(Dice& dice) {
    sapper::Rules rules{.rows = dice.between(1, 12), .cols = dice.between(1, 12)};
    rules.first_move = static_cast<sapper::FirstMove>(dice.below(3));
    const int start = dice.below(rules.cells()), room = rules.cells() - sapper::promised_free(rules, start);
    rules.mines = dice.between(0, std::max(0, room / (dice.one_in(5) ? 1 : 4)));
    const auto board = sapper::repair(rules, dice.bits(), 0, start, 200, 0.2);
    if (!board) return;
    CHECK(board->mines == rules.mines && !board->mine[start]);
    if (rules.first_move == sapper::FirstMove::Zero) CHECK(board->numbers[start] == 0);
    CHECK(sapper::CertainPlayer().play(*board, start, sapper::Meter({NO_LIMIT})) == sapper::NoGuess::Solvable);
}

}  // namespace

int main(int argc, char** argv) {
    return check::fuzz(argc, argv, "fuzz_no_guess", [](Dice& dice, long) {
        compare_with_brute_force(dice);
        if (dice.one_in(10)) repair_boards(dice);
        if (dice.one_in(20)) play_odd_boards(dice);
    });
}
