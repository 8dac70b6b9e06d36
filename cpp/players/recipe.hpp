// Agents that consist of a list of steps and a rule for guessing, and the whole games they play.
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
    bool flags = false;  // whether known mines are flagged
    // Whether each new number is used before the next cell is opened, unless the mine count has decided all cells.
    bool one_by_one = false;
};

struct RecipeResult : GameResult {
    const char* end = "";
    int flags_right = 0, flags_wrong = 0;
    int time_outs = 0;                   // guesses made after a limit was reached
    std::vector<double> risks;           // the risk of each guess, as the rule rates it
    std::vector<std::uint8_t> survived;  // whether each guess was survived
};

// Plays exactly the moves of sapper.agents.composed.Composed.
class RecipePlayer {
public:
    explicit RecipePlayer(Recipe recipe) : recipe_(std::move(recipe)) {}

    // Plays board `index` of stream `seed`, or a given board; (seed, index) determine the random draws in both cases.
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
    std::vector<int> safe_, mines_, opened_;  // opened_: cells opened since the knowledge was last updated
};

// See play_games() and play_boards() in player.hpp.
void play_games(const Recipe& recipe, const Rules& rules, std::uint64_t seed, std::uint64_t first, int start,
                int threads, std::span<RecipeResult> results);
void play_boards(const Recipe& recipe, const Rules& rules, std::span<const Board> boards, std::span<const int> starts,
                 std::uint64_t seed, std::uint64_t first, int threads, std::span<RecipeResult> results);

}  // namespace sapper
