// Playing drawn layouts to the end: what a guess is worth, by experience.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game/philox.hpp"
#include "players/agent.hpp"
#include "solver/cascade.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// How a game went.
struct Outcome {
    double win;   // 1 or 0; the chance to win, where the player came to know it exactly
    double luck;  // what the guesses survived, or not, did to that chance as the player saw it: nothing on average

    // The result without the luck: the same on average, and less scattered.
    double fair() const { return win - luck; }
};

// What surviving a guess, or not, does to a chance to win; nothing on average, however wrong the chance is.
inline double luck_of(double win, double risk, bool survived) { return survived ? win * risk / (1 - risk) : -win; }

// Plays games from a position to the end. Which cells are mines is decided beforehand; the player sees only numbers.
class Rollout {
public:
    explicit Rollout(std::unique_ptr<Agent> player) : player_(std::move(player)) {}

    // Takes the mines known in the field, and those among its unknown cells, as the truth for the games that follow.
    void deal(const Field& field, const std::vector<int>& mines);

    bool is_mine(int at) const { return mine_[at]; }

    // Opens the cells, none of them a mine, in the field dealt for, and plays on.
    Outcome play(const Field& field, std::span<const int> cells, Philox random);

private:
    void open(int at) { free_left_ -= open_cascade(field_, mine_, at, queue_); }

    std::unique_ptr<Agent> player_;
    Choice choice_;
    Field field_;
    std::vector<std::uint8_t> mine_;  // by padded cell
    std::vector<int> queue_;
    int free_left_ = 0, free_at_start_ = 0;
};

// A cell that could be opened: what is expected of it before any game, and how its games went.
struct Contender {
    int at;
    double risk;
    double expected;       // chance to win
    double reference = 0;  // what is expected of the first contender
    int games = 0;
    double wins = 0;          // over its games: the results, without the luck
    double gain = 0;          // the results less those of the first contender
    double squared_gain = 0;  // the second powers of these
    bool is_out = false;

    double win() const;    // chance to win, by expectation and experience
    double lead() const;   // the same, over the first contender
    double doubt() const;  // standard deviation of that
};

// Plays the contenders against each other on the same layouts, until one is clearly best or the limits are reached.
class Tournament {
public:
    explicit Tournament(std::unique_ptr<Agent> player) : rollout_(std::move(player)) {}

    // Which contender came out best; the first is the reference. `solved` has solved the field. Without a time, draws
    // `layouts` at most. -1 when the field is too wide to draw layouts.
    int play(const Field& field, Solver& solved, std::vector<Contender>& contenders, int layouts,
             const Thinking& thinking);

private:
    Rollout rollout_;
    std::vector<int> mines_;
};

}  // namespace sapper
