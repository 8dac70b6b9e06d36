// The value of positions.
#include "players/outlook.hpp"

#include "bindings/bindings.hpp"

namespace sapper::bindings {

namespace {

// Cells given by Python, checked to be covered and on the board.
sapper::Opens covered_cells(const sapper::View& view, const Cells& cells) {
    sapper::Opens opens;
    for (const auto& [row, col] : cells) {
        if (row < 0 || row >= view.rows || col < 0 || col >= view.cols)
            throw std::invalid_argument("the cell (" + std::to_string(row) + ", " + std::to_string(col) +
                                        ") lies outside the board");
        if (view.numbers[view.at(row, col)] != sapper::COVERED)
            throw std::invalid_argument("the cell (" + std::to_string(row) + ", " + std::to_string(col) +
                                        ") is open already");
        opens.push_back(view.at(row, col));
    }
    return opens;
}

}  // namespace

void bind_outlook(nb::module_& m) {
    m.def(
        "chance_all_free",
        [](const sapper::View& view, const Cells& cells) {
            const auto opens = covered_cells(view, cells);
            const Unlocked unlocked;
            return sapper::chance_all_free(view, opens);
        },
        "view"_a, "cells"_a,
        "The chance that none of these covered cells is a mine; None where the position is too wide.");
    m.def(
        "perfect_win",
        [](const sapper::View& view, const Cells& cells, std::size_t layouts, std::size_t nodes) {
            const auto opens = covered_cells(view, cells);
            const Unlocked unlocked;
            return sapper::PerfectPlay().win(view, opens, layouts, nodes);
        },
        "view"_a, "cells"_a, "layouts"_a, "nodes"_a,
        "The chance that perfect play wins after these cells were opened; None beyond the limits.");
    m.def(
        "play_out",
        [](const std::string& agent, const sapper::View& view, const std::vector<Cells>& moves, std::uint64_t seed,
           std::uint64_t first, std::size_t count, int threads) {
            std::vector<sapper::Opens> opens;
            for (const auto& cells : moves) opens.push_back(covered_cells(view, cells));
            double* data;
            auto values = new_array(count, moves.size(), data);
            {
                const Unlocked unlocked;
                sapper::play_out(agent, view, opens, seed, first, count, threads, data);
            }
            return values;
        },
        "agent"_a, "view"_a, "moves"_a, "seed"_a, "first"_a, "count"_a, "threads"_a,
        "Draw layouts and play each once for every move: (count, moves) results without the luck of later guesses. "
        "Their mean is the chance to win; nan where the move opens a mine.");
}

}  // namespace sapper::bindings
