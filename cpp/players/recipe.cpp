#include "players/recipe.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

#include "support/interruption.hpp"
#include "support/sorting.hpp"
#include "support/threads.hpp"

namespace sapper {

namespace {

int one_of(const std::vector<int>& cells, Philox& random) {
    return cells[cells.size() > 1 ? random.pick(cells.size()) : 0];
}

}  // namespace

int RecipePlayer::choose_start(const Rules& rules, Philox& random) {
    knowledge_.reset(rules.rows, rules.cols, rules.mines);
    if (knowledge_.deduce(recipe_.steps)) {
        knowledge_.safe(safe_);
        return safe_.front();
    }
    const Guess found = knowledge_.guess(recipe_.rule, recipe_.elsewhere);
    if (found.cells.empty()) throw std::invalid_argument("the agent must open a cell to start the game");
    return one_of(found.cells, random);
}

void RecipePlayer::play(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start, RecipeResult& result) {
    Philox random(seed, index, Purpose::Agent);
    const int first = start == AGENT_STARTS ? choose_start(rules, random) : start;
    check_start(rules, first);
    maker_.make(rules, seed, index, first, board_);
    play_on(rules, board_, random, first, result);
}

void RecipePlayer::play(const Rules& rules, const Board& board, std::uint64_t seed, std::uint64_t index, int start,
                        RecipeResult& result) {
    Philox random(seed, index, Purpose::Agent);
    play_on(rules, board, random, start == AGENT_STARTS ? choose_start(rules, random) : start, result);
}

void RecipePlayer::play_on(const Rules& rules, const Board& board, Philox& random, int start, RecipeResult& result) {
    const auto began = std::chrono::steady_clock::now();
    result = {};
    game_.begin(rules, board);
    knowledge_.reset(rules.rows, rules.cols, rules.mines);
    flagged_facts_ = 0;
    opened_.clear();
    open(start, result);
    bool stuck = false;
    while (game_.state() == State::Playing && !stuck) {
        check_interruption();
        take_over();
        const bool found = knowledge_.deduce(recipe_.steps);
        mines_.clear();
        if (recipe_.flags) find_mines();
        if (found || !mines_.empty())
            carry_out(result);
        else
            stuck = !guess(random, result);
    }
    result.won = game_.state() == State::Won;
    result.end = stuck ? "stuck" : !result.won ? "mine" : game_.free_left() == 0 ? "opened" : "flagged";
    result.hits = game_.hits();
    result.opened = rules.cells() - board.mines - game_.free_left();
    for (int cell = 0; cell < rules.cells(); ++cell)
        if (game_.flags()[cell]) ++(board.mine[cell] ? result.flags_right : result.flags_wrong);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

void RecipePlayer::take_over() {
    sort_stably(opened_.begin(), opened_.end());
    knowledge_.follow(opened_, game_.numbers());
    opened_.clear();
}

// The known mines that have no flag yet.
void RecipePlayer::find_mines() {
    const auto& facts = knowledge_.equations().facts();
    for (; flagged_facts_ < facts.size(); ++flagged_facts_)
        if (facts[flagged_facts_].mine && game_.numbers()[facts[flagged_facts_].cell] == COVERED)
            mines_.push_back(facts[flagged_facts_].cell);
    sort_stably(mines_.begin(), mines_.end());
}

// Flags the known mines, then opens the known free cells.
void RecipePlayer::carry_out(RecipeResult& result) {
    knowledge_.safe(safe_);
    for (int cell : mines_) {
        if (game_.state() != State::Playing) return;
        game_.flag(cell);
        ++result.steps;
    }
    for (int cell : safe_) {
        if (game_.state() != State::Playing) return;
        if (game_.numbers()[cell] != COVERED) continue;
        open(cell, result);
        if (recipe_.one_by_one && !knowledge_.counted()) take_over();
    }
}

bool RecipePlayer::guess(Philox& random, RecipeResult& result) {
    const Guess found = knowledge_.guess(recipe_.rule, recipe_.elsewhere);
    result.time_outs += !knowledge_.complete();
    if (found.cells.empty()) return false;
    const bool survived = open(one_of(found.cells, random), result);
    ++result.guesses;
    result.luck += survived - (1 - found.risk);
    result.risks.push_back(found.risk);
    result.survived.push_back(survived);
    return true;
}

bool RecipePlayer::open(int cell, RecipeResult& result) {
    const int hits = game_.hits();
    game_.open(cell, opened_);
    ++result.steps;
    return game_.hits() == hits;
}

void play_games(const Recipe& recipe, const Rules& rules, std::uint64_t seed, std::uint64_t first, int start,
                int threads, std::span<RecipeResult> results) {
    run_in_threads(results.size(), threads, [&] {
        return [&, player = std::make_shared<RecipePlayer>(recipe)](std::size_t i) {
            player->play(rules, seed, first + i, start, results[i]);
        };
    });
}

void play_boards(const Recipe& recipe, const Rules& rules, std::span<const Board> boards, std::span<const int> starts,
                 std::uint64_t seed, std::uint64_t first, int threads, std::span<RecipeResult> results) {
    run_in_threads(results.size(), threads, [&] {
        return [&, player = std::make_shared<RecipePlayer>(recipe)](std::size_t i) {
            player->play(rules, boards[i], seed, first + i, starts[i], results[i]);
        };
    });
}

}  // namespace sapper
