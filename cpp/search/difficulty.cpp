#include "search/difficulty.hpp"

#include <algorithm>
#include <span>

#include "game/game.hpp"
#include "knowledge/knowledge.hpp"
#include "solver/analysis.hpp"
#include "solver/contradiction.hpp"

namespace sapper {

namespace {

struct Rung {
    Difficulty difficulty;
    StepCall step;
};

// The deduction steps from the cheapest to the most expensive, each with the difficulty that it stands for.
const std::vector<Rung>& ladder() {
    static const std::vector<Rung> rungs = [] {
        std::vector<Rung> found{{Difficulty::SingleCell, step_named("single-cell")},
                                {Difficulty::Subset, step_named("subset")},
                                {Difficulty::Pair, step_named("pairs")}};
        for (int k = 3; k <= MOST_RELATED; ++k)
            found.push_back({Difficulty::KRelational, step_named("consistency-" + std::to_string(k))});
        found.push_back({Difficulty::Exact, step_named("enumeration")});
        return found;
    }();
    return rungs;
}

bool needs_mine_count(const View& view, int cell) {
    const Contradiction found = find_contradiction(view, false, {cell, true}, Limits{});
    return !found.found || found.uses_mine_count;
}

// The cells that the exact engine proves, where no step of the ladder proves any.
NeededDeduction by_whole_board(const Knowledge& knowledge, const View& view) {
    NeededDeduction found;
    Analysis analysis;
    analyse(view, Limits{}, false, analysis);
    found.possible = analysis.verdict != Verdict::Impossible;
    if (!found.possible) return found;
    for (int cell = 0; cell < view.cells(); ++cell)
        if (analysis.risk[cell] == 0) found.cells.push_back(cell);
    if (found.cells.empty()) return found;
    found.difficulty = Difficulty::MineCount;
    if (knowledge.complete()) return found;
    // A component has too many solutions to list, so cells may remain that need no mine count.
    std::vector<int> local;
    for (int cell : found.cells)
        if (!needs_mine_count(view, cell)) local.push_back(cell);
    if (!local.empty()) return {true, std::move(local), Difficulty::Exact};
    return found;
}

NeededDeduction cheapest_deduction(Knowledge& knowledge, const View& view, const EnumerationLimits& limits) {
    std::vector<StepCall> steps;
    for (const Rung& rung : ladder()) {
        steps.push_back(rung.step);
        steps.back().limits = limits;
        const bool deduced = knowledge.deduce(steps);
        if (!knowledge.equations().consistent()) return {false, {}, Difficulty::Guess};
        if (!deduced) continue;
        NeededDeduction found{true, {}, rung.difficulty};
        knowledge.safe(found.cells);
        return found;
    }
    return by_whole_board(knowledge, view);
}

}  // namespace

NeededDeduction needed_deduction(const View& view, const EnumerationLimits& limits) {
    Knowledge knowledge;
    knowledge.reset(view.rows, view.cols, view.mines);
    knowledge.update(view);
    if (!knowledge.equations().consistent()) return {false, {}, Difficulty::Guess};
    return cheapest_deduction(knowledge, view, limits);
}

Difficulty difficulty(const Rules& rules, const Board& board, int start) {
    Game game;
    game.begin(rules, board);
    Knowledge knowledge;
    knowledge.reset(rules.rows, rules.cols, rules.mines);
    std::vector<int> opened;
    game.open(start, opened);
    View view;
    Difficulty hardest = Difficulty::SingleCell;
    while (game.state() == State::Playing) {
        game.view(view);
        knowledge.update(view);
        const NeededDeduction needed = cheapest_deduction(knowledge, view, {});
        if (needed.cells.empty()) return Difficulty::Guess;
        hardest = std::max(hardest, needed.difficulty);
        for (int cell : needed.cells) {
            if (game.state() != State::Playing) break;
            opened.clear();
            game.open(cell, opened);
        }
    }
    return game.state() == State::Won ? hardest : Difficulty::Guess;
}

}  // namespace sapper
