// What a player may see of a board.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sapper {

inline constexpr std::int8_t COVERED = -2;
inline constexpr std::int8_t HIT = -1;  // an opened mine; it counts in the total

// The largest side and cell count that the core accepts. Indices stay within 32 bits, borders included, and no input
// can make the core allocate more than a few bytes for each of MAX_CELLS cells.
inline constexpr int MAX_SIDE = 1 << 20;
inline constexpr long MAX_CELLS = 1L << 26;

struct View {
    int rows = 0;
    int cols = 0;
    int mines = 0;                     // on the whole board, hit ones included
    std::vector<std::int8_t> numbers;  // row-major: 0..8, COVERED or HIT
    std::vector<std::uint8_t> flags;   // row-major 0/1, or empty when nothing is flagged

    int cells() const { return rows * cols; }
    int at(int row, int col) const { return row * cols + col; }
    bool flagged(int cell) const { return !flags.empty() && flags[cell] != 0; }
    bool operator==(const View&) const = default;
};

// Throws std::invalid_argument that names the violated bound unless the view is well formed. Whether any layout fits
// the view is not checked here; the solver decides that.
void check_well_formed(const View& view);
// The same with the mine count as it was given, which view.mines may be too small to hold.
void check_well_formed(const View& view, std::int64_t mines);

}  // namespace sapper
