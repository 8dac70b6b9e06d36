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

// The estimated chance that a strong player wins: the chance to survive the guess, which is known, times an estimated
// chance to win after it. So it is never more than 1 - risk. The second factor is fitted to the results of games by
// scripts/expectation.py: right on average, not in every position.
double expected_win(const Facts& facts);

// Whether expected_win() is fitted to such positions: every feature lies within the range of the games it was fitted
// to. Elsewhere it returns some number, but nobody knows how far that is from the truth, and it must not be stated.
bool is_expectable(const Field& field, const Facts& facts);

}  // namespace sapper
