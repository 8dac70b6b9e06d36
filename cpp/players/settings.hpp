// The numbers that decide how the strong players play, and where each of them comes from.
//
// Changing one changes play: win rates, golden games and the figures of docs/strength.md. The sections named below are
// those of docs/strength.md. The weights of the estimated chance to win are in expectation.cpp, where
// scripts/expectation.py writes them. "By hand" means: chosen by hand, not tuned.
#pragma once

#include <cstddef>

#include "search/endgame.hpp"

namespace sapper {

// How much a player examines before it guesses. All limits are counts, not times: the same field always gets the same
// choice.
struct Effort {
    std::size_t layouts;  // the most layouts for which the endgame is solved exactly
    std::size_t nodes;    // the most sets of layouts that the endgame search may examine
    bool coin_flips;      // whether unavoidable 50/50s are sought
    double candidates;    // cells with at least this share of the greatest safety are candidates
    Scope scope{};        // limits of the close comparison of candidates; if `layouts` is 0, there is no comparison
    int rollouts = 0;     // the most layouts on which the best cells are played out, unless a time is given
    // The same limits as `layouts` and `nodes`, for another try before anything is played out.
    std::size_t late_layouts = 0, late_nodes = 0;
};

// layouts, coin_flips, candidates, scope: "What each part is worth" measures them; 0.9 by hand.
// rollouts: "What rollouts show". late_layouts, late_nodes: "Larger endgames".
// All limits of nodes: by hand.
inline constexpr Effort FAST{256, 20'000, false, 0.9};
inline constexpr Effort STRONG{2000, 100'000, true, 0.85, {2000, 2, 60'000}};
inline constexpr Effort MAX{2000, 100'000, true, 0.85, {2000, 2, 60'000}, 300, 20'000, 300'000};

// The value of the position after a guess, and which candidates are examined.
namespace settings::lookahead {

// Chosen by games played out from expert positions; "What each part is worth" measures them.
inline constexpr double SECOND = 0.4;      // weight of the second safest cell where another guess follows
inline constexpr double PROGRESS = 0.98;   // value of a position in which some cell is certain
inline constexpr double FREE_CELL = 0.01;  // added for each free cell in such a position
inline constexpr int MOST_FREE = 5;        // at most this many free cells are counted
inline constexpr double GREATEST = PROGRESS + FREE_CELL * MOST_FREE;  // no position has a greater value

// Candidates among the untouched cells: those with the fewest neighbours.
inline constexpr int UNTOUCHED = 2;       // "What each part is worth": one and three instead
inline constexpr int UNTOUCHED_LATE = 8;  // if few layouts are left; see "Close comparison"

inline constexpr double NEGLIGIBLE = 1e-9;  // numbers whose probabilities sum to less are not examined; by hand

// The close comparison of candidates: "Close comparison" describes it.
inline constexpr double CLOSE = 0.93;         // cells with at least this share of the best value; by hand
inline constexpr std::size_t MOST_CLOSE = 8;  // at most this many cells; by hand
inline constexpr double CLOSE_LAYOUTS = 40;   // logarithm of the most layouts; "What each part is worth" has 24
inline constexpr double LATE_LAYOUTS = 14;    // logarithm; at or below it: twice the layouts, one cell more, and
                                              // UNTOUCHED_LATE; by hand

// Cells that are played out: "What rollouts show" measures the player with these two.
inline constexpr double CONTEND = 0.92;       // cells with at least this share of the best expected chance to win
inline constexpr std::size_t CONTENDERS = 8;  // at most this many cells

// Cells that an adviser may choose from, and that rollouts may compare, by hand.
inline constexpr double ADVISED = 0.92;          // cells with at least this share of the best value
inline constexpr double ADVISED_LATE = 0.7;      // the same within CLOSE_LAYOUTS: "What is possible" says why
inline constexpr std::size_t MOST_ADVISED = 24;  // at most this many cells
inline constexpr int MORE_UNTOUCHED = 6;         // untouched cells besides those that the lookahead examines itself

}  // namespace settings::lookahead

namespace settings::coin_flips {

inline constexpr double WORTH_A_LOOK = 0.01;              // pairs less likely to be a coin flip are skipped; by hand
inline constexpr double LEAST_CHANCE = WORTH_A_LOOK / 4;  // the same limit for the exact chance of a flip; by hand
inline constexpr double CERTAIN = 1 - 1e-9;               // a chance of 1 up to rounding

}  // namespace settings::coin_flips

namespace settings::rollouts {

// How far an expected lead usually is from the truth, at the end of a game, near its beginning, and while more than
// BARELY_BEGUN of the free cells are covered; and the variance of the difference between two games on one layout. From
// positions with 1,500 games for each contender, see "What rollouts show". There the first two errors are 0.019 and
// 0.0095; one and a half times as much gains more, because a few leads are far greater than usual. The measured
// variance counts for more the more games there are.
inline constexpr double LATE_ERROR = 0.03;
inline constexpr double EARLY_ERROR = 0.015;
inline constexpr double FIRST_ERROR = 0.004;
inline constexpr double BARELY_BEGUN = 0.985;
inline constexpr double USUAL_NOISE = 0.03;
inline constexpr int NOISE_GAMES = 16;  // games that USUAL_NOISE counts for; by hand
// How many games the expected chance to win counts for, where a chance is stated. "Calibration" states the 50 games.
inline constexpr double EXPECTATION_GAMES = 50;
// What as many games of one contender as there may be layouts have to be worth, in chance to win. By hand.
inline constexpr double BUDGET = 0.001;
inline constexpr int FIRST_GAMES = 32;        // after so many games it is first asked who is out; by hand
inline constexpr int ROUND = 16;              // and from then on, after every so many; by hand
inline constexpr double CLEARLY = 3.5;        // with a time limit: out if so many deviations behind; by hand
inline constexpr int MOST_LAYOUTS = 100'000;  // the limit even if there is time for more; by hand

}  // namespace settings::rollouts

}  // namespace sapper
