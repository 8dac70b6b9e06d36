#include "field.hpp"

#include <algorithm>

namespace sapper {

namespace {
constexpr std::int8_t NOT_OPEN = -1;
}

void Field::reset(int rows, int cols, int mines) {
    mines_ = mines;
    const auto size = static_cast<std::size_t>(rows + 2) * (cols + 2);
    rows_ = rows;
    cols_ = cols;
    stride_ = cols + 2;
    const int s = stride_;
    const int offsets[8] = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    std::copy(offsets, offsets + 8, offset_);
    unknown_.assign(size, 0);
    mine_.assign(size, 0);
    number_.assign(size, NOT_OPEN);
    around_.assign(size, 0);
    need_.assign(size, 0);
    for (int row = 1; row <= rows; ++row) {
        std::fill_n(unknown_.begin() + row * s + 1, cols, std::uint8_t{1});
        for (int col = 1; col <= cols; ++col) {
            const int high = (row > 1) + 1 + (row < rows), wide = (col > 1) + 1 + (col < cols);
            around_[row * s + col] = static_cast<std::int8_t>(high * wide - 1);
        }
    }
    unknown_count_ = rows * cols;
    mine_count_ = 0;
    consistent_ = true;
    safe_.clear();
    pending_.clear();
}

bool Field::load(const View& view, bool trust_flags) {
    const auto size = static_cast<std::size_t>(view.rows + 2) * (view.cols + 2);
    rows_ = view.rows;
    cols_ = view.cols;
    mines_ = view.mines;
    stride_ = view.cols + 2;
    const int s = stride_;
    const int offsets[8] = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    std::copy(offsets, offsets + 8, offset_);
    unknown_.assign(size, 0);
    mine_.assign(size, 0);
    number_.assign(size, NOT_OPEN);
    around_.resize(size);
    need_.resize(size);
    consistent_ = true;
    safe_.clear();
    pending_.clear();

    // Whole-board byte passes, which the compiler turns into vector code: who is unknown, who is a mine,
    // and how many of each stand around every cell.
    for (int row = 0; row < rows_; ++row) {
        const std::int8_t* from = view.numbers.data() + static_cast<std::size_t>(row) * cols_;
        const auto base = static_cast<std::size_t>(row + 1) * s + 1;
        std::uint8_t* unknown = unknown_.data() + base;
        std::uint8_t* mine = mine_.data() + base;
        std::int8_t* number = number_.data() + base;
        for (int col = 0; col < cols_; ++col) {
            unknown[col] = from[col] == COVERED;
            mine[col] = from[col] == HIT;
            number[col] = std::max(from[col], NOT_OPEN);
        }
        if (trust_flags && !view.flags.empty()) {
            const std::uint8_t* flag = view.flags.data() + static_cast<std::size_t>(row) * cols_;
            for (int col = 0; col < cols_; ++col) {
                mine[col] |= flag[col];
                unknown[col] &= static_cast<std::uint8_t>(!flag[col]);
            }
        }
    }
    const int first = s + 1, last = static_cast<int>(size) - s - 1;
    std::fill_n(around_.begin(), first, std::int8_t{0});
    std::fill(around_.begin() + last, around_.end(), std::int8_t{0});
    const std::uint8_t* u = unknown_.data();
    const std::uint8_t* m = mine_.data();
    std::int8_t* around = around_.data();
    std::int8_t* need = need_.data();
    const std::int8_t* number = number_.data();
    int unknowns = 0, mines = 0;
    for (int at = first; at < last; ++at) {
        unknowns += u[at];
        mines += m[at];
    }
    for (int at = first; at < last; ++at)
        around[at] = static_cast<std::int8_t>(u[at - s - 1] + u[at - s] + u[at - s + 1] + u[at - 1] + u[at + 1] +
                                              u[at + s - 1] + u[at + s] + u[at + s + 1]);
    if (mines)
        for (int at = first; at < last; ++at)
            need[at] = static_cast<std::int8_t>(number[at] - (m[at - s - 1] + m[at - s] + m[at - s + 1] + m[at - 1] +
                                                              m[at + 1] + m[at + s - 1] + m[at + s] + m[at + s + 1]));
    else
        std::copy(number + first, number + last, need + first);
    unknown_count_ = unknowns;
    mine_count_ = mines;

    for (int at = first; at < last; ++at)
        if (number[at] >= 0) question(at);
    return propagate();
}

void Field::open(int at, int number) {
    if (unknown_[at]) {
        unknown_[at] = 0;
        --unknown_count_;
        for (int offset : offset_) {
            const int near = at + offset;
            --around_[near];
            if (number_[near] >= 0) question(near);
        }
    }
    int mines = 0;
    for (int offset : offset_) mines += mine_[at + offset];
    number_[at] = static_cast<std::int8_t>(number);
    need_[at] = static_cast<std::int8_t>(number - mines);
    question(at);
}

void Field::hit(int at) {
    if (unknown_[at]) decide(at, true);
}

// A number is worth a second look when it decides its covered neighbours, or cannot be met.
void Field::question(int at) {
    const int need = need_[at], around = around_[at];
    if (need < 0 || need > around)
        consistent_ = false;
    else if (around > 0 && (need == 0 || need == around))
        pending_.push_back(at);
}

void Field::decide(int at, bool mine) {
    unknown_[at] = 0;
    --unknown_count_;
    if (mine) {
        mine_[at] = 1;
        ++mine_count_;
        for (int offset : offset_) {
            const int near = at + offset;
            --around_[near];
            --need_[near];
            if (number_[near] >= 0) question(near);
        }
    } else {
        safe_.push_back(at);
        for (int offset : offset_) {
            const int near = at + offset;
            --around_[near];
            if (number_[near] >= 0) question(near);
        }
    }
}

bool Field::propagate() {
    while (consistent_ && !pending_.empty()) {
        const int at = pending_.back();
        pending_.pop_back();
        if (around_[at] == 0) continue;  // settled meanwhile
        const bool mine = need_[at] != 0;
        for (int offset : offset_)
            if (unknown_[at + offset]) decide(at + offset, mine);
    }
    return consistent_;
}

}  // namespace sapper
