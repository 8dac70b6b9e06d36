// How likely a game is won, by the look of a position.
#pragma once

#include "field.hpp"
#include "solver.hpp"

namespace sapper {

// The chance that a strong player wins from a solved field in which a guess is due, `promise` being what its best cell
// promises and `risk` its risk. An estimate, fitted to the results of games: right on average, not in every position.
double expected_win(double promise, double risk, double log_layouts, const Field& field, const Solver& solver);

}  // namespace sapper
