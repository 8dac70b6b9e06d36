// Perfect play once few layouts are left.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game/philox.hpp"
#include "search/layout_marks.hpp"
#include "search/layouts.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"
#include "support/store.hpp"

namespace sapper {

// The result of perfect play: it wins `wins` of `layouts` equally likely layouts, and opens `cell` next.
struct EndgameValue {
    std::uint32_t wins = 0;
    std::uint32_t layouts = 0;
    int cell = -1;  // a padded cell
    double win() const { return static_cast<double>(wins) / layouts; }
};

// Limits of the search where a field has too many layouts for a full one.
struct Scope {
    std::size_t layouts;  // the most layouts used
    std::size_t width;    // cells tried in each set, the most promising first
    std::size_t nodes;    // the most sets examined
};

// Expectimax over sets of layouts. A player's knowledge is the set of layouts that fit. Opening a cell splits the set
// by the number shown and drops the layouts in which the cell is a mine. The value of a set is the number of its
// layouts that perfect play wins, so all arithmetic is exact, in whole numbers.
class Endgame {
public:
    // False, without an answer, when there are more layouts, or the search meets more sets, than allowed. The field
    // must be propagated and consistent.
    bool solve(const Field& field, std::size_t most_layouts, std::size_t most_nodes, EndgameValue& value);

    // For each cell, the share of layouts that are won by opening it and then choosing well, though not perfectly.
    // Where a field has too many layouts, a random sample is used. Unless `weigh_all` is set, a cell that is no better
    // than an earlier one is given up early, and its share is only an upper bound. False when no layouts can be drawn,
    // or the search takes too long.
    bool weigh(const Field& field, Solver& solved, Philox& random, const Scope& scope, std::span<const int> cells,
               bool weigh_all, std::vector<double>& wins_of);

    std::size_t nodes() const { return nodes_; }

private:
    static constexpr std::size_t NONE = static_cast<std::size_t>(-1);  // instead of an index
    static constexpr std::size_t ALL_CELLS = Layouts::MOST_CELLS;      // as a width: no cell is left out

    // A set of layouts, as a range of stack_, and the mask of the cells whose content still differs within it, which
    // starts at live_[mask].
    struct Set {
        std::size_t begin, end, mask;
        std::size_t size() const { return end - begin; }
    };
    struct Known {
        std::uint64_t key;
        std::size_t begin;  // start of the set in memory_
        std::uint32_t size;
        std::uint32_t wins;
        bool exact;  // otherwise `wins` is an upper bound
    };

    struct Slot {
        std::uint32_t index = 0;  // into known_, plus 1; 0 in an empty slot
        std::uint32_t tag = 0;    // the high half of the key: most other sets differ in it
    };

    struct Candidate {
        int cell;
        std::uint32_t free;  // layouts in which it is free
        std::uint32_t most;  // upper bound on the layouts won by opening it
        int parts;           // how many numbers it can show
    };
    // What one look at a set finds out about its cells.
    struct Survey {
        Set set;          // with the cells that can still show something new
        int informative;  // a cell that is free in every layout and can show the most numbers; -1 if there is none
        // Otherwise the cells that are worth trying; the first `count` are in use.
        std::size_t count;
        std::array<Candidate, ALL_CELLS> candidates;
    };
    struct Range {
        std::uint32_t least, most;
    };
    struct Parts {
        int count = 0;
        std::array<std::size_t, 9> begin;
        std::array<std::uint32_t, 9> size;
    };

    Set begin(std::size_t most_nodes, std::size_t width);
    // How many layouts of the set perfect play wins, if that is more than `floor`; otherwise an upper bound that is at
    // most `floor`.
    // Calls nest at most twice for each cell: every level opens a cell, or separates the regions once more. What a
    // level knows about its cells is kept in surveys_, because it would fill a small stack.
    std::uint32_t wins(const Set& set, std::uint32_t floor, int* chosen);
    Range examine(const Set& set, std::uint32_t floor, int* chosen);
    void survey(const Set& set, Survey& found);
    std::uint32_t order_candidates(Survey& found, std::uint32_t floor);
    Range try_candidates(Survey& found, std::uint32_t floor, int* chosen);
    bool multiply(const Set& set, std::size_t lead, std::uint32_t floor, std::uint32_t& won, int* chosen);
    std::uint32_t quick_bound(const Set& set, Sight& sight) const;
    bool bound_candidate(const Set& set, Candidate& candidate, std::uint32_t floor, std::span<const Candidate> others);
    int settled_cell(const Set& set) const;
    std::uint16_t* share(std::size_t shown) { return shares_.data() + shown * (shares_.size() / (Layouts::MINE + 1)); }
    LayoutMarks::Set layouts_of(const Set& set) const { return {stack_.data() + set.begin, set.size()}; }
    Parts divide(const Set& set, int cell);
    std::uint32_t split(const Set& set, int cell, std::uint32_t free, std::uint32_t floor);
    std::size_t recall(const Set& set, std::uint64_t key) const;
    void remember(const Set& set, std::uint64_t key, std::uint32_t wins, bool exact);

    Layouts layouts_;
    LayoutMarks marks_;
    Sight sight_;                                   // of the set examined last
    std::vector<std::unique_ptr<Survey>> surveys_;  // by level
    std::size_t depth_ = 0;
    std::vector<std::uint64_t> keys_;  // by layout: random keys for hashing sets
    Store<std::uint16_t> stack_, memory_;
    Store<std::uint16_t> shares_;  // while a set is divided: its layouts, by what a cell shows in them
    Store<std::uint8_t> live_;     // masks of cells
    std::vector<Known> known_;
    std::vector<Slot> table_;          // hash table of known_
    std::vector<std::uint32_t> seen_;  // by content: the stamp of the last time it occurred
    std::uint32_t stamp_ = 0;
    std::size_t nodes_ = 0, most_nodes_ = 0;
    std::size_t width_ = 0;  // the most cells tried in a set
    bool gave_up_ = false;
};

}  // namespace sapper
