// The input of the network of sapper-deep: planes of numbers, one for each cell of the board.
#pragma once

#include <vector>

#include "players/comparison.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// In this order:
//   0      the cell is covered
//   1      the cell is covered and known to be a mine
//   2-10   the cell shows 0 .. 8
//   11-15  constant: the share of mines among the covered cells, mines / 100, covered free cells / 200, the same up to
//          16 / 16, and 1, which shows where the board ends
//   16     the exact risk
//   17     the cell is compared with others
//   18-20  of compared cells: ten times the value, the close value and the risk, each less that of the own choice
//   21-23  constant: the logarithm of the number of layouts / 100, the estimated chance to win, and whether the
//          position is late enough for the close comparison
// Planes 0 and 2-15 are those of the network `resnet`, whose weights the training starts from.
inline constexpr int DEEP_PLANES = 24;

// Fills `planes`, one plane after the other, each row-major. `solver` must have solved the field.
void deep_planes(const Field& field, const Solver& solver, const Comparison& comparison, std::vector<float>& planes);

}  // namespace sapper
