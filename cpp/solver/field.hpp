// The board as the solver sees it: cells, numbers, and what single numbers prove, updated as cells open.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/view.hpp"

namespace sapper {

// "Suppose this covered cell is a mine" (or is free). A negative cell means no assumption.
struct Assumption {
    int cell = -1;
    bool mine = false;
};

// The board has a border of one cell on every side, so that every cell has eight neighbours and no loop has to check
// for the edge. A border cell is never covered and never shows a number. Such positions are called padded cells.
class Field {
public:
    static constexpr int NO_NUMBER = 64;

    // Starts again with rows x cols covered cells. Allocates only when the size grows.
    void reset(int rows, int cols, int mines);

    // Loads a view and propagates. Returns false when single numbers already contradict each other. With `stated` (by
    // cell, 0 or 1), only the numbers marked there are used; the others count as free cells.
    bool load(const View& view, bool trust_flags, const Assumption& assumption = {},
              std::span<const std::uint8_t> stated = {});

    // Records that a cell was opened and shows a number, or that a mine was hit. Call propagate() afterwards.
    void open(int at, int number);
    void hit(int at);

    // Treats an unknown cell as a mine, or as free. Call propagate() afterwards.
    void suppose(int at, bool mine) { decide(at, mine); }

    // Applies the two rules of a single number until nothing changes: a number with no mine left frees its neighbours,
    // and a number with as many mines left as unknown neighbours makes them mines. Returns false when a number cannot
    // be satisfied.
    bool propagate();

    // Queries
    int rows() const { return rows_; }
    int cols() const { return cols_; }
    int mines() const { return mines_; }
    int stride() const { return stride_; }
    int size() const { return size_; }  // number of padded cells; the arrays below have a little more room
    int at(int cell) const { return (cell / cols_ + 1) * stride_ + cell % cols_ + 1; }
    int cell(int at) const { return (at / stride_ - 1) * cols_ + at % stride_ - 1; }

    bool is_inside(int at) const {
        const int row = at / stride_, col = at % stride_;
        return row >= 1 && row <= rows_ && col >= 1 && col <= cols_;
    }
    bool touch(int a, int b) const {
        const int apart = a > b ? a - b : b - a;
        return apart == 1 || (apart >= stride_ - 1 && apart <= stride_ + 1);
    }

    bool is_unknown(int at) const { return unknown_[at] != 0; }  // covered, and decided by neither rule
    bool is_mine(int at) const { return mine_[at] != 0; }        // hit, trusted or proven
    bool is_open(int at) const { return number_[at] >= 0; }
    // Whether the cell shows a number that has unknown neighbours.
    bool is_active(int at) const { return number_[at] >= 0 && unknown_around(at) > 0; }
    int unknown_around(int at) const { return (need_[at] + spare_[at]) % (2 * NO_NUMBER); }
    int need(int at) const { return need_[at]; }  // mines that a number still needs
    int unknown_count() const { return unknown_count_; }
    int mine_count() const { return mine_count_; }
    const std::vector<int>& proven_safe() const { return safe_; }  // in order of discovery; some may be open by now
    const std::vector<std::uint8_t>& unknown() const { return unknown_; }
    // After load(): 0 proven free, 1 unknown, 2 proven mine, 3 not covered.
    const std::vector<std::uint8_t>& kinds();
    const std::vector<std::int8_t>& numbers() const { return number_; }
    const std::vector<std::uint8_t>& needs() const { return need_; }
    const std::vector<std::uint8_t>& spares() const { return spare_; }
    // A hash of numbers and mine count. It seeds the random draws for a field, so that equal fields get equal draws.
    std::uint64_t key() const;
    const int* offsets() const { return offset_; }  // to the eight neighbours, row-major

    void forget_safe() { safe_.clear(); }

private:
    void set_size();
    void survey();
    void decide(int at, bool mine);
    void lower_around(std::vector<std::uint8_t>& counts, int at);

    int rows_ = 0, cols_ = 0, mines_ = 0, stride_ = 0, size_ = 0;
    int unknown_count_ = 0, mine_count_ = 0;
    bool consistent_ = true;
    int offset_[8] = {};
    std::vector<std::uint8_t> unknown_, mine_;
    std::vector<std::int8_t> number_;
    // For each number: the mines it still needs, and the free cells it still needs, among its unknown neighbours. Each
    // decided cell lowers one of the two, and a count that falls to 0 decides all unknown neighbours. A cell that shows
    // no number has the same counts for the number 0, but both are NO_NUMBER greater and so never reach 0.
    std::vector<std::uint8_t> need_, spare_;
    std::vector<std::uint8_t> was_unknown_, conclusion_, decision_, marks_;  // of the loaded view
    std::vector<std::int8_t> around_, left_;                                 // while loading
    std::vector<int> safe_, pending_;
};

}  // namespace sapper
