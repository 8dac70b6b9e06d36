// Reasons: the sentence that explains to a player why a cell was chosen.
#pragma once

#include <optional>
#include <string>

#include "facade/comparison.hpp"
#include "facade/position.hpp"
#include "players/agent.hpp"

namespace sapper::facade {

// How an agent finds a guess; `Choice::kind` is one of them, or "certain".
inline constexpr const char* GUESS_KINDS[] = {"endgame", "fifty-fifty", "lookahead", "rollouts", "lowest-risk"};

// A guess to explain: one cell of an uncertain choice, out of so many covered cells.
struct Guess {
    const Choice& choice;
    int cell, covered, cols;
};

// Why the cell is opened, by the values that the agent compared.
std::string reason_of_guess(const Guess& guess);

// The same by the chance to win that is stated for it everywhere. The agent's own estimates are left out, because they
// would contradict it.
std::string reason_of_advice(const Guess& guess, const std::optional<Win>& value);

// A guess described by its risk and its chance to win, with the 95% interval of an estimate.
std::string reason_of_value(double risk, const Win& value);

// A chance to win, with its source: "wins 50.0% with best play (exact)".
std::string claim_of(const Win& value);

// What proves a cell free, and that `others` more cells are certain.
std::string reason_of_certain(const SolvedPosition& position, int cell, int others);

}  // namespace sapper::facade
