// Binomial coefficients, and all layouts of a small board with one bit per cell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/twice.hpp"

namespace sapper {

// n choose k, or the largest representable number when the result does not fit.
inline std::uint64_t choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    const int few = std::min(k, n - k);
    Twice ways = 1;
    for (int i = 1; i <= few; ++i) {
        ways = ways * static_cast<unsigned>(n - few + i) / static_cast<unsigned>(i);
        if (ways >> 64) return ~std::uint64_t{0};
    }
    return static_cast<std::uint64_t>(ways);
}

// Calls visit(layout) for every way to put `mines` mines into `cells` cells (at most 64), none of them in `free`.
template <class Visit>
void for_layouts(int cells, int mines, std::uint64_t free, Visit&& visit) {
    std::vector<int> places;
    for (int cell = 0; cell < cells; ++cell)
        if (!(free >> cell & 1)) places.push_back(cell);
    const auto room = static_cast<int>(places.size());
    if (mines > room) return;
    std::vector<int> chosen(static_cast<std::size_t>(mines));
    for (int i = 0; i < mines; ++i) chosen[i] = i;
    for (;;) {
        std::uint64_t layout = 0;
        for (int i : chosen) layout |= std::uint64_t{1} << places[i];
        visit(layout);
        int i = mines - 1;
        while (i >= 0 && chosen[i] == room - mines + i) --i;
        if (i < 0) return;
        for (++chosen[i]; i + 1 < mines; ++i) chosen[i + 1] = chosen[i] + 1;
    }
}

}  // namespace sapper
