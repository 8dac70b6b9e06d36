// Estimating the chance to win from features of a position.
#pragma once

#include "players/agent.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// The features of a solved field in which a guess is needed: `promise` is the value of the best cell, `risk` its risk,
// and `endgame` the most layouts for which the player solves the endgame.
Facts facts_of(double promise, double risk, double log_layouts, const Field& field, const Solver& solver,
               std::size_t endgame);

// The estimated chance that a strong player wins. It is fitted to the results of games by scripts/expectation.py: right
// on average, not in every position.
double expected_win(const Facts& facts);

}  // namespace sapper
