// Positions from which the network of sapper-deep learns: guesses of games, with the results of playing their cells
// out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "game/board.hpp"
#include "game/philox.hpp"
#include "game/rules.hpp"
#include "players/comparison.hpp"
#include "players/lookahead.hpp"
#include "players/rollouts.hpp"

namespace sapper {

// A guess in short form, from which the planes of `deep_planes` can be made.
struct DeepPosition {
    struct Cell {
        int cell;  // row-major
        double risk, value, close, win;
        double result;  // the mean result of playing it out, without luck; 0 where nothing was played out
    };
    std::vector<std::int8_t> shown;   // row-major: the number, COVERED, or HIT for a known mine
    std::vector<std::int16_t> risks;  // row-major: the risk as a share of RISK_SCALE
    std::vector<Cell> cells;          // the lookahead's own choice first
    double log_layouts, win;
    bool closely;

    static constexpr double RISK_SCALE = 32767;
};

struct DeepRecipe {
    int layouts = 3;                     // drawn for a position; every compared cell is played out on each. May be 0
    std::string player = "sapper-fast";  // plays them out
    double wander = 0.25;                // the share of guesses in which the game goes on with any compared cell
    // The share of positions that are kept where fewer than FEW_OPEN cells are open: nearly all games begin alike.
    double beginnings = 0.3;

    static constexpr int FEW_OPEN = 5;
};

inline constexpr int RANDOM_START = -2;  // in place of a start cell

// Plays games of sapper-strong in which nobody dies: where the chosen cell is a mine, the game goes on with another
// layout that fits. So late positions are frequent.
class DeepGames {
public:
    explicit DeepGames(const DeepRecipe& recipe);

    // Plays on board `index` of stream `seed`, and adds the positions to `positions`.
    void play(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start,
              std::vector<DeepPosition>& positions);

private:
    class Witness;

    void record(DeepPosition& position) const;
    bool play_out(DeepPosition& position, Philox& random);
    bool redeal(int at, Philox& random);

    DeepRecipe recipe_;
    Comparison asked_;       // what the player was asked last
    bool is_asked_ = false;  // whether the last choice was such a guess
    std::unique_ptr<Agent> player_;
    Rollout rollout_;
    Solver solver_;
    BoardMaker maker_;
    Board board_;
    Field field_, supposed_;
    Choice choice_;
    std::vector<std::uint8_t> mine_;  // by padded cell
    std::vector<int> mines_, queue_;
};

// The positions of games first .. first + count - 1, in order. They do not depend on the number of threads.
std::vector<DeepPosition> deep_positions(const DeepRecipe& recipe, const Rules& rules, std::uint64_t seed,
                                         std::uint64_t first, std::size_t count, int start, int threads);

}  // namespace sapper
