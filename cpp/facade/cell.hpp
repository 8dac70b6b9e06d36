// A cell of a message, and its text.
#pragma once

#include <string>
#include <vector>

namespace sapper::facade {

struct Cell {
    int row = 0, col = 0;
    bool operator==(const Cell&) const = default;
};

// "(0, 4)".
std::string text_of(Cell cell);

// Row-major cells as pairs.
inline Cell cell_at(int index, int cols) { return {index / cols, index % cols}; }
inline std::vector<Cell> cells_at(const std::vector<int>& indices, int cols) {
    std::vector<Cell> cells;
    cells.reserve(indices.size());
    for (const int index : indices) cells.push_back(cell_at(index, cols));
    return cells;
}

}  // namespace sapper::facade
