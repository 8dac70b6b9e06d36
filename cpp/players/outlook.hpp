// What a position is worth: exactly where few layouts are left, elsewhere by playing random layouts to their end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/philox.hpp"
#include "game/view.hpp"
#include "players/agent.hpp"
#include "players/rollouts.hpp"
#include "search/endgame.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// Cells opened at once, row-major: one for an open, several for a chord, none to let the player go on.
using Opens = std::vector<int>;

// The chance that none of these cells is a mine; nothing where the position is too wide to be counted.
std::optional<double> chance_all_free(const View& view, const Opens& cells);

// The chance that perfect play wins after the cells were opened; a mine among them loses. Nothing where more than
// `layouts` layouts fit the view, or more than `nodes` positions would have to be looked at.
class PerfectPlay {
public:
    std::optional<double> win(const View& view, const Opens& cells, std::size_t layouts, std::size_t nodes);

private:
    double after(const Field& field, double log_layouts, std::span<const int> cells);
    double onwards(const Field& field, double log_layouts);
    double over_numbers(const Field& field, double log_layouts, int at, std::span<const int> rest);

    std::size_t layouts_ = 0, nodes_ = 0;
    bool gave_up_ = false;
    Solver solver_;
    Endgame endgame_;
};

// Draws layouts that fit a field, each as likely as any other, and lets an agent play them to their end.
class Playouts {
public:
    // Throws std::invalid_argument when no layout fits; here and in play, std::runtime_error when the field is too
    // wide to draw from.
    Playouts(const std::string& agent, const View& view);

    // One layout, played once for each of `moves`: how it ended, less the luck of the guesses on the way, so that
    // single values may lie beyond 0 and 1 while their mean is the chance to win; nan where the move itself opens a
    // mine. All moves meet the same layout.
    void play(std::span<const Opens> moves, Philox& random, double* values);

private:
    void draw(Philox& random);
    void draw_cell_by_cell(Philox& random);

    Rollout rollout_;
    Field start_, supposed_;
    Solver solver_;
    bool draws_at_once_ = false;
    std::vector<int> mines_;  // of the layout drawn, beside those known
    std::vector<int> rest_, padded_;
};

// Layouts first .. first + count - 1 of stream `seed`, count * moves.size() values, in threads. Layout i is the same
// whatever the moves and however many threads.
void play_out(const std::string& agent, const View& view, std::span<const Opens> moves, std::uint64_t seed,
              std::uint64_t first, std::size_t count, int threads, double* values);

}  // namespace sapper
