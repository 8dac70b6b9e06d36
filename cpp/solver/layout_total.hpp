// The exact number of layouts, from its residues.
#pragma once

#include "solver/analysis.hpp"
#include "support/whole_number.hpp"

namespace sapper {

// The smallest number with these residues, by Garner's form of the Chinese remainder theorem.
WholeNumber layout_total(const LayoutCount& count);

}  // namespace sapper
