#include "search/optimum.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "game/neighbours.hpp"
#include "support/combinations.hpp"
#include "support/interruption.hpp"
#include "support/plural.hpp"
#include "support/sorting.hpp"
#include "support/twice.hpp"

namespace sapper {

namespace {

using Layout = std::uint64_t;

constexpr std::uint64_t POLL_EVERY = 1 << 20;  // layouts processed between two polls

struct OutOfMemory {};

// Counts the set bits among the neighbours of a cell. There are at most eight, so the sums fit into four bits of each
// byte. Written out, because a portable build may not use the processor's own instruction.
inline int count(Layout bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>(bits * 0x0101010101010101u >> 56);
}

// Calls visit(c) for every bit c that is set.
template <class Visit>
inline void for_bits(Layout bits, Visit&& visit) {
    for (; bits; bits &= bits - 1) visit(std::countr_zero(bits));
}

}  // namespace

Optimum::Optimum(const Rules& rules, std::size_t bytes, std::function<void(std::uint64_t)> poll)
    : rules_(rules), bytes_(bytes), poll_(std::move(poll)) {
    check_rules(rules);
    if (rules.cells() > MOST_CELLS)
        throw std::invalid_argument("perfect play is for boards of at most " + std::to_string(MOST_CELLS) +
                                    " cells, not " + std::to_string(rules.cells()));
    if (!rules.lose_on_mine || rules.won_by_flags)
        throw std::invalid_argument("perfect play is for games that a mine loses and that only opening wins");
    for (int cell = 0; cell < rules.cells(); ++cell)
        for_neighbours(rules.rows, rules.cols, cell, [&](int other) { near_[cell] |= Layout{1} << other; });
}

std::optional<OptimumValue> Optimum::solve(int start) {
    std::vector<int> starts{start};
    if (start < 0)
        starts = distinct_starts();
    else
        check_start(rules_, start);
    OptimumValue found;
    try {
        for (int each : starts)
            if (const auto value = solve_start(each, found)) found = *value;
    } catch (const OutOfMemory&) {
        return std::nullopt;
    }
    return found;
}

// One start for each class under the board's symmetries. Those with the fewest neighbours come first, because a good
// value found early shortens the search of the others.
std::vector<int> Optimum::distinct_starts() const {
    const int rows = rules_.rows, cols = rules_.cols;
    std::vector<int> starts;
    for (int row = 0; 2 * row < rows + 1; ++row)
        for (int col = 0; 2 * col < cols + 1; ++col) {
            if (2 * row >= rows + rows % 2 || 2 * col >= cols + cols % 2) continue;
            if (rows == cols && row > col) continue;
            const int cell = row * cols + col;
            if (rules_.mines <= rules_.cells() - promised_free(rules_, cell)) starts.push_back(cell);
        }
    if (starts.empty())
        throw std::invalid_argument("no start leaves room for " + counted(rules_.mines, "mine") +
                                    " with its neighbours free");
    sort_stably(starts.begin(), starts.end(),
                [&](int a, int b) { return std::popcount(near_[a]) < std::popcount(near_[b]); });
    return starts;
}

// The value of a start, if it is better than the best so far.
std::optional<OptimumValue> Optimum::solve_start(int start, const OptimumValue& best) {
    const int cells = rules_.cells();
    OptimumValue value{0, choose(cells - promised_free(rules_, start), rules_.mines), start};
    // Under FirstMove::Zero the neighbours are free as well. Otherwise only layouts with a free start matter.
    Layout free = Layout{1} << start;
    if (rules_.first_move == FirstMove::Zero) free |= near_[start];
    const std::uint64_t count = choose(cells - std::popcount(free), rules_.mines);
    if (count > bytes_ / (4 * sizeof(Layout)) || count > UINT32_MAX) throw OutOfMemory{};

    const auto needed =
        best.start < 0 ? 0 : static_cast<std::uint64_t>(static_cast<Twice>(best.wins) * value.layouts / best.layouts);
    if (count > 0) {
        stack_.clear();
        parts_.clear();
        RareCheck<12> check;
        for_layouts(cells, rules_.mines, free, [&](Layout layout) {
            check();
            stack_.push_back(layout);
        });
        std::size_t bounds[10];
        partition(0, stack_.size(), start, bounds);
        std::uint32_t sure = 0;
        for (int number = 0; number < 9; ++number)
            if (bounds[number] < bounds[number + 1])
                sure += open_free_cells(bounds[number], bounds[number + 1], Layout{1} << start);
        value.wins = add_up(0, sure, static_cast<std::uint32_t>(needed));
    }
    if (best.start >= 0 && value.wins <= needed) return std::nullopt;
    return value;
}

// Sorts [begin, end) by the number that `cell` shows; number n is at [bounds[n], bounds[n + 1]).
void Optimum::partition(std::size_t begin, std::size_t end, int cell, std::size_t (&bounds)[10]) {
    const Layout near = near_[cell];
    std::size_t tally[9] = {};
    scratch_.clear();
    scratch_.resize(end - begin);
    in_pieces(begin, end, [&](std::size_t from, std::size_t to) {
        std::copy_n(stack_.data() + from, to - from, scratch_.data() + (from - begin));
        for (std::size_t i = from; i < to; ++i) ++tally[count(stack_[i] & near)];
    });
    bounds[0] = begin;
    for (int number = 0; number < 9; ++number) bounds[number + 1] = bounds[number] + tally[number];
    std::size_t fill[10];
    std::copy(bounds, bounds + 10, fill);
    in_pieces(0, scratch_.size(), [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) stack_[fill[count(scratch_[i] & near)]++] = scratch_[i];
    });
}

