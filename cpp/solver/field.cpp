#include "solver/field.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "solver/byte_passes.hpp"
#include "solver/four_bytes.hpp"
#include "support/byte_scan.hpp"

namespace sapper {

namespace {
constexpr std::int8_t NOT_OPEN = -1;
constexpr std::int8_t BORDER = -3;  // while loading: a free cell that states no number
}  // namespace

void Field::set_size() {
    stride_ = cols_ + 2;
    size_ = (rows_ + 2) * stride_;
    const int s = stride_;
    const int offsets[8] = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    std::copy(offsets, offsets + 8, offset_);
}

void Field::reset(int rows, int cols, int mines) {
    rows_ = rows;
    cols_ = cols;
    mines_ = mines;
    set_size();
    const std::size_t room = passes::room(size_);
    const int s = stride_;
    unknown_.assign(room, 0);
    mine_.assign(room, 0);
    number_.assign(room, NOT_OPEN);
    need_.assign(room, NO_NUMBER);
    spare_.assign(room, NO_NUMBER);
    for (int row = 1; row <= rows; ++row) {
        const int high = (row > 1) + 1 + (row < rows);
        const auto spare = [&](int wide) { return static_cast<std::uint8_t>(NO_NUMBER + high * wide - 1); };
        std::fill_n(unknown_.begin() + row * s + 1, cols, std::uint8_t{1});
        std::fill_n(spare_.begin() + row * s + 1, cols, spare(3));
        spare_[row * s + 1] = spare_[row * s + cols] = spare(cols > 1 ? 2 : 1);
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
    set_size();
    const std::size_t room = passes::room(size_);
    unknown_.resize(room);
    mine_.resize(room);
    safe_.clear();
    pending_.clear();

    number_.assign(room, BORDER);
    for (int row = 0; row < rows_; ++row)
        std::memcpy(number_.data() + static_cast<std::size_t>(row + 1) * stride_ + 1,
                    view.numbers.data() + static_cast<std::size_t>(row) * cols_, static_cast<std::size_t>(cols_));
    if (!stated.empty())
        for (int cell = 0; cell < view.cells(); ++cell)
            if (view.numbers[cell] >= 0 && !stated[cell]) number_[at(cell)] = BORDER;
    if (assumption.cell >= 0) number_[at(assumption.cell)] = assumption.mine ? HIT : BORDER;
    survey();
    if (trust_flags && !view.flags.empty()) {
        for (int cell = 0; cell < view.cells(); ++cell) {
            if (!view.flags[cell] || !was_unknown_[at(cell)]) continue;
            if (unknown_[at(cell)])
                decide(at(cell), true);
            else if (!mine_[at(cell)])
                consistent_ = false;  // the numbers prove that it is free
        }
    }
    return propagate();
}

// Computes all counts in vectorised passes, and applies once, to all cells together, what single numbers prove. That
// decides most cells; propagate() decides the others one by one.
void Field::survey() {
    const std::size_t room = passes::room(size_);
    // The passes do not reach the first and the last cells, which belong to the border.
    const auto prepare = [&](auto& array, int value) {
        using T = typename std::decay_t<decltype(array)>::value_type;
        array.resize(room);
        std::fill_n(array.begin(), stride_ + 1, static_cast<T>(value));
        std::fill(array.begin() + (size_ - stride_ - 1), array.end(), static_cast<T>(value));
    };
    for (auto* marks : {&conclusion_, &decision_, &marks_}) prepare(*marks, 0);
    for (auto* counts : {&need_, &spare_}) prepare(*counts, NO_NUMBER);
    around_.resize(room);
    passes::classify(size_, number_.data(), unknown_.data(), mine_.data());
    was_unknown_ = unknown_;
    const std::int8_t* left = number_.data();
    if (passes::count(size_, mine_.data()) > 0) {
        left_ = number_;
        passes::subtract_around(size_, stride_, mine_.data(), left_.data());
        left = left_.data();
    }
    passes::conclude(size_, stride_, number_.data(), left, unknown_.data(), around_.data(), conclusion_.data());
    passes::decide(size_, stride_, conclusion_.data(), unknown_.data(), mine_.data(), decision_.data(), marks_.data());
    unknown_count_ = passes::count(size_, unknown_.data());
    mine_count_ = passes::count(size_, mine_.data());
    for_each_mark(marks_, [&](int at) { safe_.push_back(at); });
    // A cell with both conclusions became a mine; the number that requires it to be free can then not be satisfied.
    consistent_ = passes::split_counts(size_, stride_, NO_NUMBER, number_.data(), left, around_.data(),
                                       decision_.data(), need_.data(), spare_.data(), marks_.data());
    for_each_mark(marks_, [&](int at) { pending_.push_back(at); });
}

std::uint64_t Field::key() const {
    std::uint64_t key = static_cast<std::uint64_t>(mines_);
    for (int at = 0; at < size_; ++at) key = (key ^ static_cast<std::uint8_t>(number_[at])) * 0x100000001b3u;
    return key;
}

const std::vector<std::uint8_t>& Field::kinds() {
    passes::mark_kinds(size(), was_unknown_.data(), unknown_.data(), mine_.data(), marks_.data());
    return marks_;
}

void Field::open(int at, int number) {
    if (unknown_[at]) {
        unknown_[at] = 0;
        --unknown_count_;
        lower_around(spare_, at);
    }
    number_[at] = static_cast<std::int8_t>(number);
    const int need = need_[at] - NO_NUMBER + number, spare = spare_[at] - NO_NUMBER - number;
    if (need < 0 || spare < 0) {
        consistent_ = false;
        return;
    }
    need_[at] = static_cast<std::uint8_t>(need);
    spare_[at] = static_cast<std::uint8_t>(spare);
    if ((need == 0) != (spare == 0)) pending_.push_back(at);
}

void Field::hit(int at) {
    if (unknown_[at]) decide(at, true);
}

// Lowers the counts of the eight neighbours by one, and queues the numbers whose count falls to 0. Notes when a count
// would fall below 0, because that number cannot be satisfied.
void Field::lower_around(std::vector<std::uint8_t>& counts, int at) {
    for_row_around(stride_, at, [&](int first, std::uint32_t ones) {
        constexpr std::uint32_t HIGHEST = 0x80808080;  // no count reaches the highest bit of its byte
        std::uint32_t four = load_four(counts.data() + first);
        if ((HIGHEST - four) & ones << 7) {
            consistent_ = false;
            return;
        }
        four -= ones;
        store_four(four, counts.data() + first);
        for (std::uint32_t zero = (HIGHEST - four) & ones << 7; zero; zero &= zero - 1)
            pending_.push_back(first + std::countr_zero(zero) / 8);
    });
}

void Field::decide(int at, bool mine) {
    unknown_[at] = 0;
    --unknown_count_;
    if (mine) {
        mine_[at] = 1;
        ++mine_count_;
        lower_around(need_, at);
    } else {
        safe_.push_back(at);
        lower_around(spare_, at);
    }
}

bool Field::propagate() {
    while (consistent_ && !pending_.empty()) {
        const int at = pending_.back();
        pending_.pop_back();
        const bool mine = need_[at] != 0;
        for_row_around(stride_, at, [&](int first, std::uint32_t ones) {
            for (std::uint32_t left = load_four(unknown_.data() + first) & ones; left; left &= left - 1)
                decide(first + std::countr_zero(left) / 8, mine);
        });
    }
    return consistent_;
}

}  // namespace sapper
