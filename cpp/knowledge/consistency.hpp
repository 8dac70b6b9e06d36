// What several equations prove together: relational consistency.
#pragma once

#include <cstdint>
#include <vector>

#include "knowledge/equations.hpp"

namespace sapper {

// Looks at sets of k equations that hang together by shared cells, as if they were alone on the board: a cell that is
// free, or a mine, in all their solutions is so. Sets of which no equation changed since the last look are passed over.
class Consistency {
public:
    void reset() { seen_.clear(); }

    // Every set of k equations once, then everything they prove is learnt.
    void enforce(Equations& equations, int k);
    // Two equations that share cells: the same as k = 2, by bounds on the mines they share.
    void pairs(Equations& equations);

private:
    struct Region {
        unsigned members;  // which equations of the set it lies in
        bool shared = false;
        bool can_be_free = false, can_be_mine = false;  // some cell of it, in some solution
        int mines = 0;
        std::vector<int> cells;
    };

    void prepare(Equations& equations);
    void extend(Equations& equations, int root, std::vector<int>& candidates, int k);
    void weigh(Equations& equations);
    bool place(std::size_t region);
    void note(const Equations& equations, int cell, bool mine);

    std::uint64_t since_ = 0;
    std::vector<std::uint64_t> seen_;     // by k: the clock when sets of k were last looked at
    std::vector<std::vector<int>> near_;  // by position in alive(): positions of the equations that share a cell
    std::vector<int> position_, set_, left_;
    std::vector<std::uint8_t> reached_;
    std::vector<Region> regions_;
    std::size_t region_count_ = 0;
    int sets_ = 0;
    std::vector<Proven> proven_;
    std::vector<int> numbers_;
};

}  // namespace sapper
