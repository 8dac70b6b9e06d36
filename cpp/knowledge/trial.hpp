// Assumes that a cell is a mine, or free, and checks whether the numbers then contradict each other.
#pragma once

#include <cstdint>
#include <vector>

#include "knowledge/equations.hpp"

namespace sapper {

struct TrialRules {
    bool both = true;    // assume also that a cell is free, not only that it is a mine
    bool pairs = false;  // propagate with pairs of equations, not only with single ones
};

class Trial {
public:
    // Tries every unknown cell that is in some equation, then records everything proven.
    void enforce(Equations& equations, const TrialRules& rules);

    // Whether an assumption leads to a contradiction. If it does, numbers() are those that took part in it.
    bool contradicts(Equations& equations, int cell, bool mine, const TrialRules& rules);
    const std::vector<int>& numbers() const { return numbers_; }

private:
    void load(Equations& equations);
    bool follow(Equations& equations, int cell, bool mine, bool with_pairs);
    bool assign(Equations& equations, int cell, bool mine, int because, int and_because = -1);
    bool single(Equations& equations);
    bool in_pairs(Equations& equations);
    bool compare(Equations& equations, int first, int second);
    void undo(Equations& equations);
    void blame(const Equations& equations);

    std::vector<Known> value_;                // indexed by cell, under the assumption
    std::vector<int> because_, and_because_;  // indexed by cell: the equations that decided it
    std::vector<int> size_, mines_;           // indexed by equation: the cells and mines that are left
    std::vector<int> trail_, queue_, touched_;
    std::vector<std::uint8_t> is_touched_;
    std::vector<int> guilty_, numbers_, other_;
    std::vector<Proven> proven_;
    int contradicted_ = -1, and_contradicted_ = -1;
};

}  // namespace sapper
