// Perfect play and exact strength without Python, so that the sanitizers see them.
#include "search/optimum.hpp"

#include <cstdio>
#include <vector>

#include "check.hpp"
#include "players/strength.hpp"

namespace {

using sapper::FirstMove;
using sapper::Rules;

void quiet(std::uint64_t) {}

sapper::OptimumValue solved(const Rules& rules, int start) {
    sapper::Optimum optimum(rules, std::size_t{1} << 28, quiet);
    const auto value = optimum.solve(start);
    CHECK(value.has_value());
    return value.value_or(sapper::OptimumValue{});
}

void known_values() {
    const auto unsafe = solved({.rows = 4, .cols = 4, .mines = 4, .first_move = FirstMove::Unsafe}, -1);
    CHECK(unsafe.wins == 961 && unsafe.layouts == 1820 && unsafe.start == 1);
    const auto corner = solved({.rows = 6, .cols = 6, .mines = 4}, 0);
    CHECK(corner.wins == 50088 && corner.layouts == 52360);
    CHECK(solved({.rows = 8, .cols = 8, .mines = 1}, 63).wins == 63);
    CHECK(solved({.rows = 2, .cols = 2, .mines = 4, .first_move = FirstMove::Unsafe}, -1).wins == 0);
    CHECK(solved({.rows = 1, .cols = 1, .mines = 0}, -1).wins == 1);
}

void memory_ends_it() {
    const Rules rules{.rows = 5, .cols = 5, .mines = 5};
    CHECK(!sapper::Optimum(rules, 1 << 20, quiet).solve(-1).has_value());
    CHECK(!sapper::Optimum(rules, 0, quiet).solve(0).has_value());
}

void whole_numbers_of_wins() {
    // PSEQ on 4x4/4 from a best start wins 951 5/12 layouts on average: 12 times as many is a whole number.
    const std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
    const Rules rules{.rows = 4, .cols = 4, .mines = 4, .first_move = FirstMove::Unsafe};
    const auto wins = sapper::Strength(rules, "pseq", {prime, 97}, quiet).wins(1);
    CHECK(wins[0] * 12 % prime == 11417 && wins[1] * 12 % 97 == 11417 % 97);
    CHECK(sapper::Strength({.rows = 8, .cols = 8, .mines = 0}, "lowest-risk", {prime}, quiet).wins(5)[0] == 1);
}

}  // namespace

int main() {
    known_values();
    memory_ends_it();
    whole_numbers_of_wins();
    std::puts("optimum_test: all passed");
}
