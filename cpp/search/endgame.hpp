// Perfect play once few layouts are left.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "game/philox.hpp"
#include "search/layouts.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// What perfect play achieves: it wins `wins` of `layouts` equally likely layouts, by opening `cell` next.
struct EndgameValue {
    std::uint32_t wins = 0;
    std::uint32_t layouts = 0;
    int cell = -1;  // padded
    double win() const { return static_cast<double>(wins) / layouts; }
};

// How closely a field is looked at that has more layouts than can be searched to the end.
struct Scope {
    std::size_t layouts;  // at most so many
    std::size_t width;    // cells tried in each set, of those that promise most
    std::size_t nodes;    // most sets looked at
};

// Expectimax over sets of layouts. What a player knows is the set of layouts that fit; opening a cell splits the set
// by the number shown and drops the layouts in which the cell is a mine. A set's worth is the number of its layouts
// that perfect play wins, so all arithmetic is in whole numbers and exact.
class Endgame {
public:
    // False when there are more layouts, or the search meets more sets, than allowed: then nothing is said.
    // The field must be propagated and consistent.
    bool solve(const Field& field, std::size_t most_layouts, std::size_t most_nodes, EndgameValue& value);

    // For each of the cells, the share of layouts won by opening it and then choosing well, though not perfectly. Of a
    // field with too many layouts some are drawn. Unless all are to be weighed, a cell no better than one before it is
    // given up early, and its share is only a bound. False when no layouts can be drawn, or the search is too long.
    bool weigh(const Field& field, Solver& solved, Philox& random, const Scope& scope, std::span<const int> cells,
               bool weigh_all, std::vector<double>& wins_of);

    std::size_t nodes() const { return nodes_; }

private:
    static constexpr std::size_t ALL_CELLS = Layouts::MOST_CELLS;  // as a width: no cell is left out

    // A set of layouts, and the cells whose content still differs within it: ranges of the two stacks below.
    struct Set {
        std::size_t begin, end;
        std::size_t first_cell, last_cell;
        std::size_t size() const { return end - begin; }
    };
    struct Known {
        std::uint64_t key;
        std::size_t begin;  // of the set, in memory_
        std::uint32_t size;
        std::uint32_t wins;
        bool exact;  // otherwise `wins` is only known not to be exceeded
    };

    struct Candidate {
        int cell;
        std::uint32_t free;  // layouts in which it is free,
        std::uint32_t most;  // and no more than this many of them are won by opening it
        int parts;           // numbers it can show
    };
    // What one look at a set finds out about its cells; -1 where there is no such cell.
    struct Survey {
        Set set;               // with the cells that can still show something new
        int informative = -1;  // a cell that is free in every layout and can show the most numbers
        int safe = -1;         // any cell that is free in every layout
        int dead = -1;         // the safest cell that shows the same number wherever it is free
        std::size_t count = 0;
        std::array<Candidate, ALL_CELLS> candidates;  // the first `count` are in use
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
    // How many layouts of the set perfect play wins, if more than `floor`; otherwise some number not above `floor` that
    // it does not exceed.
    std::uint32_t wins(const Set& set, std::uint32_t floor, int* chosen);
    void survey(const Set& set, Survey& found);
    std::uint32_t order_candidates(Survey& found, std::uint32_t floor);
    Range try_candidates(Survey& found, std::uint32_t floor, int* chosen);
    bool multiply(const Set& set, std::size_t lead, std::uint32_t floor, std::uint32_t& won, int* chosen);
    std::uint32_t quick_bound(const Set& set) const;
    std::uint32_t quick_bound_after(const Set& set, int cell, std::uint32_t free, std::uint32_t floor);
    bool is_dominated(const Set& set, int cell, std::span<const Candidate> others) const;
    Parts divide(const Set& set, int cell);
    std::uint32_t split(const Set& set, int cell, std::uint32_t free, std::uint32_t floor);
    Known* recall(const Set& set, std::uint64_t key);
    void remember(const Set& set, std::uint64_t key, std::uint32_t wins, bool exact);

    Layouts layouts_;
    std::vector<std::uint64_t> keys_;  // by layout, for hashing sets
    std::vector<std::uint16_t> stack_, live_, memory_;
    std::vector<Known> known_;
    std::vector<std::uint32_t> table_;  // by hash: one more than an index into known_, or 0
    std::vector<std::uint32_t> seen_;   // by content: the stamp of the last time it was met
    std::uint32_t stamp_ = 0;
    std::size_t nodes_ = 0, most_nodes_ = 0;
    std::size_t width_ = 0;  // most cells tried in a set
    bool gave_up_ = false;
};

}  // namespace sapper
