// A board: where the mines are. Agents never see it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/rules.hpp"

namespace sapper {

struct Board {
    int rows = 0;
    int cols = 0;
    int mines = 0;
    std::vector<std::uint8_t> mine;    // row-major 0/1
    std::vector<std::int8_t> numbers;  // row-major: the number of a free cell, HIT for a mine

    int cells() const { return rows * cols; }
    bool operator==(const Board&) const = default;
};

// Lays out board `index` of stream `seed`. A pair (seed, index) fixes one permutation of all cells, which depends
// neither on the start nor on the first-move rule. The mines are the first cells of the permutation that the first-move
// rule allows, so every allowed layout is equally likely. The maker reuses its memory between calls.
class BoardMaker {
public:
    void make(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start, Board& out);

private:
    std::vector<int> permutation_;
    std::vector<std::uint8_t> scratch_;
};

// The board with these mines. Throws std::invalid_argument when a cell lies outside the board or occurs twice.
Board board_from_mines(int rows, int cols, std::span<const int> mines);

struct BoardFacts {
    int bbbv;      // 3BV: the fewest opens that win without chords
    int openings;  // 8-connected regions of zeros
    int islands;   // 8-connected groups of the numbers that border no opening
};
BoardFacts facts(const Board& board);

}  // namespace sapper
