// Boards that can be won without a guess.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "game/board.hpp"
#include "game/philox.hpp"
#include "game/rules.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"
#include "support/meter.hpp"

namespace sapper {

enum class NoGuess : std::uint8_t { NeedsGuess, Solvable, OutOfTime };

// Plays a board by opening only certain cells: cells on which all layouts that fit the numbers and the mine count
// agree.
class CertainPlayer {
public:
    // Plays from a start until the board is won or a guess is needed. A start on a mine, or a position that is too wide
    // to be counted, counts as one that needs a guess.
    NoGuess play(const Board& board, int start, const Meter& meter);

    // After play(): how many cells are open, and the final field.
    int opened() const { return opened_; }
    const Field& field() const { return field_; }

private:
    bool find_certain(const Meter& meter);

    Field field_;
    Solver solver_;
    std::vector<std::uint8_t> mine_;  // indexed by padded cell
    std::vector<int> certain_, queue_;
    int opened_ = 0;
};

// Checks the boards first .. first + verdicts.size() - 1 of stream `seed` in several threads.
void find_no_guess(const Rules& rules, std::uint64_t seed, std::uint64_t first, int start, int threads, double seconds,
                   std::span<NoGuess> verdicts);

// Moves the mines of a random board, one at a time, until it can be won without a guess. A move is kept when play then
// gets at least as far. The mine count and the first-move rule are respected. Not every such board is equally likely.
// Gives up and returns nullopt after `moves` moves, or when the time is up.
std::optional<Board> repair(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start, int moves,
                            double seconds);

}  // namespace sapper