// Opens cells that are free in all layouts of [begin, end) as long as one can show several numbers. Appends the parts
// into which the set falls to parts_, and returns how many layouts are won for certain. Every level opens a cell, so
// the calls nest at most MOST_CELLS deep.
std::uint32_t Optimum::open_free_cells(std::size_t begin, std::size_t end, Layout known_numbers) {
    if (end - begin == 1) return 1;
    work_ += end - begin;
    Layout any = 0, all = ~Layout{0};
    in_pieces(begin, end, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) any |= stack_[i], all &= stack_[i];
    });
    const Layout doubt = any & ~all;
    for (int cell = 0; cell < rules_.cells(); ++cell) {
        const Layout near = near_[cell] & doubt;
        if ((any | known_numbers) >> cell & 1 || !near) continue;
        known_numbers |= Layout{1} << cell;
        const int number = count(stack_[begin] & near);
        std::size_t i = begin + 1;
        while (i < end && count(stack_[i] & near) == number) ++i;
        if (i == end) continue;
        std::size_t bounds[10];
        partition(begin, end, cell, bounds);
        std::uint32_t sure = 0;
        for (int n = 0; n < 9; ++n)
            if (bounds[n] < bounds[n + 1]) sure += open_free_cells(bounds[n], bounds[n + 1], known_numbers);
        return sure;
    }
    // Two layouts that no free cell tells apart: one of them is lost.
    if (end - begin == 2) return 1;
    Part part{begin, end, any, all, known_numbers, {}, static_cast<std::uint32_t>(end - begin - 1)};
    part.key = key(part);
    if (const SetValue* known = table_.find(part.key)) {
        part.is_known = true;
        part.most = known->wins;
        part.exact = known->exact;
    }
    parts_.push_back(part);
    return 0;
}

