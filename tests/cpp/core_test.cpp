// The exact engine without Python, so that the sanitizers see all of it: known answers, brute force on small views,
// limits that are too small, reuse of memory, threads, and whole games.
//
// Position text contains `??/`, once a trigraph. The strings write it as `?\?/`, which means the same.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "game/board.hpp"
#include "game/notation.hpp"
#include "players/player.hpp"
#include "players/rollouts.hpp"
#include "solver/analysis.hpp"
#include "solver/elimination.hpp"
#include "solver/field.hpp"
#include "solver/frontier.hpp"
#include "solver/solver.hpp"

namespace {

using check::Dice;
using sapper::Analysis;
using sapper::Verdict;
using sapper::View;

constexpr std::uint64_t PRIME = 1'000'000'007;

Analysis analysed(const View& view, const sapper::Limits& limits = {}) {
    Analysis analysis;
    sapper::analyse(view, limits, false, analysis);
    return analysis;
}

bool near(double a, double b, double tolerance = 1e-12) { return std::abs(a - b) <= tolerance; }

std::uint64_t solutions(const View& view) { return sapper::layouts_modulo(view, {PRIME}, {}, false).front(); }

void known_answers() {
    CHECK(solutions(sapper::parse_position("1?\?/??\?/??? 2")) == 15);
    CHECK(solutions(sapper::parse_position("01?/12?/??? 2")) == 4);
    CHECK(solutions(sapper::parse_position("11211/????\?/????? 4")) == 10);
    const auto corner = analysed(sapper::parse_position("1?\?/??\?/??? 2"));
    CHECK(std::isnan(corner.risk[0]));
    CHECK(near(corner.risk[1], 1.0 / 3) && near(corner.risk[8], 0.2) && near(corner.untouched_risk, 0.2));
    const auto row = analysed(sapper::parse_position("11211/????\?/????? 4"));
    CHECK(row.risk[5] == 0 && row.risk[6] == 1 && row.risk[7] == 0 && row.risk[8] == 1 && row.risk[9] == 0);
    for (const char* impossible : {"8?\?/??? 5", "1?0 1", "000/000 1", "**? 1", "1?/11 0"})
        CHECK(analysed(sapper::parse_position(impossible)).verdict == Verdict::Impossible, impossible);
}

int mines_around(std::uint32_t layout, const View& view, int cell) {
    int count = 0;
    for (int other = 0; other < view.cells(); ++other) {
        const bool beside = std::abs(other / view.cols - cell / view.cols) <= 1 &&
                            std::abs(other % view.cols - cell % view.cols) <= 1 && other != cell;
        count += beside && (layout >> other & 1);
    }
    return count;
}

bool fits(std::uint32_t layout, const View& view) {
    if (std::popcount(layout) != view.mines) return false;
    for (int cell = 0; cell < view.cells(); ++cell) {
        const bool mine = layout >> cell & 1;
        const int number = view.numbers[cell];
        if (number == sapper::COVERED) continue;
        if (mine != (number == sapper::HIT) || (!mine && mines_around(layout, view, cell) != number)) return false;
    }
    return true;
}

// Compares risks, layouts and expected numbers with all 2^cells layouts.
void compare_with_brute_force(const View& view) {
    const std::string text = sapper::print_position(view, sapper::Form::OneLine);
    std::vector<std::uint32_t> layouts;
    for (std::uint32_t layout = 0; layout < 1u << view.cells(); ++layout)
        if (fits(layout, view)) layouts.push_back(layout);
    const auto analysis = analysed(view);
    CHECK((analysis.verdict == Verdict::Impossible) == layouts.empty(), text);
    if (layouts.empty()) return;
    CHECK(solutions(view) == layouts.size(), text);
    CHECK(near(std::exp2(sapper::layouts_log2(view, {}, false)), static_cast<double>(layouts.size()), 1e-6), text);
    for (int cell = 0; cell < view.cells(); ++cell) {
        if (view.numbers[cell] != sapper::COVERED) continue;
        std::array<double, 9> shown{};
        double mines = 0;
        for (const auto layout : layouts) {
            if (layout >> cell & 1)
                ++mines;
            else
                ++shown[mines_around(layout, view, cell)];
        }
        const double all = static_cast<double>(layouts.size());
        CHECK(near(analysis.risk[cell], mines / all), text);
        CHECK((analysis.risk[cell] == 0) == (mines == 0) && (analysis.risk[cell] == 1) == (mines == all), text);
        const auto expected = sapper::expected_numbers(view, cell, {}, false);
        for (int number = 0; number < 9; ++number)
            CHECK(near(expected[number], mines < all ? shown[number] / (all - mines) : 0), text);
    }
}

void small_views() {
    Dice dice(1);
    for (int round = 0; round < 3000; ++round) {
        View view;
        view.rows = dice.between(1, 3);
        view.cols = dice.between(1, 4);
        view.numbers.resize(view.cells());
        std::uint32_t layout = 0;
        for (int cell = 0; cell < view.cells(); ++cell) layout |= static_cast<std::uint32_t>(dice.one_in(3)) << cell;
        view.mines = std::popcount(layout);
        for (int cell = 0; cell < view.cells(); ++cell) {
            const bool mine = layout >> cell & 1;
            const int truth = mine ? sapper::HIT : mines_around(layout, view, cell);
            view.numbers[cell] =
                static_cast<std::int8_t>(dice.one_in(2) || (mine && dice.one_in(2)) ? sapper::COVERED : truth);
            if (dice.one_in(30)) view.numbers[cell] = static_cast<std::int8_t>(dice.between(-2, 4));
        }
        compare_with_brute_force(view);
    }
}

// Numbers on all cells of even row and even column.
View lattice(int rows, int cols, double density, std::uint64_t seed) {
    Dice dice(seed);
    std::vector<int> mines;
    for (int cell = 0; cell < rows * cols; ++cell)
        if ((cell / cols % 2 == 1 || cell % cols % 2 == 1) && dice.unit() < density) mines.push_back(cell);
    const auto board = sapper::board_from_mines(rows, cols, mines);
    View view{rows, cols, board.mines, board.numbers, {}};
    for (int cell = 0; cell < view.cells(); ++cell)
        if (cell / cols % 2 == 1 || cell % cols % 2 == 1) view.numbers[cell] = sapper::COVERED;
    return view;
}

// A patchwork must not change the weights of a component: by mine total, and by the mines of each group, for every
// range of totals. `least` and `most` are the numbers of totals left out at both ends.
int compare_with_patchwork(const View& view, int least, int most) {
    int compared = 0;
    sapper::Field field;
    CHECK(field.load(view, false));
    sapper::Frontier frontier;
    frontier.build(field);
    sapper::Planner planner;
    const sapper::Meter meter{sapper::Limits{}};
    for (const auto& component : frontier.components) {
        std::vector<sapper::Step> steps;
        const int slots = planner.plan(frontier, component, steps);
        if (!sapper::Patchwork::suits(steps, slots)) continue;
        sapper::Elimination elimination;
        sapper::Patchwork patchwork;
        sapper::Run run;
        CHECK(elimination.add(steps, slots, meter, run) == sapper::Built::Done && run.patchwork < 0);
        CHECK(patchwork.grow(steps, slots, meter, 0) == sapper::Built::Done);
        CHECK(patchwork.final().low == run.low && patchwork.final().length == run.length);
        if (least + most >= run.length) continue;
        if (least + most > 0) {
            const int low = run.low + least, high = run.low + run.length - 1 - most;
            CHECK(elimination.trim(run, low, high) && patchwork.trim(low, high));
            elimination.forget_windows();
            elimination.lay_windows(run);
        }
        std::vector<double> context(run.length, 1.0), weights(frontier.groups.size() * 9), patched(weights);
        sapper::Buffers<double> buffers;
        sapper::Store<double> pool, patched_pool;
        pool.resize(elimination.pool_size());
        patched_pool.resize(patchwork.lay_windows(0));
        elimination.forward(run, pool);
        patchwork.forward(patched_pool.data());
        for (int j = 0; j < run.length; ++j) {
            const double expected = pool[elimination.total_at(run) + j],
                         found = patched_pool[patchwork.final().offset + j];
            CHECK(near(found / expected, 1));
            context[j] = 1.0 / (1 + j);
        }
        elimination.backward(run, pool, context.data(), buffers, weights);
        patchwork.backward(patched_pool.data(), context.data(), buffers, patched);
        for (std::size_t i = 0; i < weights.size(); ++i)
            CHECK((weights[i] == 0) == (patched[i] == 0) && (weights[i] == 0 || near(patched[i] / weights[i], 1)));
        ++compared;
    }
    return compared;
}

void patchworks_weigh_the_same() {
    int compared = 0;
    for (int i = 0; i < 24; ++i) {
        const View view = lattice(5 + i % 5, 7 + i % 6, 0.25 + 0.05 * (i % 3), 100 + i);
        compared += compare_with_patchwork(view, 0, 0);
        compared += compare_with_patchwork(view, 1, 2);
    }
    CHECK(compared >= 30);
}

// The view is wide enough for a patchwork, and the cuts between stretches differ for its mirror image, yet the risks
// must agree.
void wide_views_mirror() {
    const View view = lattice(15, 15, 0.35, 3);
    View mirrored = view;
    for (int cell = 0; cell < view.cells(); ++cell)
        mirrored.numbers[cell / 15 * 15 + 14 - cell % 15] = view.numbers[cell];
    const auto analysis = analysed(view), other = analysed(mirrored);
    CHECK(analysis.verdict == Verdict::Exact && other.verdict == Verdict::Exact);
    double mines = 0;
    for (int cell = 0; cell < view.cells(); ++cell) {
        const double risk = analysis.risk[cell];
        if (std::isnan(risk)) continue;
        CHECK(near(risk, other.risk[cell / 15 * 15 + 14 - cell % 15], 1e-11));
        mines += risk;
    }
    CHECK(near(mines, view.mines, 1e-9));
    CHECK(sapper::layouts_modulo(view, {PRIME}, {}, false) == sapper::layouts_modulo(mirrored, {PRIME}, {}, false));
}

void limits_are_kept() {
    const View wide = lattice(24, 24, 0.4, 7);
    for (const double seconds : {0.0, 0.001, 0.05}) {
        const auto analysis = analysed(wide, {seconds, sapper::DEFAULT_BYTES});
        CHECK(analysis.verdict != Verdict::Impossible);
        CHECK(analysis.error.empty() == (analysis.verdict == Verdict::Exact));
    }
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1} << 12, std::size_t{1} << 20}) {
        const auto analysis = analysed(wide, {0.2, bytes});
        CHECK(analysis.verdict != Verdict::Impossible);
        for (int cell = 0; cell < wide.cells(); ++cell)
            CHECK(wide.numbers[cell] != sapper::COVERED || (analysis.risk[cell] >= 0 && analysis.risk[cell] <= 1));
    }
}

