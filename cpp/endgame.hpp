// Perfect play once few layouts are left.
#pragma once

#include <cstdint>
#include <vector>

#include "field.hpp"

namespace sapper {

// What perfect play achieves: it wins `wins` of `layouts` equally likely layouts, by opening `cell` next.
struct EndgameValue {
    std::uint32_t wins = 0;
    std::uint32_t layouts = 0;
    int cell = -1;  // padded
    double win() const { return static_cast<double>(wins) / layouts; }
};

// Expectimax over sets of layouts. What a player knows is the set of layouts that fit; opening a cell splits the set
// by the number shown and drops the layouts in which the cell is a mine. A set's worth is the number of its layouts
// that perfect play wins, so all arithmetic is in whole numbers and exact.
class Endgame {
public:
    // False when there are more layouts, or the search meets more sets, than allowed: then nothing is said.
    // The field must be propagated and consistent.
    bool solve(const Field& field, std::size_t most_layouts, std::size_t most_nodes, EndgameValue& value);

    std::size_t nodes() const { return nodes_; }

private:
    static constexpr std::uint8_t MINE = 15;

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

    bool enumerate(const Field& field, std::size_t most_layouts);
    void read_numbers(const Field& field);
    // How many layouts of the set perfect play wins, if more than `floor`; otherwise some number not above `floor` that
    // it does not exceed.
    std::uint32_t wins(const Set& set, std::uint32_t floor, int* chosen);
    std::uint32_t split(const Set& set, int cell, std::uint32_t free, std::uint32_t floor);
    Known* recall(const Set& set, std::uint64_t key);
    void remember(const Set& set, std::uint64_t key, std::uint32_t wins, bool exact);

    std::vector<int> cells_;             // unknown cells, padded
    std::vector<std::uint8_t> layouts_;  // layout * cells: 1 where a mine is
    std::vector<std::uint8_t> values_;   // cell * layouts: the number it would show, or MINE
    std::vector<std::uint64_t> keys_;    // by layout, for hashing sets
    std::vector<std::uint16_t> stack_, live_, memory_;
    std::vector<Known> known_;
    std::vector<std::uint32_t> table_;  // by hash: one more than an index into known_, or 0
    std::size_t count_ = 0, nodes_ = 0, most_nodes_ = 0;
    bool gave_up_ = false;
};

}  // namespace sapper
