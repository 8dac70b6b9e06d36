// Everything that works in threads, several at once: ThreadSanitizer watches it, and results must not depend on it. An
// exception in one thread must end the others soon, and the caller must be interruptible while it waits for them.
#include <atomic>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
#include "players/outlook.hpp"
#include "players/player.hpp"
#include "players/recipe.hpp"
#include "search/no_guess.hpp"
#include "solver/analysis.hpp"
#include "support/interruption.hpp"
#include "support/threads.hpp"

namespace {

constexpr sapper::Rules RULES{.rows = 9, .cols = 9, .mines = 12};

sapper::View covered(int rows, int cols, int mines) {
    sapper::View view;
    view.rows = rows, view.cols = cols, view.mines = mines;
    view.numbers.assign(static_cast<std::size_t>(rows) * cols, sapper::COVERED);
    return view;
}

void games(int threads, std::vector<int>& steps) {
    std::vector<sapper::GameResult> results(64);
    sapper::play_games("sapper-strong", RULES, 3, 0, 0, threads, results);
    for (const auto& result : results) steps.push_back(result.steps);
    sapper::Recipe recipe{{}, sapper::GuessRule::Boards, true, false, false};
    for (const char* step : {"single-cell", "pairs", "enumeration"}) recipe.steps.push_back(sapper::step_named(step));
    std::vector<sapper::RecipeResult> played(64);
    sapper::play_games(recipe, RULES, 3, 0, 0, threads, played);
    for (const auto& result : played) steps.push_back(result.steps);
}

void analyses(int threads) {
    const auto view = covered(8, 8, 10);
    std::vector<std::int8_t> numbers;
    for (int i = 0; i < 64; ++i) numbers.insert(numbers.end(), view.numbers.begin(), view.numbers.end());
    const std::vector<std::int64_t> mines(64, view.mines);
    std::vector<double> risk(numbers.size());
    std::vector<std::uint8_t> verdicts(64);
    sapper::analyse_many(numbers.data(), 8, 8, mines, threads, {}, risk.data(), verdicts.data());
    for (double each : risk) CHECK(each == risk[0]);
    std::vector<double> values(64);
    sapper::play_out("sapper-fast", view, std::vector<sapper::Opens>{{}}, 1, 0, 64, threads, values.data());
    std::vector<sapper::NoGuess> found(64);
    sapper::find_no_guess(RULES, 1, 0, 0, threads, std::numeric_limits<double>::infinity(), found);
}

// Several calls at once, each with several threads.
void all_at_once() {
    std::vector<int> alone, first, second;
    games(1, alone);
    sapper::JoinedThread one([&] { games(3, first); }), two([&] { games(2, second); }), three([] { analyses(3); });
    analyses(2);
    one.join(), two.join(), three.join();
    CHECK(first == alone && second == alone);
}

// Without a check, the helpers would work for ever.
void a_failure_ends_all_threads() {
    const auto caller = std::this_thread::get_id();
    bool thrown = false;
    try {
        sapper::run_in_threads(64, 4, [&] {
            return [&](std::size_t i) {
                if (i == 17) throw std::runtime_error("17");
                while (i > 17 && std::this_thread::get_id() != caller) sapper::check_interruption();
            };
        });
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    CHECK(thrown);
}

// The caller finishes its part at once; its hook is called while it waits, and ends the helpers.
void a_waiting_caller_can_be_interrupted() {
    static std::atomic<bool> waiting;
    waiting = false;
    const auto caller = std::this_thread::get_id();
    const sapper::InterruptionHook hook([] {
        if (waiting) throw std::runtime_error("interrupted");
    });
    bool thrown = false;
    try {
        sapper::run_in_threads(32, 2, [&] {
            return [&](std::size_t) {
                if (std::this_thread::get_id() == caller) {
                    while (!waiting) std::this_thread::yield();
                } else {
                    waiting = true;
                    for (;;) sapper::check_interruption();
                }
            };
        });
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    CHECK(thrown);
}

}  // namespace

int main() {
    all_at_once();
    a_failure_ends_all_threads();
    a_waiting_caller_can_be_interrupted();
    std::puts("parallel_test: all passed");
}
