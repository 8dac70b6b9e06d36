// Small sets of numbers that contradict each other, or the mine count.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/contradiction.hpp"
#include "support/meter.hpp"

namespace sapper {

// A number of the view, as what it says about unknown cells.
struct Number {
    int cell;
    std::int8_t need, count;
    std::array<int, 8> around;  // the first `count`: unknown cells around it, ascending
    std::span<const int> unknown() const { return {around.data(), static_cast<std::size_t>(count)}; }
};

// Finds the fewest numbers, up to four, that no layout satisfies together, with the mine count if that is needed. The
// first `roots` numbers are those around an assumed cell; all of them, where nothing is assumed. The board has `cells`
// cells, of which `unknown` are unknown and hold `left` mines. Sets of a single number are always examined. The result
// is also "not found" when the limits did not suffice for larger ones.
Contradiction find_small_contradiction(const std::vector<Number>& numbers, int roots, int cells, int unknown, int left,
                                       const Meter& meter);

}  // namespace sapper
