// Answers by trying everything, for boards of at most 32 cells: what the searches are compared with.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "game/board.hpp"
#include "game/neighbours.hpp"
#include "game/view.hpp"
#include "support/combinations.hpp"

namespace brute_force {

using Bits = std::uint64_t;  // one bit per cell

class Layouts {
public:
    Layouts(int rows, int cols, int mines)
        : cells_(rows * cols), mines_(mines), near_(static_cast<std::size_t>(cells_)) {
        for (int cell = 0; cell < cells_; ++cell)
            sapper::for_neighbours(rows, cols, cell, [&](int other) { near_[cell] |= Bits{1} << other; });
    }

    int number(Bits layout, int cell) const { return std::popcount(layout & near_[cell]); }
    Bits near(int cell) const { return near_[cell]; }

    // All layouts that fit a view.
    std::vector<Bits> fitting(const sapper::View& view) const {
        std::vector<Bits> found;
        sapper::for_layouts(cells_, mines_, 0, [&](Bits layout) {
            for (int cell = 0; cell < cells_; ++cell) {
                const int shown = view.numbers[cell];
                const bool mine = layout >> cell & 1;
                if (shown == sapper::HIT ? !mine : shown >= 0 && (mine || number(layout, cell) != shown)) return;
            }
            found.push_back(layout);
        });
        return found;
    }

    // How many of these layouts perfect play wins, when the cells of `opened` are open in all of them.
    std::uint64_t wins(const std::vector<Bits>& layouts, Bits opened) const {
        if (layouts.size() <= 1 || std::popcount(opened) == cells_ - mines_) return layouts.size();
        Bits any = 0;
        for (Bits layout : layouts) any |= layout;
        std::uint64_t best = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            if (opened >> cell & 1) continue;
            const bool is_free = !(any >> cell & 1);
            const std::uint64_t won = wins_after(layouts, opened, cell);
            if (is_free) return won;  // a certain cell costs nothing
            best = std::max(best, won);
        }
        return best;
    }

    // The same after one more cell was opened, which loses the layouts where it is a mine.
    std::uint64_t wins_after(const std::vector<Bits>& layouts, Bits opened, int cell) const {
        std::vector<Bits> parts[9];
        for (Bits layout : layouts)
            if (!(layout >> cell & 1)) parts[number(layout, cell)].push_back(layout);
        std::uint64_t won = 0;
        for (const auto& part : parts) won += wins(part, opened | Bits{1} << cell);
        return won;
    }

    // How many cells are open when only certain cells are opened from a start on: those free in all layouts that fit.
    int certain_cells(Bits truth, int start) const {
        std::vector<Bits> left;
        sapper::for_layouts(cells_, mines_, 0, [&](Bits layout) { left.push_back(layout); });
        Bits opened = 0, certain = Bits{1} << start;
        while (certain) {
            const int cell = std::countr_zero(certain);
            opened |= Bits{1} << cell;
            std::erase_if(
                left, [&](Bits layout) { return (layout >> cell & 1) || number(layout, cell) != number(truth, cell); });
            Bits any = 0;
            for (Bits layout : left) any |= layout;
            certain = ~any & ~opened & ((Bits{1} << cells_) - 1);
        }
        return std::popcount(opened);
    }

private:
    int cells_, mines_;
    std::vector<Bits> near_;
};

}  // namespace brute_force
