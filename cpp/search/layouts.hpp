// A list of the layouts of a field: all of them, or a random sample.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "game/philox.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

class Layouts {
public:
    static constexpr std::uint8_t MINE = 15;
    static constexpr std::size_t MOST_CELLS = 250;

    // Lists all layouts of a propagated, consistent field. Returns false when there are more than `most`, or too many
    // cells.
    bool list(const Field& field, std::size_t most);
    // Draws at most `count` different layouts, each equally likely. `solved` must have solved the field. Returns false
    // when it cannot draw, or there are too many cells.
    bool draw(const Field& field, Solver& solved, Philox& random, std::size_t count);

    std::size_t size() const { return count_; }
    const std::vector<int>& cells() const { return cells_; }  // the unknown cells, padded
    // What a cell (an index into cells()) shows in each layout: its number, or MINE.
    const std::uint8_t* shown(int cell) const { return shown_.data() + static_cast<std::size_t>(cell) * count_; }
    // The first cell that this one can be exchanged with: the list then holds every layout with the two exchanged, and
    // all other cells show the same in both.
    int kind(int cell) const { return kinds_[cell]; }
    // Regions are independent of each other except for the mine count.
    std::size_t regions() const { return region_count_; }
    std::size_t region(int cell) const { return region_of_[cell]; }
    // The contents of a region in each layout, as numbers that are equal for equal contents. Filled only if there are
    // several regions.
    const std::uint16_t* contents(std::size_t region) const { return contents_.data() + region * count_; }

private:
    void list_cells(const Field& field);
    bool place_mines(const Field& field, std::size_t most);
    bool draw_mines(const Field& field, Solver& solved, Philox& random, std::size_t count);
    bool is_repeated(const std::uint64_t* drawn);
    void read_numbers(const Field& field);
    void find_kinds(const Field& field);
    void find_regions(const Field& field);
    void number_contents();

    std::vector<int> cells_;
    // A layout is words_ words with one bit for each cell, set where a mine is.
    std::size_t words_ = 0;
    std::vector<std::uint64_t> mines_;
    std::vector<std::uint16_t> table_;   // hash table of drawn layouts: an index plus 1, or 0
    std::vector<std::uint8_t> is_mine_;  // cell * layouts: 1 where a mine is
    std::vector<std::uint8_t> shown_;    // cell * layouts
    std::array<std::uint8_t, MOST_CELLS> kinds_, region_of_;
    std::vector<std::uint16_t> contents_;  // region * layouts
    std::size_t count_ = 0, region_count_ = 0;
};

}  // namespace sapper
