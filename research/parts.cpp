// Plays games of one agent and prints whether each was won, and its luck. research/parts.py compiles it with changed
// settings. Usage: parts AGENT FIRST COUNT SEED THREADS, on 16x30/99 with a safe first cell at (0, 0).
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "players/player.hpp"

int main(int count, char** arguments) {
    if (count != 6) return 2;
    const auto number = [&](int at) { return std::strtoull(arguments[at], nullptr, 10); };
    sapper::Rules rules{};
    rules.rows = 16;
    rules.cols = 30;
    rules.mines = 99;
    std::vector<sapper::GameResult> results(number(3));
    sapper::play_games(arguments[1], rules, number(4), number(2), 0, static_cast<int>(number(5)), results);
    for (const auto& result : results) std::printf("%d %.17g\n", result.won ? 1 : 0, result.luck);
}
