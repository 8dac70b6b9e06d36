// What several equations prove together (relational consistency).
#pragma once

#include <cstdint>
#include <vector>

#include "knowledge/equations.hpp"

namespace sapper {

// Examines sets of k equations that are connected by shared cells, as if no others existed: a cell that is free in all
// their solutions is free, and a cell that is a mine in all of them is a mine. Skips sets in which no equation has
// changed since they were last examined.
class Consistency {
public:
    void reset() { seen_.clear(); }

    // Examines every set of k equations, then records everything they prove.
    void enforce(Equations& equations, int k);
    // Two equations that share cells: the same as k = 2, found by bounds on the shared mines.
    void pairs(Equations& equations);

private:
    struct Region {
        unsigned members;  // the equations of the set that it is part of, one bit each
        bool shared = false;
        bool can_be_free = false, can_be_mine = false;  // whether some cell of the region is so in some solution
        int mines = 0;
        std::vector<int> cells;
    };

    void prepare(Equations& equations);
    void extend(Equations& equations, int root, std::vector<int>& candidates, int k);
    void weigh(Equations& equations);
    bool place(std::size_t region);
    void note(const Equations& equations, int cell, bool mine);

    std::uint64_t since_ = 0;
    std::vector<std::uint64_t> seen_;     // indexed by k: the clock when sets of k were last examined
    std::vector<std::vector<int>> near_;  // indexed by position in alive(): positions of equations that share a cell
    std::vector<int> position_, set_, left_;
    std::vector<std::uint8_t> reached_;
    std::vector<Region> regions_;
    std::size_t region_count_ = 0;
    int sets_ = 0;
    std::vector<Proven> proven_;
    std::vector<int> numbers_;
};

}  // namespace sapper
