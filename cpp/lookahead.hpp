// The strong players: one step of lookahead, coin flips, and an exact endgame.
#pragma once

#include <cstddef>
#include <vector>

#include "agent.hpp"
#include "endgame.hpp"
#include "fifty.hpp"

namespace sapper {

// How much a player looks at before it guesses. All limits count, none is a time: the same field, the same choice.
struct Effort {
    std::size_t layouts;  // most layouts an endgame is solved with
    std::size_t nodes;    // most sets it may look at
    bool coin_flips;      // whether unavoidable 50/50s are sought
    double candidates;    // cells at least this times as safe as the safest are looked at
};

inline constexpr Effort FAST{256, 20'000, false, 0.9};
inline constexpr Effort STRONG{2000, 100'000, true, 0.85};
inline constexpr Effort MAX{5000, 300'000, true, 0.8};

// Guesses so as to survive this guess and the next. For every number a candidate may show, the board is weighed
// again: a cell proven free then counts 1, otherwise the safety of the two safest cells counts.
class Lookahead : public Agent {
public:
    explicit Lookahead(const Effort& effort) : effort_(effort) {}
    void choose(const Field& field, Choice& choice) override;

private:
    struct Candidate {
        int at;
        double risk;
    };
    bool choose_endgame(const Field& field, Choice& choice);
    void find_candidates(const Field& field);
    double survival(const Field& field, const Candidate& candidate, double log_layouts, double floor);
    double prospect(const Field& field);

    Effort effort_;
    Solver solver_, inner_;
    Endgame endgame_;
    FiftyFifty coin_flips_;
    Field next_;
    std::vector<Candidate> candidates_;
    std::vector<double> worth_;  // by padded cell
    std::vector<std::pair<int, int>> untouched_;
};

}  // namespace sapper
