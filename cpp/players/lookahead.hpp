// The strong players: one step of lookahead, coin flips, an exact endgame, and for the strongest games played out.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "players/agent.hpp"
#include "players/coin_flips.hpp"
#include "players/rollouts.hpp"
#include "search/endgame.hpp"

namespace sapper {

// How much a player looks at before it guesses. All limits count, none is a time: the same field, the same choice.
struct Effort {
    std::size_t layouts;  // most layouts an endgame is solved with
    std::size_t nodes;    // most sets it may look at
    bool coin_flips;      // whether unavoidable 50/50s are sought
    double candidates;    // cells at least this times as safe as the safest are looked at
    Scope scope{};        // how closely close candidates are compared where few cells are left; no layouts: not at all
    int rollouts = 0;     // layouts played out from each of the best cells, unless a time is given
};

inline constexpr Effort FAST{256, 20'000, false, 0.9};
inline constexpr Effort STRONG{2000, 100'000, true, 0.85, {2000, 2, 60'000}};
inline constexpr Effort MAX{2000, 100'000, true, 0.85, {2000, 2, 60'000}, 300};

// Guesses so as to survive this guess and the next. For every number a candidate may show, the board is weighed
// again: cells proven free then count, otherwise the safety of the two safest cells.
class Lookahead : public Agent {
public:
    explicit Lookahead(const Effort& effort, const Thinking& thinking = {});
    void choose(const Field& field, Choice& choice) override;
    void compare_all(bool all) override { compares_all_ = all; }

private:
    struct Candidate {
        int at;
        double risk;
        double value = -1;  // what opening it promises; below the best, perhaps only a bound
    };
    bool choose_endgame(const Field& field, Choice& choice);
    bool choose_by_rollouts(const Field& field, double outlook, Choice& choice);
    void find_candidates(const Field& field, int most_untouched);
    Candidate* compare_closely(const Field& field, Candidate* best);
    double survival(const Field& field, const Candidate& candidate, double log_layouts, double floor);
    double prospect(const Field& field);

    Effort effort_;
    Thinking thinking_;
    bool compares_all_ = false;
    std::unique_ptr<Tournament> tournament_;  // only where rollouts are wanted
    Solver solver_, inner_;
    Endgame endgame_;
    CoinFlips coin_flips_;
    Field next_;
    std::vector<Candidate> candidates_;
    std::vector<Contender> contenders_;
    std::vector<double> worth_;   // by padded cell
    std::vector<int> close_;      // candidates compared closely, and
    std::vector<double> shares_;  // the share of layouts that each wins
    std::vector<std::pair<int, int>> untouched_;
};

}  // namespace sapper
