// Agents that are a list of steps and a rule to guess by, and the whole games they play.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/board.hpp"
#include "game/game.hpp"
#include "game/philox.hpp"
#include "game/rules.hpp"
#include "knowledge/knowledge.hpp"
#include "players/player.hpp"

namespace sapper {

struct Recipe {
    std::vector<StepCall> steps;  // cheapest first
    GuessRule rule = GuessRule::Any;
    bool elsewhere = false;
    bool flags = false;       // whether known mines are flagged
    bool one_by_one = false;  // whether a number is taken over before the next cell opens, unless all is counted
};

struct RecipeResult : GameResult {
    const char* end = "";
    int flags_right = 0, flags_wrong = 0;
    int time_outs = 0;                   // guesses made after a limit was met
    std::vector<double> risks;           // of each guess, as the rule sees it
    std::vector<std::uint8_t> survived;  // each guess
};

// Plays as sapper.agents.composed.Composed does, move for move.
class RecipePlayer {
public:
    explicit RecipePlayer(Recipe recipe) : recipe_(std::move(recipe)) {}

    // Board `index` of stream `seed`, or a given one; (seed, index) feed the draws either way.
    void play(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start, RecipeResult& result);
    void play(const Rules& rules, const Board& board, std::uint64_t seed, std::uint64_t index, int start,
              RecipeResult& result);

private:
    void play_on(const Rules& rules, const Board& board, Philox& random, int start, RecipeResult& result);
    int choose_start(const Rules& rules, Philox& random);
    void take_over();
    void find_mines();
    bool open(int cell, RecipeResult& result);
    void carry_out(RecipeResult& result);
    bool guess(Philox& random, RecipeResult& result);

    Recipe recipe_;
    BoardMaker maker_;
    Board board_;
    Game game_;
    Knowledge knowledge_;
    std::size_t flagged_facts_ = 0;           // facts whose mines are flagged
    std::vector<int> safe_, mines_, opened_;  // the last: since the knowledge was brought up to date
};

// As play_games and play_boards of player.hpp.
void play_games(const Recipe& recipe, const Rules& rules, std::uint64_t seed, std::uint64_t first, int start,
                int threads, std::span<RecipeResult> results);
void play_boards(const Recipe& recipe, const Rules& rules, std::span<const Board> boards, std::span<const int> starts,
                 std::uint64_t seed, std::uint64_t first, int threads, std::span<RecipeResult> results);

}  // namespace sapper
