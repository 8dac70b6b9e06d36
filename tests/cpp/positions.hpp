// Random positions for the fuzzers: small ones to compare with brute force, and odd ones, which are large or extreme.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "game/board.hpp"
#include "game/rules.hpp"
#include "game/view.hpp"

namespace check {

inline sapper::Board random_board(Dice& dice, int rows, int cols, int mines) {
    std::vector<int> cells(static_cast<std::size_t>(rows) * cols);
    std::iota(cells.begin(), cells.end(), 0);
    for (int i = 0; i < mines; ++i) std::swap(cells[i], cells[dice.between(i, static_cast<int>(cells.size()) - 1)]);
    return sapper::board_from_mines(rows, cols, {cells.data(), static_cast<std::size_t>(mines)});
}

// The view in which each free cell is open with a given chance.
inline sapper::View random_view(Dice& dice, const sapper::Board& board, double openness) {
    sapper::View view;
    view.rows = board.rows, view.cols = board.cols, view.mines = board.mines;
    view.numbers.assign(board.mine.size(), sapper::COVERED);
    for (int cell = 0; cell < board.cells(); ++cell)
        if (!board.mine[cell] && dice.unit() < openness) view.numbers[cell] = board.numbers[cell];
    return view;
}

// A board of at most twelve cells with few layouts.
inline sapper::Board small_board(Dice& dice) {
    const int rows = dice.between(1, 3), cols = dice.between(1, rows == 3 ? 4 : rows == 2 ? 6 : 12);
    return random_board(dice, rows, cols, dice.between(0, std::min(3, rows * cols)));
}

// Boards of one row or column, boards as high as wide, and large ones, with no mine, few mines, as many as usual, one
// free cell, or only mines.
inline sapper::Rules odd_rules(Dice& dice, int longest) {
    sapper::Rules rules;
    const int side = dice.one_in(8) ? longest : dice.between(1, std::min(longest, 60));
    rules.rows = dice.one_in(3) ? 1 : side;
    rules.cols = dice.one_in(4) ? 1 : side;
    const int cells = rules.cells(), fractions[] = {0, 1, 2, cells / 1000, cells / 8, cells / 5, cells - 1, cells};
    rules.mines = std::clamp(fractions[dice.below(std::size(fractions))], 0, cells);
    rules.first_move = sapper::FirstMove::Unsafe;
    return rules;
}

}  // namespace check