void threads_do_not_meet() {
    std::vector<View> views;
    for (int i = 0; i < 8; ++i) views.push_back(lattice(7 + i, 9, 0.3, 10 + i));
    std::vector<Analysis> alone, together(views.size());
    for (const auto& view : views) alone.push_back(analysed(view));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < views.size(); ++i) threads.emplace_back([&, i] { together[i] = analysed(views[i]); });
    for (auto& thread : threads) thread.join();
    for (std::size_t i = 0; i < views.size(); ++i)
        for (int cell = 0; cell < views[i].cells(); ++cell)
            CHECK(alone[i].risk[cell] == together[i].risk[cell] || std::isnan(alone[i].risk[cell]));
}

void whole_games() {
    sapper::Player player(sapper::make_agent("lowest-risk"));
    for (const bool cascade : {true, false}) {
        for (const auto promise : {sapper::FirstMove::Safe, sapper::FirstMove::Zero, sapper::FirstMove::Unsafe}) {
            const sapper::Rules rules{.rows = 9, .cols = 9, .mines = 10, .first_move = promise, .cascade = cascade};
            int won = 0;
            for (std::uint64_t index = 0; index < 60; ++index) {
                const auto game = player.play(rules, 3, index, 0);
                const auto again = player.play(rules, 3, index, 0);
                CHECK(game.won == again.won && game.steps == again.steps && game.luck == again.luck);
                CHECK(game.won == (game.opened == 71));
                won += game.won;
            }
            CHECK(won > 30);  // nine games in ten are won, so fewer than half would be nearly impossible
        }
    }
}

