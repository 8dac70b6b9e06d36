// Which numbers contradict each other, and which numbers prove a cell.
#pragma once

#include <vector>

#include "game/view.hpp"
#include "solver/field.hpp"
#include "support/meter.hpp"

namespace sapper {

// A set of opened cells whose numbers, together with the mine count if it is used, no layout satisfies. The set is
// irreducible: without any one member, some layout fits. When four numbers or fewer suffice, the set has the fewest
// numbers possible. Both hold unless the time runs out, after ten seconds at most; the set may then have members that
// are not needed.
struct Contradiction {
    bool found = false;
    std::vector<int> cells;  // ascending
    bool uses_mine_count = false;
};

// Without an assumption: why no layout fits the view. With an assumption ("this covered cell is a mine", or "is free"):
// why the assumption is impossible, which proves the opposite. `found` is false when there is no contradiction.
Contradiction find_contradiction(const View& view, bool trust_flags, const Assumption& assumption,
                                 const Limits& limits);

}  // namespace sapper
