// How likely a game is won, by the look of a position.
#pragma once

#include "players/agent.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// What the estimate goes by, in a solved field in which a guess is due: `promise` is what the best cell promises,
// `risk` its risk, and `endgame` how many layouts the player can have for perfect play.
Facts facts_of(double promise, double risk, double log_layouts, const Field& field, const Solver& solver,
               std::size_t endgame);

// The chance that a strong player wins. An estimate, fitted to the results of games: right on average, not in every
// position. scripts/expectation.py makes it.
double expected_win(const Facts& facts);

}  // namespace sapper
