// Perfect play once few layouts are left.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "field.hpp"
#include "frontier.hpp"

namespace sapper {

// What perfect play achieves: it wins `wins` of `layouts` equally likely layouts, by opening `cell` next.
struct EndgameValue {
    std::uint32_t wins = 0;
    std::uint32_t layouts = 0;
    int cell = -1;   // padded
    double win() const { return static_cast<double>(wins) / layouts; }
};

// Expectimax over sets of layouts. What a player knows is the set of layouts that fit; opening a cell splits the set
// by the number shown and drops the layouts in which the cell is a mine. A set's worth is the number of its layouts
// that perfect play wins, so all arithmetic is in whole numbers and exact.
class Endgame {
public:
    // False when there are more layouts, or the search meets more sets, than allowed: then nothing is said.
    // The field must be propagated and consistent.
    bool solve(const Field& field, const Frontier& frontier, std::size_t most_layouts, std::size_t most_nodes,
               EndgameValue& value);

    std::size_t nodes() const { return nodes_; }

private:
    static constexpr std::uint8_t MINE = 15;

    bool enumerate(const Field& field, const Frontier& frontier, std::size_t most_layouts);
    void read_numbers(const Field& field);
    // The sets live on one stack of layout indices; [begin, end) is one of them.
    std::uint32_t best(std::size_t begin, std::size_t end, int* chosen);

    struct Known {
        std::size_t begin, end;   // of the set, in memory_
        std::uint32_t wins;
    };

    std::vector<int> cells_;                  // unknown cells, padded
    std::vector<std::uint8_t> layouts_;       // layout * cells: 1 where a mine is
    std::vector<std::uint8_t> values_;        // cell * layouts: the number it would show, or MINE
    std::vector<std::uint64_t> keys_;         // by layout, for hashing sets
    std::vector<std::uint16_t> stack_, memory_;
    std::unordered_multimap<std::uint64_t, Known> known_;
    std::size_t count_ = 0, nodes_ = 0, most_nodes_ = 0;
    bool gave_up_ = false;
};

}  // namespace sapper
