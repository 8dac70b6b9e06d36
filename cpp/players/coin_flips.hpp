// Coin flips: pairs of cells that no other cell can decide.
#pragma once

#include <vector>

#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// Two adjacent cells of which exactly one is a mine are a coin flip when every cell that touches only one of them is a
// mine or lies outside the board: no number will ever distinguish the two. Layouts with a coin flip are won only half
// the time. So a guess that loses exactly these layouts, or that settles the flip itself, costs less than its risk
// says.
class CoinFlips {
public:
    // Indexed by padded cell: the factor by which opening the cell now is worth more than its risk says. `log_layouts`
    // belongs to the solved field.
    const std::vector<double>& worth(const Field& field, const Solver& solver, double log_layouts);
    double greatest() const { return greatest_; }

    // Whether the cell belongs to a pair that is certainly a coin flip.
    bool is_certain(int at) const { return certain_[at] != 0; }

private:
    bool breakers(const Field& field, const Solver& solver, int a, int b);
    double chance(const Field& field, int a, int b, double log_layouts);

    std::vector<double> worth_;
    std::vector<unsigned char> certain_;
    std::vector<int> breakers_;  // unknown cells that touch only one of the two
    double greatest_ = 1;
    Field supposed_;
    Solver inner_;
};

}  // namespace sapper
