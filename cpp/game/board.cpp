#include "game/board.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "game/neighbours.hpp"
#include "game/philox.hpp"

namespace sapper {

namespace {

void resize(Board& board, int rows, int cols) {
    board.rows = rows;
    board.cols = cols;
    const auto cells = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
    board.mine.assign(cells, 0);
    board.numbers.assign(cells, 0);
    board.mines = 0;
}

void place(Board& board, int cell) {
    board.mine[cell] = 1;
    board.mines += 1;
}

// Counts the mines around every cell. Both passes run over the whole board, so that the compiler can vectorise them:
// the first sums each cell with the cells above and below it, the second adds three such sums side by side.
void finish(Board& board, std::vector<std::uint8_t>& scratch) {
    const int cells = board.cells(), cols = board.cols;
    const std::uint8_t* mine = board.mine.data();
    // One zero entry before the first cell and one after the last.
    scratch.assign(static_cast<std::size_t>(cells) + 2, 0);
    std::uint8_t* sum = scratch.data() + 1;
    std::copy_n(mine, cells, sum);
    for (int cell = cols; cell < cells; ++cell) sum[cell] = static_cast<std::uint8_t>(sum[cell] + mine[cell - cols]);
    for (int cell = cols; cell < cells; ++cell)
        sum[cell - cols] = static_cast<std::uint8_t>(sum[cell - cols] + mine[cell]);
    std::int8_t* number = board.numbers.data();
    for (int cell = 0; cell < cells; ++cell)
        number[cell] = static_cast<std::int8_t>(sum[cell - 1] + sum[cell] + sum[cell + 1]);
    // The first and last cell of a row are not neighbours of the adjacent rows' ends, so those sums are taken out
    // again.
    for (int first = 0; first < cells; first += cols) {
        number[first] = static_cast<std::int8_t>(number[first] - sum[first - 1]);
        number[first + cols - 1] = static_cast<std::int8_t>(number[first + cols - 1] - sum[first + cols]);
    }
    for (int cell = 0; cell < cells; ++cell) number[cell] = mine[cell] ? HIT : number[cell];
}

}  // namespace

void BoardMaker::make(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start, Board& out) {
    check_rules(rules);
    check_start(rules, start);
    resize(out, rules.rows, rules.cols);
    const int cells = rules.cells();
    permutation_.resize(cells);
    std::iota(permutation_.begin(), permutation_.end(), 0);
    const int start_row = start / rules.cols, start_col = start % rules.cols;
    const auto allowed = [&](int cell) {
        if (rules.first_move == FirstMove::Unsafe) return true;
        if (rules.first_move == FirstMove::Safe) return cell != start;
        const int down = cell / rules.cols - start_row, side = cell % rules.cols - start_col;
        return down < -1 || down > 1 || side < -1 || side > 1;
    };
    Philox random(seed, index, Purpose::Board);
    for (int i = 0; out.mines < rules.mines; ++i) {
        std::swap(permutation_[i], permutation_[i + static_cast<int>(random.below(cells - i))]);
        if (allowed(permutation_[i])) place(out, permutation_[i]);
    }
    finish(out, scratch_);
}

Board board_from_mines(int rows, int cols, std::span<const int> mines) {
    check_rules({.rows = rows, .cols = cols, .first_move = FirstMove::Unsafe});
    Board board;
    resize(board, rows, cols);
    for (const int cell : mines) {
        if (cell < 0 || cell >= board.cells()) throw std::invalid_argument("a mine lies outside the board");
        if (board.mine[cell])
            throw std::invalid_argument("the mine (" + std::to_string(cell / cols) + ", " +
                                        std::to_string(cell % cols) + ") is given twice");
        place(board, cell);
    }
    std::vector<std::uint8_t> scratch;
    finish(board, scratch);
    return board;
}

BoardFacts facts(const Board& board) {
    BoardFacts found{0, 0, 0};
    enum : std::uint8_t { New, NextToOpening, Done };
    std::vector<std::uint8_t> mark(board.mine.size(), New);
    std::vector<int> stack;
    for (int cell = 0; cell < board.cells(); ++cell) {
        if (board.numbers[cell] != 0 || mark[cell] != New) continue;
        found.openings += 1;
        mark[cell] = Done;
        stack.push_back(cell);
        while (!stack.empty()) {
            const int zero = stack.back();
            stack.pop_back();
            for_neighbours(board.rows, board.cols, zero, [&](int other) {
                if (board.numbers[other] != 0) {
                    mark[other] = NextToOpening;
                } else if (mark[other] == New) {
                    mark[other] = Done;
                    stack.push_back(other);
                }
            });
        }
    }
    found.bbbv = found.openings;
    for (int cell = 0; cell < board.cells(); ++cell) {
        if (board.numbers[cell] <= 0 || mark[cell] != New) continue;
        found.islands += 1;
        mark[cell] = Done;
        stack.push_back(cell);
        while (!stack.empty()) {
            const int number = stack.back();
            stack.pop_back();
            found.bbbv += 1;
            for_neighbours(board.rows, board.cols, number, [&](int other) {
                if (board.numbers[other] > 0 && mark[other] == New) {
                    mark[other] = Done;
                    stack.push_back(other);
                }
            });
        }
    }
    return found;
}

}  // namespace sapper
