// The strong players: one step of lookahead, coin flips, an exact endgame and, for the strongest, games played out.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "players/agent.hpp"
#include "players/coin_flips.hpp"
#include "players/comparison.hpp"
#include "players/settings.hpp"
#include "players/tournament.hpp"
#include "search/endgame.hpp"

namespace sapper {

// Chooses the cell that makes it most likely to survive this guess and the next. For every number that a candidate may
// show, the risks are computed again: what counts are the cells that are then proven free or, if there are none, the
// safety of the two safest cells.
class Lookahead : public Agent {
public:
    // For an adviser or rollouts, it compares more cells than it needs for its own choice. With both, the chances to
    // win that the adviser states are what is expected before the rollouts.
    explicit Lookahead(const Effort& effort, const Thinking& thinking = {}, std::unique_ptr<Adviser> adviser = nullptr);
    void choose(const Field& field, Choice& choice) override;
    void compare_all(bool all) override { compares_all_ = all; }

private:
    struct Candidate {
        int at;
        double risk;
        double value = -1;  // of opening it; if below the best, it may be only an upper bound
        double early = -1;  // the value before the close comparison
    };
    void choose_uncounted(const Field& field, Choice& choice);
    bool choose_endgame(const Field& field, std::size_t layouts, std::size_t nodes, Choice& choice);
    bool choose_coin_flip(const Field& field, double log_layouts, Choice& choice);
    double find_worth(const Field& field, double log_layouts);
    Candidate* weigh_candidates(const Field& field, double log_layouts, double greatest, double wanted);
    bool choose_by_comparison(const Field& field, Candidate*& own, Choice& choice);
    bool choose_by_rollouts(const Field& field, bool is_fitted, std::size_t first, Choice& choice);
    bool compare(const Field& field, Candidate*& own, const Choice& choice);
    double least_share(bool closely) const;
    bool is_candidate(int at) const;
    void add_candidate(const Field& field, double log_layouts, double least, Candidate more);
    void add_risky(const Field& field, double log_layouts, double least);
    void add_untouched(const Field& field, double log_layouts, double least);
    void find_candidates(const Field& field, int most_untouched);
    Candidate* compare_closely(const Field& field, Candidate* best);
    double survival(const Field& field, const Candidate& candidate, double log_layouts, double floor);
    double prospect(const Field& field);

    Effort effort_;
    Thinking thinking_;
    bool compares_all_ = false;
    std::unique_ptr<Tournament> tournament_;  // only for players with rollouts
    std::unique_ptr<Adviser> adviser_;
    Comparison comparison_;
    Solver solver_, inner_;
    Endgame endgame_;
    CoinFlips coin_flips_;
    Field next_;
    std::vector<Candidate> candidates_;
    std::vector<Contender> contenders_;
    std::vector<double> worth_;   // indexed by padded cell
    std::vector<int> close_;      // candidates that are compared closely
    std::vector<double> shares_;  // the share of layouts that each of them wins
    std::vector<std::pair<int, int>> untouched_;
};

}  // namespace sapper
