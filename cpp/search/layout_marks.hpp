// What every cell shows in every layout, one byte per cell, and passes over sets of layouts that examine all cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "search/layouts.hpp"
#include "support/store.hpp"

namespace sapper {

// What the cells show in the layouts of one set. Bit MINE of `any` is set where a cell is a mine in some layout. The
// other bits of `any`, and all bits of `more`, stand for the numbers that the cell shows.
struct Sight {
    static constexpr std::uint8_t MINE = 0x80;
    static constexpr std::size_t CELLS = 256;  // Layouts::MOST_CELLS, rounded up to full blocks

    alignas(16) std::array<std::uint8_t, CELLS> any{}, more{};
    alignas(16) std::array<std::uint16_t, CELLS> mines{};  // in how many layouts the cell is a mine, if counted

    // How many numbers a cell shows.
    int parts(std::size_t cell) const;
};

// A mask of cells has one byte per cell: 0xff for the cells in it, 0 for the others. Masks and rows of marks have
// width() bytes, a multiple of 16, so that a pass handles sixteen cells at a time.
class LayoutMarks {
public:
    using Set = std::span<const std::uint16_t>;  // indices of layouts

    void build(const Layouts& layouts);
    std::size_t width() const { return width_; }

    // Finds what all cells show in the layouts of a set. `sight` must be new, or written by the same marks.
    void look(Set set, Sight& sight) const;
    // Counts the mines of all cells in the layouts of a set.
    void count_mines(Set set, Sight& sight) const;

    // Whether some cell is free in both layouts and shows different numbers.
    bool is_told_apart(std::uint16_t a, std::uint16_t b) const;

    // Writes the mask of the live cells: those of `mask` that show several numbers. Returns whether one of them is
    // never a mine.
    bool find_live(const Sight& sight, const std::uint8_t* mask, std::uint8_t* live) const;
    // The same without writing the mask.
    bool is_informative(const Sight& sight, const std::uint8_t* mask) const;
    // The first of the live cells that show the most numbers and are never a mine. There must be one.
    int most_informative(const Sight& sight, const std::uint8_t* live) const;

    // The least number of layouts, but at least 1, in which a cell of `mask` is a mine; `none` where none of them is
    // ever a mine.
    std::uint32_t fewest_mines(const Sight& sight, const std::uint8_t* mask, std::uint32_t none) const;

    // Adds the `any` of a sight to that of a larger set.
    void merge(std::uint8_t* any, const Sight& sight) const;

private:
    // By layout and cell: bit MINE for a mine, otherwise the bit of the number shown, bit 0 for the lowest number that
    // the cell shows in any layout. Where seven bits are not enough, the others are in more_, in the same places.
    Store<std::uint8_t> rows_, more_;
    std::size_t width_ = 0;
    bool has_more_ = false;
};

}  // namespace sapper
