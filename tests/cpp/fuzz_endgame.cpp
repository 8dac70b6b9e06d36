// Perfect play by search: on small boards the endgame and the value of a position must be what brute force finds; on
// large and odd ones they must end, and stay between 0 and 1.
#include <cmath>
#include <string>

#include "brute_force.hpp"
#include "check.hpp"
#include "game/notation.hpp"
#include "players/outlook.hpp"
#include "positions.hpp"
#include "search/endgame.hpp"

namespace {

using brute_force::Bits;
using check::Dice;

void compare_with_brute_force(Dice& dice) {
    const sapper::Board board = check::small_board(dice);
    const sapper::View view = check::random_view(dice, board, dice.unit());
    const std::string text = sapper::print_position(view, sapper::Form::OneLine);
    const brute_force::Layouts all(view.rows, view.cols, view.mines);
    const auto layouts = all.fitting(view);
    if (layouts.size() > 60) return;  // brute force would take too long
    Bits opened = 0;
    for (int cell = 0; cell < view.cells(); ++cell)
        if (view.numbers[cell] >= 0) opened |= Bits{1} << cell;
    const auto count = static_cast<double>(layouts.size());
    const auto wins = static_cast<double>(all.wins(layouts, opened));
    sapper::PerfectPlay perfect;
    const auto win = perfect.win(view, {}, 1'000, 1'000'000);
    CHECK(win && std::abs(*win * count - wins) < 1e-6, text);
    for (int cell = 0; cell < view.cells(); ++cell) {
        if (view.numbers[cell] != sapper::COVERED) continue;
        const auto after = perfect.win(view, {cell}, 1'000, 1'000'000);
        CHECK(after && std::abs(*after * count - static_cast<double>(all.wins_after(layouts, opened, cell))) < 1e-6,
              text + " opening " + std::to_string(cell));
    }
    sapper::Field field;
    sapper::Endgame endgame;
    sapper::EndgameValue value;
    CHECK(field.load(view, false), text);
    // The endgame is asked only where no cell is left that a single number proves free.
    if (field.proven_safe().empty() && endgame.solve(field, 1'000, 1'000'000, value))
        CHECK(std::abs(value.win() * count - wins) < 1e-6, text);
}

void search_odd_boards(Dice& dice) {
    const sapper::Rules rules = check::odd_rules(dice, 1000);
    const sapper::Board board = check::random_board(dice, rules.rows, rules.cols, rules.mines);
    const sapper::View view = check::random_view(dice, board, dice.one_in(2) ? dice.unit() : dice.unit() * 0.01);
    sapper::Opens opens;
    for (int more = dice.below(4); more > 0; --more)
        if (const int cell = dice.below(view.cells()); view.numbers[cell] == sapper::COVERED) opens.push_back(cell);
    const auto win = sapper::PerfectPlay().win(view, opens, 2'000, 2'000);
    if (win) CHECK(*win >= 0 && *win <= 1);
    sapper::Field field;
    CHECK(field.load(view, false));
    sapper::EndgameValue value;
    if (sapper::Endgame().solve(field, 2'000, 2'000, value)) CHECK(value.win() > 0 && value.win() <= 1);
}

}  // namespace

int main(int argc, char** argv) {
    return check::fuzz(argc, argv, "fuzz_endgame", [](Dice& dice, long) {
        compare_with_brute_force(dice);
        if (dice.one_in(4)) search_odd_boards(dice);
    });
}