// A description of the set that does not depend on its position or orientation: the undecided cells, what the numbers
// beside them still need, and how many mines are undecided.
SetKey Optimum::key(const Part& part) const {
    constexpr std::uint8_t NOTHING = 14, DOUBT = 15;
    const Layout doubt = part.any & ~part.all, layout = stack_[part.begin];
    std::uint8_t picture[MOST_CELLS];
    int top = rules_.rows, bottom = -1, left = rules_.cols, right = -1;
    for (int row = 0, cell = 0; row < rules_.rows; ++row)
        for (int col = 0; col < rules_.cols; ++col, ++cell) {
            std::uint8_t& shown = picture[cell] = NOTHING;
            if (doubt >> cell & 1)
                shown = DOUBT;
            else if (near_[cell] & doubt && !(part.all >> cell & 1))
                shown = static_cast<std::uint8_t>(count(layout & near_[cell] & doubt));
            else
                continue;
            top = std::min(top, row), bottom = std::max(bottom, row);
            left = std::min(left, col), right = std::max(right, col);
        }
    const int high = bottom - top + 1, wide = right - left + 1;
    const auto mines = static_cast<std::uint64_t>(std::popcount(layout & doubt));
    SetKey least;
    least.fill(~std::uint64_t{0});
    for (int turn = 0; turn < 8; ++turn) {
        const bool flip = turn & 1, mirror = turn & 2, transpose = turn & 4;
        // It is enough to use the orientation of the box that is at least as wide as high.
        if (transpose ? wide > high : high > wide) continue;
        const int rows = transpose ? wide : high, cols = transpose ? high : wide;
        SetKey turned{};
        int at = 0;
        for (int row = 0; row < rows; ++row)
            for (int col = 0; col < cols; ++col, ++at) {
                const int r = transpose ? col : row, c = transpose ? row : col;
                const int from = (top + (flip ? high - 1 - r : r)) * rules_.cols + left + (mirror ? wide - 1 - c : c);
                turned[at >> 4] |= static_cast<std::uint64_t>(picture[from]) << (4 * (at & 15));
            }
        turned[4] = mines << 16 | static_cast<std::uint64_t>(rows) << 8 | static_cast<std::uint64_t>(cols);
        least = std::min(least, turned);
    }
    return least;
}

// Finds the cells worth guessing, the most promising first.
void Optimum::candidates(const Part& part, std::vector<Candidate>& found) const {
    const Layout doubt = part.any & ~part.all;
    struct Shown {
        std::uint32_t layouts;
        Layout any;  // cells that are mines in some of them
    };
    Shown shown[MOST_CELLS][9];  // by what a cell shows where it is free
    for_bits(doubt, [&](int cell) { std::fill_n(shown[cell], 9, Shown{0, 0}); });
    RareCheck<12> check;
    for (std::size_t i = part.begin; i < part.end; ++i) {
        check();
        const Layout layout = stack_[i];
        for_bits(doubt & ~layout, [&](int cell) {
            Shown& each = shown[cell][count(layout & near_[cell])];
            ++each.layouts;
            each.any |= layout;
        });
    }
    // A cell that shows the same number whenever it is free gives no information: any move after it could as well come
    // before it.
    Layout telling = 0;
    std::uint32_t free[MOST_CELLS];
    Layout beside[MOST_CELLS];  // cells that are mines in some layout in which the cell is free
    for_bits(doubt, [&](int cell) {
        Candidate candidate{cell, 0, 0};
        free[cell] = 0;
        beside[cell] = 0;
        for (const Shown& each : shown[cell]) {
            if (each.layouts == 0) continue;
            ++candidate.numbers;
            free[cell] += each.layouts;
            beside[cell] |= each.any;
            // Where no other cell becomes certainly free, the next move is another guess and loses at least one layout.
            const bool stuck = each.layouts > 1 && (doubt & ~each.any) == Layout{1} << cell;
            candidate.most += each.layouts - stuck;
        }
        if (candidate.numbers == 1) return;
        telling |= Layout{1} << cell;
        found.push_back(candidate);
    });
    // If another cell is free whenever this one is, the other one comes first, and this one can still follow.
    std::erase_if(found, [&](const Candidate& candidate) {
        const int cell = candidate.cell;
        bool dominated = false;
        for_bits(telling & ~beside[cell] & ~(Layout{1} << cell),
                 [&](int other) { dominated |= free[other] > free[cell] || other < cell; });
        return dominated;
    });
    sort_stably(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
        return a.most != b.most ? a.most > b.most : a.numbers != b.numbers ? a.numbers > b.numbers : a.cell < b.cell;
    });
}

