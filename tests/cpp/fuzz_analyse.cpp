// Feeds the exact engine with played, altered and invented views, large and small, and with limits of every size. All
// answers must be sound: risks are probabilities that add up to the mines, certain cells are right where the truth is
// known, a view that was played is never called impossible, and turning the board changes nothing.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "game/view.hpp"
#include "positions.hpp"
#include "solver/analysis.hpp"
#include "solver/contradiction.hpp"

namespace {

using check::Dice;

// A view together with its real mines; invented views have none.
struct Position {
    sapper::View view;
    std::vector<std::uint8_t> mine;
};

std::string text_of(const sapper::View& view) {
    std::string text;
    for (int cell = 0; cell < view.cells(); ++cell) {
        if (cell > 0 && cell % view.cols == 0) text += '/';
        const int number = view.numbers[cell];
        text += number >= 0             ? static_cast<char>('0' + number)
                : number == sapper::HIT ? '*'
                : view.flagged(cell)    ? 'F'
                                        : '?';
    }
    return text + " " + std::to_string(view.mines);
}

int mines_around(const Position& position, int cell) {
    const auto& view = position.view;
    const int row = cell / view.cols, col = cell % view.cols;
    int count = 0;
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, view.rows - 1); ++r)
        for (int c = std::max(col - 1, 0); c <= std::min(col + 1, view.cols - 1); ++c)
            if (view.at(r, c) != cell) count += position.mine[view.at(r, c)];
    return count;
}

// Mines at random, and cells opened at random: blocks, single cells, or a lattice, which is the hardest.
Position played(Dice& dice) {
    Position position;
    auto& view = position.view;
    const double openness = dice.unit();
    const bool lattice = dice.one_in(8);
    if (dice.one_in(200)) {
        const auto rules = check::odd_rules(dice, 1000);
        const auto board = check::random_board(dice, rules.rows, rules.cols, rules.mines);
        view.rows = rules.rows, view.cols = rules.cols, view.mines = rules.mines;
        position.mine.assign(board.mine.begin(), board.mine.end());
    } else {
        const int longest = dice.one_in(50) ? 60 : dice.one_in(4) ? 20 : 8;
        view.rows = dice.between(1, longest);
        view.cols = dice.between(1, longest);
        const double density = dice.unit() * dice.unit();
        position.mine.resize(view.cells());
        for (auto& mine : position.mine) view.mines += mine = dice.unit() < density;
    }
    view.numbers.assign(view.cells(), sapper::COVERED);
    for (int cell = 0; cell < view.cells(); ++cell) {
        const bool open = lattice ? cell / view.cols % 2 == 0 && cell % view.cols % 2 == 0 : dice.unit() < openness;
        if (!open) continue;
        if (!position.mine[cell])
            view.numbers[cell] = static_cast<std::int8_t>(mines_around(position, cell));
        else if (dice.one_in(3))
            view.numbers[cell] = sapper::HIT;
    }
    return position;
}

void add_flags(Dice& dice, sapper::View& view) {
    view.flags.assign(view.cells(), 0);
    for (int cell = 0; cell < view.cells(); ++cell)
        view.flags[cell] = view.numbers[cell] == sapper::COVERED && dice.one_in(6);
}

// Arbitrary numbers anywhere, or a played view with a few numbers changed.
sapper::View without_truth(Dice& dice) {
    sapper::View view = played(dice).view;
    const bool noise = dice.one_in(3);
    for (auto& number : view.numbers)
        if (noise || dice.one_in(20)) number = static_cast<std::int8_t>(dice.between(-2, dice.one_in(3) ? 8 : 3));
    if (dice.one_in(3)) view.mines = dice.between(0, view.cells());
    return view;
}

sapper::View transposed(const sapper::View& view) {
    sapper::View turned = view;
    std::swap(turned.rows, turned.cols);
    for (int row = 0; row < view.rows; ++row)
        for (int col = 0; col < view.cols; ++col) turned.numbers[turned.at(col, row)] = view.numbers[view.at(row, col)];
    turned.flags.clear();
    return turned;
}

