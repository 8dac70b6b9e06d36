// A game in progress: what each move does to it, under every rule.
#pragma once

#include <cstdint>
#include <vector>

#include "game/board.hpp"
#include "game/rules.hpp"
#include "game/view.hpp"

namespace sapper {

enum class State : std::uint8_t { Playing, Won, Lost };

// Reusable: begin() keeps the memory of the previous game. Cells are row-major. A cell outside the board, or any move
// after the end, throws std::invalid_argument.
class Game {
public:
    // Starts a game with every cell covered. The board must outlive the game.
    void begin(const Rules& rules, const Board& board);

    // Opens a covered cell and, where the rules cascade, the cells that follow from it. Flagged cells stay covered.
    // Appends the newly opened cells to `opened`, a hit mine included. Does nothing to an opened or flagged cell.
    void open(int cell, std::vector<int>& opened);

    // Puts a flag on a covered cell or takes it away. Does nothing to an opened cell.
    State flag(int cell);

    // Opens the covered, unflagged neighbours of an opened number when the flags and hit mines around it equal the
    // number. Stops where a mine ends the game. Otherwise does nothing.
    void chord(int cell, std::vector<int>& opened);

    State state() const { return state_; }
    int hits() const { return hits_; }
    int free_left() const { return free_left_; }  // free cells still covered
    const Rules& rules() const { return rules_; }
    const std::vector<std::int8_t>& numbers() const { return numbers_; }  // in the form of View::numbers
    const std::vector<std::uint8_t>& flags() const { return flags_; }     // row-major 0/1
    int flagged() const { return right_flags_ + wrong_flags_; }

    // Writes what the player sees now, as an independent copy.
    void view(View& out) const;

private:
    void check_move(int cell) const;
    void open_from(int cell, std::vector<int>& opened);
    void settle(bool by_opening);

    Rules rules_;
    const Board* board_ = nullptr;
    State state_ = State::Playing;
    int free_left_ = 0;
    int hits_ = 0;
    int right_flags_ = 0;  // flags on mines
    int wrong_flags_ = 0;  // flags on free cells
    std::vector<std::int8_t> numbers_;
    std::vector<std::uint8_t> flags_;
};

}  // namespace sapper