std::uint32_t Optimum::best(const Part& part, std::uint32_t needed) {
    // Step 1. The value of a set met before is known.
    if (const SetValue* known = table_.find(part.key); known && (known->exact || known->wins <= needed))
        return known->wins;
    ++nodes_;
    work_ += part.end - part.begin;
    check_limits();

    // Step 2. Try the guesses as long as one may win more. Where no cell gives information, any guess wins one layout.
    std::vector<Candidate> guesses;
    candidates(part, guesses);
    std::uint32_t wins = 1, most = guesses.empty() ? 1 : 0;
    for (const Candidate& guess : guesses) {
        const std::uint32_t floor = std::max(wins, needed);
        if (guess.most <= floor) {
            most = std::max(most, guess.most);
            break;
        }
        const std::uint32_t found = worth(part, guess, floor);
        most = std::max(most, found);
        if (found > floor) wins = found;
    }
    // Step 3. The result is exact if it is more than needed; otherwise it is an upper bound.
    const bool exact = wins > needed;
    const std::uint32_t value = exact ? wins : std::min(std::max(most, wins), needed);
    table_.put(part.key, {value, exact});
    return value;
}

// The value of guessing a cell: exact when more than `needed`, otherwise an upper bound.
std::uint32_t Optimum::worth(const Part& part, const Candidate& candidate, std::uint32_t needed) {
    check_limits();
    const std::size_t base = stack_.size(), first = parts_.size();
    in_pieces(part.begin, part.end, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            if (const Layout layout = stack_[i]; !(layout >> candidate.cell & 1)) stack_.push_back(layout);
    });
    std::size_t bounds[10];
    const Layout known_numbers = part.known_numbers | Layout{1} << candidate.cell;
    partition(base, stack_.size(), candidate.cell, bounds);
    std::uint32_t sure = 0;
    auto most = static_cast<std::uint32_t>(stack_.size() - base);
    for (int number = 0; number < 9 && most > needed; ++number) {
        if (bounds[number] == bounds[number + 1]) continue;
        const std::size_t last = parts_.size();
        most -= static_cast<std::uint32_t>(bounds[number + 1] - bounds[number]);
        const std::uint32_t won = open_free_cells(bounds[number], bounds[number + 1], known_numbers);
        sure += won;
        most += won;
        for (std::size_t i = last; i < parts_.size(); ++i) most += parts_[i].most;
    }
    const std::uint32_t wins = most > needed ? add_up(first, sure, needed) : most;
    parts_.resize(first);
    stack_.resize(base);
    return wins;
}

// Sums the values of the parts from `first_part` on. Small parts come first: they are cheap, and may show that more
// than `needed` is out of reach.
std::uint32_t Optimum::add_up(std::size_t first_part, std::uint32_t sure, std::uint32_t needed) {
    sort_stably(parts_.begin() + static_cast<std::ptrdiff_t>(first_part), parts_.end(),
                [](const Part& a, const Part& b) { return a.end - a.begin < b.end - b.begin; });
    std::uint32_t total = sure;
    for (std::size_t i = first_part; i < parts_.size(); ++i) total += parts_[i].most;
    const std::size_t last = parts_.size();
    // Upper bounds first, because they are cheap.
    for (std::size_t i = first_part; i < last && total > needed; ++i) {
        Part& part = parts_[i];
        if (part.is_known) continue;
        guesses_.clear();
        candidates(part, guesses_);
        const std::uint32_t most = guesses_.empty() ? 1 : guesses_.front().most;
        total -= part.most - most;
        part.most = most;
        part.exact = guesses_.empty();
        table_.put(part.key, {most, part.exact});
    }
    for (std::size_t i = first_part; i < last && total > needed; ++i) {
        const Part part = parts_[i];
        if (part.exact) continue;
        const std::uint32_t others = total - part.most;
        const std::uint32_t floor = needed > others ? needed - others : 0;
        total = others + best(part, floor);
    }
    return total;
}

void Optimum::check_limits() {
    if (table_.bytes_next() + (stack_.capacity() + scratch_.capacity()) * sizeof(Layout) > bytes_) throw OutOfMemory{};
    if (work_ < POLL_EVERY) return;
    work_ = 0;
    poll_(nodes_);
}

}  // namespace sapper
