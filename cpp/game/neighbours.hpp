// The cells around a cell, in row-major order.
#pragma once

namespace sapper {

// Calls `visit(cell)` for each of the up to eight neighbours of `cell`, in row-major order.
template <class Visit>
inline void for_neighbours(int rows, int cols, int cell, Visit&& visit) {
    const int row = cell / cols, col = cell - row * cols;
    const int top = row > 0 ? -cols : 0, bottom = row + 1 < rows ? cols : 0;
    const int left = col > 0 ? -1 : 0, right = col + 1 < cols ? 1 : 0;
    for (int down = top; down <= bottom; down += cols)
        for (int side = left; side <= right; ++side)
            if (down != 0 || side != 0) visit(cell + down + side);
}

}  // namespace sapper
