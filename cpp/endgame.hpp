// Perfect play once few layouts are left.
#pragma once

#include <cstdint>
#include <vector>

#include "field.hpp"
#include "frontier.hpp"

namespace sapper {

// What perfect play achieves: it wins `wins` of `layouts` equally likely layouts, by opening `cell` next. Where the
// unknown cells fall apart into regions that only the mine count joins, each is played perfectly for itself; then
// the value is what that achieves, and not `exact`.
struct EndgameValue {
    double wins = 0;
    double layouts = 0;
    int cell = -1;   // padded
    bool exact = true;
    double win() const { return wins / layouts; }
};

// Expectimax over sets of layouts. What a player knows is the set of layouts that fit; opening a cell splits the set
// by the number shown and drops the layouts in which the cell is a mine. A set's worth is the number of its layouts
// that perfect play wins: whole numbers, which doubles hold exactly. Layouts of a region alone are weighted by how
// many layouts of the other regions go with them.
class Endgame {
public:
    // False when there are more layouts, or the search meets more sets, than allowed: then nothing is said.
    // The field must be propagated and consistent.
    bool solve(const Field& field, const Frontier& frontier, std::size_t most_layouts, std::size_t most_nodes,
               EndgameValue& value);

    // The same region by region, each with at most so many layouts.
    bool solve_regions(const Field& field, const Frontier& frontier, std::size_t most_layouts, std::size_t most_nodes,
                       EndgameValue& value);

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
        std::size_t begin;   // of the set, in memory_
        std::uint32_t size;
        double wins;
        bool exact;          // otherwise `wins` is only known not to be exceeded
    };

    // One region: its layouts, each a row of `layouts`, and by mine count how many there are.
    struct Region {
        std::vector<int> cells;
        std::vector<std::uint8_t> layouts;
        std::vector<std::uint8_t> mines;    // by layout
        std::vector<double> counts;         // by mines
    };

    static std::vector<Region> regions(const Field& field);
    static bool enumerate(const Field& field, std::size_t most_layouts, int least, int most, Region& region);
    bool search(const Field& field, const Region& region, const std::vector<double>& weight_by_mines, double& won,
                double& all, int& cell);
    void read_numbers(const Field& field, const Region& region, const std::vector<std::size_t>& rows);
    // How many layouts of the set perfect play wins, if more than `floor`; otherwise some number not above `floor` that
    // it does not exceed.
    double wins(const Set& set, double floor, int* chosen);
    double split(const Set& set, int cell, double free, double floor);
    Known* recall(const Set& set, std::uint64_t key);
    void remember(const Set& set, std::uint64_t key, double wins, bool exact);

    std::vector<int> cells_;              // unknown cells, padded
    std::vector<double> weight_;          // by layout
    std::vector<std::uint8_t> values_;    // cell * layouts: the number it would show, or MINE
    std::vector<std::uint64_t> keys_;     // by layout, for hashing sets
    std::vector<std::uint16_t> stack_, live_, memory_;
    std::vector<Known> known_;
    std::vector<std::uint32_t> table_;    // by hash: one more than an index into known_, or 0
    std::size_t count_ = 0, nodes_ = 0, most_nodes_ = 0;
    bool gave_up_ = false;
};

}  // namespace sapper
