// The chance to win a position, and to win it after each of several moves.
//
// If few layouts are left, perfect play is searched, and the answer is exact. Otherwise layouts that fit the view are
// drawn at random, each with the same probability. For each compared move, a native agent plays a rollout on every
// layout. All moves use the same layouts, so that luck affects them equally. The risk of each move and of each later
// guess is known exactly. This removes most of the remaining luck from the estimate.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "game/rules.hpp"
#include "game/view.hpp"
#include "players/outlook.hpp"

namespace sapper::facade {

// The limits for one position. They are counts and not times, so results are reproducible.
struct WinEffort {
    std::size_t layouts;  // the most layouts for which perfect play is searched
    std::size_t nodes;    // the most positions that this search may examine
    int rollouts;         // the most rollouts
    double steady;        // the standard error at which a value is known well enough to be stated
};

// The effort of a strength: "fast", "strong" or "max". Refuses other words.
const WinEffort& effort_of(const std::string& strength);

inline constexpr int LEAST_ROLLOUTS = 32;  // fewer would be useless

// A chance to win.
struct Win {
    double win = 0;
    double error = 0;  // the standard error; 0 if the value is exact
    bool exact = true;
    std::optional<double> stated_error() const { return exact ? std::nullopt : std::optional(error); }
};

// A comparison of moves in one position.
class Outlook {
public:
    std::vector<Win> values;   // of each move, in the given order
    std::size_t playouts = 0;  // layouts with rollouts; 0 if the values are exact

    // How much more often move `a` wins than move `b`. The error is that of paired rollouts.
    Win difference(std::size_t a, std::size_t b) const;

private:
    friend class Comparison;
    std::vector<double> scatter_;  // the deviation of each rollout from the mean, one column per move
};

// A comparison that can be continued. The layouts of every batch are new; none is played twice. The value of a move
// depends only on the view, the move and the number of rollouts, not on the other moves.
class Comparison {
public:
    // Begins a comparison. No rollout is played yet. Refuses positions that are too wide, and boards that are too large
    // to be played out; throws std::invalid_argument when no layout fits.
    Comparison(const View& view, std::vector<Opens> moves, const WinEffort& effort);

    // The comparison so far; without moves known exactly, it is empty before the first batch.
    const Outlook& outlook() const { return outlook_; }
    bool is_exact() const { return exact_; }
    std::size_t most() const { return most_; }
    std::size_t batch() const;
    bool is_over() const { return played_ >= most_; }
    // Plays more rollouts, but not more than most() in all.
    const Outlook& extend(std::size_t rollouts);
    // Takes rollouts that were played elsewhere, by play_rows(): those after the ones that are known.
    const Outlook& take(const std::vector<double>& wins);

private:
    void estimate();

    View view_;
    std::vector<Opens> moves_;
    std::vector<double> free_;  // the chance that a move opens no mine
    std::vector<double> wins_;  // one row for each layout, one column for each move
    Outlook outlook_;
    bool exact_ = false;
    std::size_t most_ = 0, played_ = 0;
};

// Rollouts of a comparison: `count` rows from the row `first` on, with one value for each move. Rows do not depend on
// the other rows, so several programs can share the work.
std::vector<double> play_rows(const View& view, const std::vector<Opens>& moves, std::size_t first, std::size_t count);

// The exact probability that a move opens no mine.
double survival(const View& view, const Opens& opens);

// Compares moves until every value is steady or, if given, enough(outlook) says so after a batch.
Outlook compare(const View& view, std::vector<Opens> moves, const WinEffort& effort,
                const std::function<bool(const Outlook&)>& enough = nullptr);

// The chance to win after the cells are opened, or of the position itself.
Win value_of(const View& view, const Opens& opens, const WinEffort& effort);

// The same where it may be unknown: nullopt if the position is too large.
std::optional<Win> known_value(const View& view, const Opens& opens, const WinEffort& effort);

// The chance to win before the first cell is opened, by games on random boards.
Win value_of_start(const Rules& rules, int start, const WinEffort& effort);

}  // namespace sapper::facade
