// Perfect play of whole boards, and how often agents win them: on small boards compared with brute force under every
// first-move rule. No agent may win more than perfect play.
#include <string>

#include "brute_force.hpp"
#include "check.hpp"
#include "players/player.hpp"
#include "players/strength.hpp"
#include "positions.hpp"
#include "search/optimum.hpp"

namespace {

using brute_force::Bits;
using check::Dice;

constexpr std::size_t BYTES = std::size_t{64} << 20;
constexpr std::uint64_t PRIME = (std::uint64_t{1} << 61) - 1;

void poll(std::uint64_t) {}

std::string text_of(const sapper::Rules& rules, int start) {
    return std::to_string(rules.rows) + "x" + std::to_string(rules.cols) + "/" + std::to_string(rules.mines) +
           " first move " + std::to_string(static_cast<int>(rules.first_move)) + " start " + std::to_string(start);
}

void compare_with_brute_force(Dice& dice) {
    const sapper::Board board = check::small_board(dice);
    sapper::Rules rules{.rows = board.rows, .cols = board.cols, .mines = board.mines};
    rules.first_move = static_cast<sapper::FirstMove>(dice.below(3));
    const int start = dice.below(board.cells());
    const std::string text = text_of(rules, start);
    const brute_force::Layouts all(rules.rows, rules.cols, rules.mines);
    Bits free = Bits{1} << start;
    if (rules.first_move == sapper::FirstMove::Zero) free |= all.near(start);
    std::vector<Bits> layouts;
    sapper::for_layouts(rules.cells(), rules.mines, free, [&](Bits layout) { layouts.push_back(layout); });
    if (layouts.size() > 60 || rules.mines > rules.cells() - sapper::promised_free(rules, start)) return;
    const auto value = sapper::Optimum(rules, BYTES, poll).solve(start);
    CHECK(value && value->wins == all.wins_after(layouts, 0, start), text);
    const char* const names[] = {"lowest-risk", "pseq", "sapper-fast", "sapper-strong"};
    const std::string agent = names[dice.below(std::size(names))];
    rules.cascade = dice.one_in(2);
    const auto won = sapper::Strength(rules, agent, {PRIME}, poll).wins(start);
    // The residue of a whole number is the number; a fraction has one that says nothing by itself.
    if (won[0] <= layouts.size()) CHECK(won[0] <= value->wins, text + " " + agent);
}

void solve_odd_boards(Dice& dice) {
    sapper::Rules rules;
    rules.rows = dice.one_in(2) ? 1 : dice.between(1, 8);
    rules.cols = rules.rows == 1 ? dice.between(1, 64) : dice.between(1, 64 / rules.rows);
    const int cells = rules.cells(), few[] = {0, 1, 2, cells - 2, cells - 1, cells};
    rules.mines = std::clamp(few[dice.below(std::size(few))], 0, cells);
    rules.first_move = sapper::FirstMove::Unsafe;
    const auto best = sapper::Optimum(rules, BYTES, poll).solve(-1);
    if (!best) return;
    CHECK(best->wins <= best->layouts, text_of(rules, best->start));
    const auto other = sapper::Optimum(rules, BYTES, poll).solve(dice.below(cells));
    if (other) CHECK(other->wins <= best->wins, text_of(rules, other->start));
}

}  // namespace

int main(int argc, char** argv) {
    return check::fuzz(argc, argv, "fuzz_optimum", [](Dice& dice, long) {
        compare_with_brute_force(dice);
        if (dice.one_in(10)) solve_odd_boards(dice);
    });
}
