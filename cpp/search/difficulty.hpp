// Difficulty: the hardest deduction that winning a board needs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/board.hpp"
#include "game/rules.hpp"
#include "game/view.hpp"
#include "knowledge/enumeration.hpp"

namespace sapper {

// From the easiest to the hardest. `Guess` stands for what no deduction decides.
enum class Difficulty : std::uint8_t { SingleCell, Subset, Pair, KRelational, Exact, MineCount, Guess };
inline constexpr std::array<const char*, 7> DIFFICULTIES{"single-cell", "subset",     "pair", "k-relational",
                                                         "exact",       "mine-count", "guess"};
inline const char* difficulty_name(Difficulty difficulty) { return DIFFICULTIES[static_cast<std::size_t>(difficulty)]; }

// The largest number of connected numbers in a k-relational deduction.
inline constexpr int MOST_RELATED = 4;

// The free cells that the cheapest deduction proves, ascending, and that deduction. Without a certain cell, the list is
// empty and the difficulty is `Guess`.
struct NeededDeduction {
    bool possible = true;  // false when no layout fits the view
    std::vector<int> cells;
    Difficulty difficulty = Difficulty::Guess;
};
// Where a component has more solutions than the limits let the step `enumeration` list, the exact engine takes over.
NeededDeduction needed_deduction(const View& view, const EnumerationLimits& limits = {});

// The hardest deduction that winning a board from a start needs. Each turn makes the cheapest deduction that frees a
// cell. Opening a cell never makes another deduction harder, so a deduction that is needed here is needed in every
// order of play.
Difficulty difficulty(const Rules& rules, const Board& board, int start);

}  // namespace sapper
