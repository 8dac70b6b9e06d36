// The rating formulas, against the worked example of Glickman's paper.
#include "facade/rating.hpp"

#include <cmath>
#include <cstdio>
#include <string>

#include "check.hpp"

namespace {

using sapper::facade::Rating;

bool near(double a, double b, double apart) { return std::abs(a - b) <= apart; }

// The paper's table: E = 0.639, 0.432, 0.303, then r' = 1464 and RD' = 151.4.
void the_worked_example_of_the_paper() {
    const Rating player{1500, 200};
    const Rating opponents[] = {{1400, 30}, {1550, 100}, {1700, 300}};
    const double expected[] = {0.639, 0.432, 0.303};
    for (int i = 0; i < 3; ++i) CHECK(near(player.expected(opponents[i]), expected[i], 5e-4), std::to_string(i));
    const Rating next = player.after({{opponents[0], 1}, {opponents[1], 0}, {opponents[2], 0}});
    CHECK(near(next.value, 1464, 0.5), std::to_string(next.value));
    CHECK(near(next.deviation, 151.4, 0.05), std::to_string(next.deviation));
}

void no_result_changes_nothing() {
    const Rating same = Rating{1432, 77}.after({});
    CHECK(same.value == 1432 && near(same.deviation, 77, 1e-9), std::to_string(same.deviation));
}

void a_harder_exercise_gains_more_and_loses_less() {
    const auto gain = [](double level, double score) {
        return Rating{1500, 100}.after({{{level, 80}, score}}).value - 1500;
    };
    CHECK(0 < gain(1200, 1) && gain(1200, 1) < gain(1500, 1) && gain(1500, 1) < gain(1800, 1), "gains");
    CHECK(gain(1200, 0) < gain(1500, 0) && gain(1500, 0) < gain(1800, 0) && gain(1800, 0) < 0, "losses");
}

void the_deviation_shrinks_with_results_and_grows_with_time() {
    Rating player;
    for (int i = 0; i < 500; ++i) player = player.after({{{player.value, 80}, 1}}).after({{{player.value, 80}, 0}});
    CHECK(player.deviation == Rating::LEAST_DEVIATION, std::to_string(player.deviation));
    const auto grown = [](double days) { return Rating{1500, 50}.idle(days).deviation; };
    CHECK(near(grown(Rating::DAYS_UNTIL_UNKNOWN), Rating::LARGEST_DEVIATION, 1e-9), "unknown again");
    CHECK(grown(10 * Rating::DAYS_UNTIL_UNKNOWN) == Rating::LARGEST_DEVIATION, "never larger");
    CHECK(grown(-3) == 50 && 50 < grown(30) && grown(30) < 100, std::to_string(grown(30)));
}

}  // namespace

int main() {
    the_worked_example_of_the_paper();
    no_result_changes_nothing();
    a_harder_exercise_gains_more_and_loses_less();
    the_deviation_shrinks_with_results_and_grows_with_time();
    std::puts("ratings: ok");
}
