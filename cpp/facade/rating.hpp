// Glicko ratings: how strong a player is, how hard an exercise is, and how certain both are.
//
// The formulas are those of Mark Glickman, "Parameter estimation in large dynamic paired comparison experiments",
// Applied Statistics 48 (1999), as summed up in his note "The Glicko system".
#pragma once

#include <vector>

namespace sapper::facade {

// A rating and its standard deviation. The default is that of a player without results.
struct Rating {
    static constexpr double LARGEST_DEVIATION = 350;
    // No deviation becomes smaller. Otherwise the rating of a player with many results would hardly move.
    static constexpr double LEAST_DEVIATION = 45;
    // The days without results after which a deviation of 50 has grown to the largest one.
    static constexpr double DAYS_UNTIL_UNKNOWN = 1000;

    double value = 1500;
    double deviation = LARGEST_DEVIATION;

    struct Result;
    // The expected score against another rating, as the update uses it.
    double expected(const Rating& other) const;
    // The rating after one period with these results.
    Rating after(const std::vector<Result>& results) const;
    // The rating after some days without a result: the value is kept, the deviation grows.
    Rating idle(double days) const;
};

// A score (1 won, 0 lost) against an opponent.
struct Rating::Result {
    Rating opponent;
    double score;
};

}  // namespace sapper::facade
