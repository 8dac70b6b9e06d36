#include "field.hpp"

#include <algorithm>
#include <cstring>

#include "scan.hpp"

namespace sapper {

namespace {
constexpr std::int8_t NOT_OPEN = -1;
constexpr std::int8_t BORDER = -3;  // while loading: free, and says nothing
}  // namespace

void Field::set_stride() {
    stride_ = cols_ + 2;
    const int s = stride_;
    const int offsets[8] = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    std::copy(offsets, offsets + 8, offset_);
}

void Field::reset(int rows, int cols, int mines) {
    rows_ = rows;
    cols_ = cols;
    mines_ = mines;
    set_stride();
    const auto size = static_cast<std::size_t>(rows + 2) * stride_;
    const int s = stride_;
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

bool Field::load(const View& view, bool trust_flags, const Assumption& assumption,
                 std::span<const std::uint8_t> stated) {
    rows_ = view.rows;
    cols_ = view.cols;
    mines_ = view.mines;
    set_stride();
    const auto size = static_cast<std::size_t>(rows_ + 2) * stride_;
    unknown_.resize(size);
    mine_.resize(size);
    around_.resize(size);
    need_.resize(size);
    consistent_ = true;
    safe_.clear();
    pending_.clear();

    number_.assign(size, BORDER);
    for (int row = 0; row < rows_; ++row)
        std::memcpy(number_.data() + static_cast<std::size_t>(row + 1) * stride_ + 1,
                    view.numbers.data() + static_cast<std::size_t>(row) * cols_, static_cast<std::size_t>(cols_));
    if (!stated.empty())
        for (int cell = 0; cell < view.cells(); ++cell)
            if (view.numbers[cell] >= 0 && !stated[cell]) number_[at(cell)] = BORDER;
    if (assumption.cell >= 0) number_[at(assumption.cell)] = assumption.mine ? HIT : BORDER;
    survey(static_cast<int>(size));
    if (trust_flags && !view.flags.empty()) {
        for (int cell = 0; cell < view.cells(); ++cell)
            if (view.flags[cell] && unknown_[at(cell)]) decide(at(cell), true);
    }
    return propagate();
}

// Whole-board byte passes, which the compiler turns into vector code: who is unknown, who is a mine, how many
// of each stand around every cell, and which numbers have something to say.
void Field::survey(int size) {
    const int s = stride_, first = s + 1, last = size - s - 1;
    std::int8_t* __restrict number = number_.data();
    std::uint8_t* __restrict unknown = unknown_.data();
    std::uint8_t* __restrict mine = mine_.data();
    std::int8_t* __restrict around = around_.data();
    std::int8_t* __restrict need = need_.data();
    int unknowns = 0, mines = 0;
    for (int at = 0; at < size; ++at) {
        unknown[at] = number[at] == COVERED;
        mine[at] = number[at] == HIT;
        number[at] = std::max(number[at], NOT_OPEN);
    }
    for (int at = 0; at < size; ++at) {
        unknowns += unknown[at];
        mines += mine[at];
    }
    unknown_count_ = unknowns;
    mine_count_ = mines;
    std::fill_n(around, first, std::int8_t{0});
    std::fill_n(around + last, size - last, std::int8_t{0});
    for (int at = first; at < last; ++at)
        around[at] =
            static_cast<std::int8_t>(unknown[at - s - 1] + unknown[at - s] + unknown[at - s + 1] + unknown[at - 1] +
                                     unknown[at + 1] + unknown[at + s - 1] + unknown[at + s] + unknown[at + s + 1]);
    std::copy(number, number + size, need);
    if (mines)
        for (int at = first; at < last; ++at)
            need[at] = static_cast<std::int8_t>(need[at] -
                                                (mine[at - s - 1] + mine[at - s] + mine[at - s + 1] + mine[at - 1] +
                                                 mine[at + 1] + mine[at + s - 1] + mine[at + s] + mine[at + s + 1]));
    speaks_.resize(size);
    std::uint8_t* __restrict speaks = speaks_.data();
    for (int at = 0; at < size; ++at)
        speaks[at] = static_cast<std::uint8_t>((number[at] >= 0) &
                                               ((need[at] < 0) | (need[at] > around[at]) |
                                                ((around[at] > 0) & ((need[at] == 0) | (need[at] == around[at])))));
    for_each_set(speaks_, [&](int at) { question(at); });
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
