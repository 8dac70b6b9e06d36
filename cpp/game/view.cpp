#include "game/view.hpp"

#include <algorithm>
#include <stdexcept>

namespace sapper {

namespace {

std::string where(const View& view, std::size_t cell) {
    return std::string("(") + std::to_string(cell / view.cols) + ", " + std::to_string(cell % view.cols) + ")";
}

}  // namespace

void check_well_formed(const View& view) { check_well_formed(view, view.mines); }

void check_well_formed(const View& view, std::int64_t mines) {
    const auto cells = view.numbers.size();
    if (view.rows < 1 || view.cols < 1)
        throw std::invalid_argument("a view needs at least one row and one column, not " + std::to_string(view.rows) +
                                    "x" + std::to_string(view.cols));
    if (mines < 0 || static_cast<std::size_t>(mines) > cells)
        throw std::invalid_argument("mines must be between 0 and " + std::to_string(cells) +
                                    ", the number of cells, not " + std::to_string(mines));
    std::uint8_t highest = 0;  // above COVERED; what is below it wraps around to a high number
    for (const std::int8_t number : view.numbers)
        highest = std::max(highest, static_cast<std::uint8_t>(number - COVERED));
    if (highest > 8 - COVERED) {
        const auto [low, high] = std::minmax_element(view.numbers.begin(), view.numbers.end());
        const auto bad = *low < COVERED ? low : high;
        throw std::invalid_argument("numbers are 0..8, -2 for covered or -1 for a hit mine; found " +
                                    std::to_string(*bad) + " at " + where(view, bad - view.numbers.begin()));
    }
    if (!view.flags.empty())
        for (std::size_t cell = 0; cell < cells; ++cell)
            if (view.flags[cell] && view.numbers[cell] != COVERED)
                throw std::invalid_argument("a flag stands on the opened cell " + where(view, cell));
}

}  // namespace sapper
