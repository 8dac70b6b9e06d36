#include "players/deep_planes.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr int COVERED_PLANE = 0, MINE_PLANE = 1, NUMBER_PLANE = 2, BOARD_PLANE = 11, RISK_PLANE = 16,
              COMPARED_PLANE = 17, POSITION_PLANE = 21;

}  // namespace

void deep_planes(const Field& field, const Solver& solver, const Comparison& comparison, std::vector<float>& planes) {
    const auto cells = static_cast<std::size_t>(field.rows()) * field.cols();
    planes.assign(DEEP_PLANES * cells, 0.0F);
    const auto plane = [&](int index) { return planes.begin() + static_cast<std::ptrdiff_t>(index * cells); };
    int covered = 0;
    for (int cell = 0; cell < static_cast<int>(cells); ++cell) {
        const int at = field.at(cell);
        if (field.is_open(at)) {
            plane(NUMBER_PLANE + field.numbers()[at])[cell] = 1;
            continue;
        }
        ++covered;
        plane(COVERED_PLANE)[cell] = 1;
        if (field.is_mine(at)) plane(MINE_PLANE)[cell] = 1;
        plane(RISK_PLANE)[cell] = field.is_mine(at)      ? 1.0F
                                  : field.is_unknown(at) ? static_cast<float>(risk_at(solver, at))
                                                         : 0.0F;
    }
    const auto fill = [&](int index, double value) { std::fill_n(plane(index), cells, static_cast<float>(value)); };
    const double mines = field.mines(), free = covered - mines;
    fill(BOARD_PLANE, mines / std::max(covered, 1));
    fill(BOARD_PLANE + 1, mines / 100);
    fill(BOARD_PLANE + 2, free / 200);
    fill(BOARD_PLANE + 3, std::min(free, 16.0) / 16);
    fill(BOARD_PLANE + 4, 1);
    const Compared& own = comparison.cells.front();
    for (const Compared& compared : comparison.cells) {
        const int cell = field.cell(compared.at);
        plane(COMPARED_PLANE)[cell] = 1;
        plane(COMPARED_PLANE + 1)[cell] = static_cast<float>(10 * (compared.value - own.value));
        plane(COMPARED_PLANE + 2)[cell] = static_cast<float>(10 * (compared.close - own.close));
        plane(COMPARED_PLANE + 3)[cell] = static_cast<float>(10 * (compared.risk - own.risk));
    }
    fill(POSITION_PLANE, comparison.log_layouts / 100);
    fill(POSITION_PLANE + 1, comparison.win);
    fill(POSITION_PLANE + 2, comparison.closely);
}

}  // namespace sapper
