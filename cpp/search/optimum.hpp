// Perfect play of whole small boards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "game/rules.hpp"
#include "search/set_table.hpp"

namespace sapper {

// Perfect play from `start` wins `wins` of `layouts` equally likely layouts.
struct OptimumValue {
    std::uint64_t wins = 0;
    std::uint64_t layouts = 0;
    int start = -1;
};

// Expectimax over sets of layouts. What a player knows is the set of layouts that still fit; opening a cell splits
// it by the number shown and drops the layouts in which the cell is a mine. A set is worth the number of its layouts
// that perfect play wins, so that all arithmetic is in whole numbers and exact. Cascades need no rule of their own:
// they open cells that are free in every layout, which costs a player nothing.
//
// The promise of the first move says which layouts there are; once the start is open, what it shows says so too.
// All promises and starts therefore share one table.
class Optimum {
public:
    static constexpr int MOST_CELLS = 64;

    // `poll` is called every now and then with the nodes so far and may throw to end the search; memory is that of
    // table and sets together.
    Optimum(const Rules& rules, std::size_t bytes, std::function<void(std::uint64_t)> poll);

    // The value of one start, or a best start with its value (start < 0); of equals the one with fewest neighbours,
    // then the first. Nothing when the memory does not suffice.
    std::optional<OptimumValue> solve(int start);

    std::uint64_t nodes() const { return nodes_; }

private:
    using Layout = std::uint64_t;  // one bit a cell

    // A set of layouts on the stack, [begin, end), in which no cell that is free for certain tells anything new.
    struct Part {
        std::size_t begin, end;
        Layout any, all;       // cells that are a mine in some layout, in every layout
        Layout known_numbers;  // free cells that are known to show the same number in every layout
        SetKey key;
        std::uint32_t most;     // no more layouts than these can be won
        bool exact = false;     // and exactly as many can be
        bool is_known = false;  // met before
    };
    struct Candidate {
        int cell;
        std::uint32_t most;  // no more layouts than these can be won by guessing it
        int numbers;         // how many different ones it may show
    };

    std::optional<OptimumValue> solve_start(int start, const OptimumValue& best);
    std::vector<int> distinct_starts() const;
    // The layouts won of a set: exact when more than `needed`, otherwise no fewer than can be won.
    std::uint32_t best(const Part& part, std::uint32_t needed);
    std::uint32_t worth(const Part& part, const Candidate& candidate, std::uint32_t needed);
    std::uint32_t add_up(std::size_t first_part, std::uint32_t sure, std::uint32_t needed);
    std::uint32_t open_free_cells(std::size_t begin, std::size_t end, Layout known_numbers);
    void partition(std::size_t begin, std::size_t end, int cell, std::size_t (&bounds)[10]);
    void candidates(const Part& part, std::vector<Candidate>& found) const;
    SetKey key(const Part& part) const;
    void check_limits();

    Rules rules_;
    std::size_t bytes_;
    std::function<void(std::uint64_t)> poll_;
    std::uint64_t nodes_ = 0, work_ = 0;
    Layout near_[MOST_CELLS] = {};  // the neighbours of each cell
    std::vector<Layout> stack_, scratch_;
    std::vector<Part> parts_;
    std::vector<Candidate> guesses_;
    SetTable table_;
};

}  // namespace sapper
