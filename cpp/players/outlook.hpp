// The value of a position: exact where few layouts are left, elsewhere from random layouts that are played to the end.
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

// Cells that one move opens, row-major: one for an open, several for a chord, none to let the player choose.
using Opens = std::vector<int>;

// The chance that none of these cells is a mine; nullopt if the position is too wide to be counted.
std::optional<double> chance_all_free(const View& view, const Opens& cells);

// The chance that perfect play wins after the cells were opened; a mine among them loses. Returns nullopt if more than
// `layouts` layouts fit the view, or if more than `nodes` positions would have to be examined.
class PerfectPlay {
public:
    std::optional<double> win(const View& view, const Opens& cells, std::size_t layouts, std::size_t nodes);

private:
    // A number that a cell may show, and how many layouts fit it.
    struct Shown {
        int number;
        double log_layouts;
    };

    double after(Field& field, double log_layouts, std::span<const int> cells, std::vector<int> certain);
    bool find_certain(Field& field, std::vector<int>& certain);
    double solve_endgame(const Field& field);
    void find_numbers(const Field& field, double log_layouts, int at, std::vector<Shown>& numbers);

    std::size_t layouts_ = 0, nodes_ = 0;
    bool gave_up_ = false;
    Solver solver_;
    Endgame endgame_;
    Field supposed_;
    Choice choice_;
};

// Draws layouts that fit a field, each equally likely, and lets an agent play them to the end.
class Playouts {
public:
    // Throws std::invalid_argument when no layout fits, and std::runtime_error when the field is too wide to draw from.
    // play() may throw the latter too.
    Playouts(const std::string& agent, const View& view);

    // Draws one layout and plays it once for each of `moves`. A value is the result minus the luck of the guesses on
    // the way. Single values may lie outside 0 to 1, but their mean is the chance to win. The value is nan where the
    // move itself opens a mine.
    void play(std::span<const Opens> moves, Philox& random, double* values);

private:
    void draw(Philox& random);
    void draw_cell_by_cell(Philox& random);

    Rollout rollout_;
    Field start_, supposed_;
    Solver solver_;
    bool draws_at_once_ = false;
    std::vector<int> mines_;  // of the drawn layout, except the mines already known
    std::vector<int> rest_, padded_;
};

// Plays layouts first .. first + count - 1 of stream `seed` in several threads and writes count * moves.size() values.
// Layout i depends neither on the moves nor on the number of threads.
void play_out(const std::string& agent, const View& view, std::span<const Opens> moves, std::uint64_t seed,
              std::uint64_t first, std::size_t count, int threads, double* values);

}  // namespace sapper
