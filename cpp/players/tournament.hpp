// Which of several cells is the best guess, found by playing them out on the same layouts.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "players/agent.hpp"
#include "players/rollouts.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// A cell that could be opened: what is expected of it before any game, and the results of its games.
struct Contender {
    int at = -1;
    double risk = 0;
    double expected = 0;     // chance to win
    bool is_fitted = false;  // whether `expected` is fitted to such positions; otherwise it only orders contenders
    int games = 0;
    double wins = 0;      // sum of the results of its games, without the luck
    bool is_out = false;  // whether it plays no more

    double win() const;  // chance to win, from expectation and results; nan where there is neither
};

// Plays the contenders on the same layouts. One drops out as soon as more games of it are not worth their price: it is
// then unlikely to be best, or hardly better than the leader. The tournament ends when one contender is left.
class Tournament {
public:
    explicit Tournament(std::unique_ptr<Agent> player) : rollout_(std::move(player)) {}

    // Returns the index of the best contender. `solved` must have solved the field. Without a time limit, draws at most
    // `layouts` layouts, and their number sets the price of a game; with one, a game costs nothing. Returns -1 when the
    // field is too wide to draw layouts, or no game was worth its price.
    int play(const Field& field, Solver& solved, std::vector<Contender>& contenders, int layouts,
             const Thinking& thinking);

private:
    bool play_layout(const Field& field, Solver& solved, Philox& random);
    std::size_t find_leader() const;
    void drop(std::size_t leader);
    bool is_worth_playing(std::size_t rival, std::size_t leader) const;
    double noise(std::size_t a, std::size_t b) const;
    double trust(double noise) const;

    Rollout rollout_;
    std::vector<int> mines_;
    std::vector<Contender>* contenders_ = nullptr;
    std::vector<double> results_;         // of the layout played last, by contender
    std::vector<double> squared_gaps_;    // contender * contenders: sums over the layouts that both played
    std::size_t left_ = 0;                // contenders that play on
    int played_ = 0;                      // layouts
    int most_ = 0;                        // the most layouts
    double usual_error_ = 0, price_ = 0;  // see settings
};

}  // namespace sapper
