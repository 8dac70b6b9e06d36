// Perfect play of whole small boards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "game/rules.hpp"
#include "search/set_table.hpp"
#include "support/store.hpp"

namespace sapper {

// Perfect play from `start` wins `wins` of `layouts` equally likely layouts.
struct OptimumValue {
    std::uint64_t wins = 0;
    std::uint64_t layouts = 0;
    int start = -1;
};

// Expectimax over sets of layouts. A player's knowledge is the set of layouts that still fit. Opening a cell splits the
// set by the number shown and drops the layouts in which the cell is a mine. The value of a set is the number of its
// layouts that perfect play wins, so all arithmetic is exact, in whole numbers. Cascades need no special treatment:
// they open cells that are free in every layout, which costs a player nothing.
//
// The first-move rule determines the layouts at the start. Once the start is open, its number determines the set as
// well, so all first-move rules and starts share one table.
class Optimum {
public:
    static constexpr int MOST_CELLS = 64;

    // `bytes` limits the memory of the table and the sets together. `poll` is called now and then with the nodes so
    // far, and may throw to end the search.
    Optimum(const Rules& rules, std::size_t bytes, std::function<void(std::uint64_t)> poll);

    // The value of one start, or the best start with its value (start < 0). Among equal starts, the one with the fewest
    // neighbours, then the first, is returned. Returns nullopt when the memory does not suffice.
    std::optional<OptimumValue> solve(int start);

    std::uint64_t nodes() const { return nodes_; }

private:
    using Layout = std::uint64_t;  // one bit per cell

    // A set of layouts on the stack, [begin, end), in which no certainly free cell gives new information.
    struct Part {
        std::size_t begin, end;
        Layout any, all;       // cells that are mines in some layout, and in every layout
        Layout known_numbers;  // free cells known to show the same number in every layout
        SetKey key;
        std::uint32_t most;     // upper bound on the layouts won
        bool exact = false;     // whether `most` is exact
        bool is_known = false;  // found in the table
    };
    struct Candidate {
        int cell;
        std::uint32_t most;  // upper bound on the layouts won by guessing it
        int numbers;         // how many different numbers it may show
    };

    std::optional<OptimumValue> solve_start(int start, const OptimumValue& best);
    std::vector<int> distinct_starts() const;
    // best(), worth() and add_up() call each other, once for each cell guessed: at most MOST_CELLS deep.
    // The layouts won of a set: exact when more than `needed`, otherwise an upper bound.
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
    Store<Layout> stack_, scratch_;
    std::vector<Part> parts_;
    std::vector<Candidate> guesses_;
    SetTable table_;
};

}  // namespace sapper
