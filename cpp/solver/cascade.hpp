// Opening cells of a field whose layout is known.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/field.hpp"

namespace sapper {

// Opens a free cell and the cells that cascade from it. `mine` is the layout by padded cell, `queue` is scratch memory.
// Returns how many cells were opened. The caller has to call propagate() afterwards.
inline int open_cascade(Field& field, const std::vector<std::uint8_t>& mine, int at, std::vector<int>& queue) {
    int opened = 0;
    queue.assign(1, at);
    while (!queue.empty()) {
        const int next = queue.back();
        queue.pop_back();
        if (field.is_open(next)) continue;
        int number = 0;
        for (int k = 0; k < 8; ++k) number += mine[next + field.offsets()[k]];
        field.open(next, number);
        ++opened;
        if (number > 0) continue;
        for (int k = 0; k < 8; ++k)
            if (const int near = next + field.offsets()[k]; field.is_inside(near)) queue.push_back(near);
    }
    return opened;
}

}  // namespace sapper
