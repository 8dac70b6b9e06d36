// The rules of a game: size, mines, and every switch that changes the effect of a move or the possible layouts.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "game/view.hpp"

namespace sapper {

enum class FirstMove : std::uint8_t {
    Safe,    // the start is never a mine
    Zero,    // the start and its neighbours are free
    Unsafe,  // no cell is guaranteed to be free
};

struct Rules {
    int rows = 0;
    int cols = 0;
    int mines = 0;
    FirstMove first_move = FirstMove::Safe;
    bool cascade = true;              // opening a zero opens its neighbours
    bool lose_on_mine = true;         // otherwise play goes on and hits are counted
    bool lose_on_wrong_flag = false;  // a flag on a free cell loses at once
    bool won_by_flags = false;        // also won when exactly the mines are flagged

    int cells() const { return rows * cols; }
    bool operator==(const Rules&) const = default;
};

// How many cells the first-move rule keeps free when the game starts at `start`.
inline int promised_free(const Rules& rules, int start) {
    if (rules.first_move == FirstMove::Unsafe) return 0;
    if (rules.first_move == FirstMove::Safe) return 1;
    const int row = start / rules.cols, col = start % rules.cols;
    const int height = 1 + (row > 0) + (row + 1 < rules.rows), width = 1 + (col > 0) + (col + 1 < rules.cols);
    return height * width;
}

// Throws std::invalid_argument that names the violated bound. Under FirstMove::Zero the room for mines depends on the
// start. This function reserves only the start itself; check_start() checks the rest.
inline void check_rules(const Rules& rules) {
    if (rules.rows < 1 || rules.cols < 1)
        throw std::invalid_argument("a board needs at least one row and one column, not " + std::to_string(rules.rows) +
                                    "x" + std::to_string(rules.cols));
    if (rules.rows > MAX_SIDE || rules.cols > MAX_SIDE ||
        static_cast<std::int64_t>(rules.rows) * rules.cols > MAX_CELLS)
        throw std::invalid_argument("a board has at most " + std::to_string(MAX_CELLS) + " cells and " +
                                    std::to_string(MAX_SIDE) + " a side, not " + std::to_string(rules.rows) + "x" +
                                    std::to_string(rules.cols));
    const bool promises = rules.first_move != FirstMove::Unsafe;
    const int room = rules.cells() - (promises ? 1 : 0);
    if (rules.mines < 0 || rules.mines > room)
        throw std::invalid_argument("mines must be between 0 and " + std::to_string(room) + " on " +
                                    std::to_string(rules.rows) + "x" + std::to_string(rules.cols) +
                                    (promises ? " with a free first cell" : "") + ", not " +
                                    std::to_string(rules.mines));
}

// Throws std::invalid_argument unless the game can start there: inside the board and with room for all mines.
inline void check_start(const Rules& rules, int start) {
    if (start < 0 || start >= rules.cells()) throw std::invalid_argument("the start lies outside the board");
    const int room = rules.cells() - promised_free(rules, start);
    if (rules.mines > room)
        throw std::invalid_argument("with the start (" + std::to_string(start / rules.cols) + ", " +
                                    std::to_string(start % rules.cols) + ") and its neighbours free, mines must be " +
                                    "at most " + std::to_string(room) + ", not " + std::to_string(rules.mines));
}

}  // namespace sapper
