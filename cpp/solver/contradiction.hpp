// Which numbers contradict each other, and which numbers prove a cell.
#pragma once

#include <vector>

#include "game/view.hpp"
#include "solver/field.hpp"
#include "support/meter.hpp"

namespace sapper {

// A set of opened cells whose numbers, with the mine count if it is used, no layout can meet. Leave one member
// out and a layout fits. When four numbers or fewer suffice, no such set has fewer numbers. Both hold unless the time
// was over before, ten seconds at most: the set then has members to spare.
struct Contradiction {
    bool found = false;
    std::vector<int> cells;  // ascending
    bool uses_mine_count = false;
};

// Without an assumption: why no layout fits the view. With one ("this covered cell is a mine", or "is free"):
// why the assumption cannot be, that is, what proves the opposite. Not found means: nothing is contradicted.
Contradiction find_contradiction(const View& view, bool trust_flags, const Assumption& assumption,
                                 const Limits& limits);

}  // namespace sapper