// Every layout that fits is drawn, and each about equally often.
void layouts_are_drawn_evenly() {
    for (const char* text : {"1?\?/??\?/??? 2", "11211/????\?/????? 4", "?1?/?2?/?1? 2", "1????\?/?????\?/?????1 5"}) {
        const View view = sapper::parse_position(text);
        sapper::Field field;
        CHECK(field.load(view, false));
        sapper::Solver solver;
        CHECK(solver.solve(field, {}) == Verdict::Exact);
        sapper::Philox random(7, 0, sapper::Purpose::Thought);
        std::map<std::vector<int>, int> drawn;
        const auto layouts = static_cast<int>(solutions(view));
        const int draws = 200 * layouts;
        std::vector<int> mines;
        for (int i = 0; i < draws; ++i) {
            CHECK(solver.draw(field, random, mines));
            std::sort(mines.begin(), mines.end());
            CHECK(static_cast<int>(mines.size()) == field.mines() - field.mine_count());
            ++drawn[mines];
        }
        CHECK(static_cast<int>(drawn.size()) == layouts);
        double deviation = 0;
        for (const auto& [layout, count] : drawn) deviation += (count - 200.0) * (count - 200.0) / 200;
        CHECK(deviation < layouts + 5 * std::sqrt(2.0 * layouts));  // five standard deviations
    }
}

