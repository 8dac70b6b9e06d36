// What a player may see of a board.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sapper {

inline constexpr std::int8_t COVERED = -2;
inline constexpr std::int8_t HIT = -1;  // an opened mine, counted in the total

// The largest board side and cell count the core accepts: indices stay in 32 bits with room for
// borders, and no input can ask for more memory than a few bytes a cell times this.
inline constexpr int MAX_SIDE = 1 << 20;
inline constexpr long MAX_CELLS = 1L << 26;

struct View {
    int rows = 0;
    int cols = 0;
    int mines = 0;                     // in the whole board, hit ones included
    std::vector<std::int8_t> numbers;  // row-major: 0..8, COVERED or HIT
    std::vector<std::uint8_t> flags;   // row-major 0/1, or empty when nothing is flagged

    int cells() const { return rows * cols; }
    int at(int row, int col) const { return row * cols + col; }
    bool flagged(int cell) const { return !flags.empty() && flags[cell] != 0; }
    bool operator==(const View&) const = default;
};

// Throws std::invalid_argument, with a sentence that names the bound, unless the view is well formed.
// Whether any layout fits it is the solver's question, not asked here.
void check_well_formed(const View& view);

}  // namespace sapper
