// What the lookahead finds out about the cells of a guess, and the interface of those who advise it.
#pragma once

#include <cstddef>
#include <vector>

#include "players/agent.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// A cell that the lookahead has compared with others.
struct Compared {
    int at;        // padded
    double risk;   // of being a mine
    double value;  // of opening it, by one step of lookahead
    double close;  // the same after the close comparison; equal to `value` where there was none
    double win;    // the estimated chance to win by opening it
};

struct Comparison {
    std::vector<Compared> cells;  // the lookahead's own choice first, the others by falling value
    double log_layouts = 0;
    double win = 0;        // the estimated chance to win by the own choice
    bool closely = false;  // whether the position is late enough for the close comparison
};

// Is asked at every guess in which the lookahead has compared at least two cells.
class Adviser {
public:
    virtual ~Adviser() = default;
    // Returns the index of the cell to open. It may replace the estimated chances to win by better ones.
    virtual std::size_t choose(const Field& field, const Solver& solver, Comparison& comparison) = 0;
};

}  // namespace sapper