// Games that are played out end as the layout says, or with the exact chance of a player that knows it.
void games_are_played_out() {
    const View view = sapper::parse_position("1?/?? 1");  // three covered cells, one mine; two are left after a guess
    sapper::Field field;
    CHECK(field.load(view, false));
    sapper::Rollout plain(sapper::make_agent("lowest-risk")), exact(sapper::make_agent("sapper-fast"));
    std::map<double, int> ends;
    for (int mine : {1, 2, 3})
        for (int cell : {1, 2, 3}) {
            const int at = field.at(cell);
            plain.deal(field, {field.at(mine)});
            exact.deal(field, {field.at(mine)});
            CHECK(plain.is_mine(at) == (cell == mine));
            if (cell == mine) continue;
            for (std::uint64_t game = 0; game < 20; ++game) {
                const auto outcome = plain.play(field, {&at, 1}, sapper::Philox(1, game, sapper::Purpose::Agent));
                CHECK(outcome.luck == 0);  // it states no chance to win
                ++ends[outcome.win];
            }
            CHECK(exact.play(field, {&at, 1}, sapper::Philox(1, 0, sapper::Purpose::Agent)).fair() == 0.5);
        }
    CHECK(ends.size() == 2 && ends[0] > 30 && ends[1] > 30);  // 120 coin flips
}

}  // namespace

int main() {
    known_answers();
    small_views();
    patchworks_weigh_the_same();
    wide_views_mirror();
    limits_are_kept();
    threads_do_not_meet();
    whole_games();
    layouts_are_drawn_evenly();
    games_are_played_out();
    std::puts("core_test: all passed");
}
