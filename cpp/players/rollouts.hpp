// Rollouts: playing random layouts to the end to find the value of a guess.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "game/philox.hpp"
#include "players/agent.hpp"
#include "players/remembering.hpp"
#include "solver/cascade.hpp"
#include "solver/field.hpp"

namespace sapper {

// The result of a game.
struct Outcome {
    double win;   // 1 or 0, or the chance to win where the player knows it exactly
    double luck;  // how much the outcomes of the guesses changed the stated chance to win; 0 on average

    // The result without the luck: it has the same mean and less variance.
    double fair() const { return win - luck; }
};

// The change of a chance to win by the outcome of a guess. Its mean is 0, even if the chance is wrong.
inline double luck_of(double win, double risk, bool survived) { return survived ? win * risk / (1 - risk) : -win; }

// Plays games from a position to the end. The mines are fixed beforehand; the player sees only numbers.
class Rollout {
public:
    explicit Rollout(std::unique_ptr<Agent> player) : player_(std::move(player)) {}

    // Fixes the mines for the games that follow: those known in the field, and `mines` among its unknown cells.
    void deal(const Field& field, const std::vector<int>& mines);

    bool is_mine(int at) const { return mine_[at]; }

    // Opens the cells, none of which may be a mine, in the field passed to deal(), and plays to the end.
    Outcome play(const Field& field, std::span<const int> cells, Philox random);

private:
    void open(int at) { free_left_ -= open_cascade(field_, mine_, at, queue_); }

    Remembering player_;  // many games begin alike
    Choice choice_;
    Field field_;
    std::vector<std::uint8_t> mine_;  // indexed by padded cell
    std::vector<int> queue_;
    int free_left_ = 0, free_at_start_ = 0;
};

}  // namespace sapper
