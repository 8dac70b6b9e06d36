// The first move: risks while no cell is open and the rules promise something about the first cell.
#pragma once

#include <vector>

#include "facade/advice.hpp"
#include "facade/position.hpp"
#include "support/whole_number.hpp"

namespace sapper::facade {

// Fills in the risk of opening each cell first. Without a start, the mines are placed after the player's first move, so
// no cell has a risk. With a start, the board exists already, and the promise is only about that cell. Every layout
// that keeps the promise is equally likely. Throws when the promise does not fit the position.
void analyse_first_move(SolvedPosition& position);

// The recommended first move: the start, or a corner if there is none.
Decision advise_first_move(const SolvedPosition& position);

// The number of layouts that keep the promise. Without a start, all layouts count.
WholeNumber count_first_layouts(const SolvedPosition& position);

}  // namespace sapper::facade