sapper::Limits random_limits(Dice& dice) {
    sapper::Limits limits;
    limits.seconds = dice.one_in(4) ? dice.unit() * 0.01 : 0.3;
    limits.bytes = std::size_t{1} << dice.between(12, 28);
    return limits;
}

void check_sound(const sapper::View& view, const sapper::Analysis& analysis, bool trust_flags) {
    const std::string text = text_of(view);
    CHECK(std::ssize(analysis.risk) == view.cells(), text);
    double sum = 0;
    int hits = 0;
    for (int cell = 0; cell < view.cells(); ++cell) {
        const double risk = analysis.risk[cell];
        hits += view.numbers[cell] == sapper::HIT;
        CHECK(std::isnan(risk) == (view.numbers[cell] != sapper::COVERED), text);
        if (std::isnan(risk)) continue;
        CHECK(risk >= 0 && risk <= 1, text);
        if (trust_flags && view.flagged(cell)) CHECK(risk == 1, text);
        sum += risk;
    }
    if (analysis.verdict == sapper::Verdict::Exact)
        CHECK(std::abs(sum - (view.mines - hits)) < 1e-6 * std::max(1, view.mines),
              text + " sums to " + std::to_string(sum));
}

void fuzz_played(Dice& dice) {
    Position position = played(dice);
    const auto& view = position.view;
    const std::string text = text_of(view);
    sapper::Analysis analysis;
    sapper::analyse(view, random_limits(dice), false, analysis);
    CHECK(analysis.verdict != sapper::Verdict::Impossible, text);
    check_sound(view, analysis, false);
    if (analysis.verdict != sapper::Verdict::Exact) return;
    for (int cell = 0; cell < view.cells(); ++cell) {
        if (analysis.risk[cell] == 0) CHECK(!position.mine[cell], text);
        if (analysis.risk[cell] == 1) CHECK(position.mine[cell], text);
    }
    sapper::Analysis turned;
    sapper::analyse(transposed(view), {}, false, turned);
    CHECK(turned.verdict == sapper::Verdict::Exact, text);
    for (int cell = 0; cell < view.cells(); ++cell) {
        const double here = analysis.risk[cell], there = turned.risk[cell % view.cols * view.rows + cell / view.cols];
        CHECK(std::isnan(here) ? std::isnan(there) : std::abs(here - there) < 1e-9, text);
    }
}

// An impossible view has numbers that contradict each other; other tests compare them with the oracle.
void check_contradiction(const sapper::View& view, bool trust_flags) {
    const std::string text = text_of(view);
    const auto contradiction = sapper::find_contradiction(view, trust_flags, {}, {});
    CHECK(contradiction.found, text);
    CHECK(!contradiction.cells.empty() || contradiction.uses_mine_count, text);
    CHECK(std::is_sorted(contradiction.cells.begin(), contradiction.cells.end()), text);
    for (const int cell : contradiction.cells) CHECK(view.numbers.at(cell) >= 0, text);
}

void fuzz_without_truth(Dice& dice) {
    sapper::View view = without_truth(dice);
    if (dice.one_in(2)) add_flags(dice, view);
    const bool trust_flags = dice.one_in(2);
    sapper::Analysis analysis;
    sapper::analyse(view, random_limits(dice), trust_flags, analysis);
    if (analysis.verdict != sapper::Verdict::Impossible)
        check_sound(view, analysis, trust_flags);
    else if (view.cells() <= 400)
        check_contradiction(view, trust_flags);
}

}  // namespace

int main(int argc, char** argv) {
    return check::fuzz(argc, argv, "fuzz_analyse", [](Dice& dice, long) {
        fuzz_played(dice);
        fuzz_without_truth(dice);
    });
}
