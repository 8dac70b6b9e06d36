// Native agents and the whole games they play.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "game/board.hpp"
#include "game/game.hpp"
#include "game/philox.hpp"
#include "game/rules.hpp"
#include "players/agent.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// The names make_agent knows.
std::span<const char* const> native_agents();
// Those of them that take a time to think.
std::span<const char* const> thinking_agents();
std::unique_ptr<Agent> make_agent(const std::string& name, const Thinking& thinking = {});

// A guess as it was made: what the agent said of it, and how it went.
struct MadeGuess {
    double risk;
    double win;  // nan where the agent said nothing
    bool win_exact;
    bool survived;
    Facts facts;  // behind `win`, where that is an estimate
};

struct GameResult {
    bool won = false;
    int steps = 0;    // cells opened by choice, the start included
    int guesses = 0;  // steps that were not certain, the start excluded
    int opened = 0;   // free cells open at the end
    int hits = 0;
    double luck = 0;  // sum over guesses of survived - (1 - risk)
    double seconds = 0;
    std::vector<MadeGuess> made;  // the guesses, in order
};

inline constexpr int AGENT_STARTS = -1;  // as a start: the agent chooses it

class Player {
public:
    explicit Player(std::unique_ptr<Agent> agent) : agent_(std::move(agent)) {}

    // Board `index` of stream `seed`.
    GameResult play(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start);
    // A given board; (seed, index) still feed the agent's random draws.
    GameResult play(const Rules& rules, const Board& board, std::uint64_t seed, std::uint64_t index, int start);

private:
    GameResult play_on(const Rules& rules, const Board& board, Philox& random, int start);
    int choose_start(const Rules& rules, Philox& random);
    int one_of_choice(Philox& random) const;
    bool open(int cell);  // true when it was no mine

    std::unique_ptr<Agent> agent_;
    BoardMaker maker_;
    Board board_;
    Game game_;
    Field field_;
    Choice choice_;
    std::vector<int> opened_;
};

// Plays games first .. first + results.size() - 1 in `threads` threads; the results do not depend on how many.
void play_games(const std::string& agent, const Rules& rules, std::uint64_t seed, std::uint64_t first, int start,
                int threads, std::span<GameResult> results, const Thinking& thinking = {});
void play_boards(const std::string& agent, const Rules& rules, std::span<const Board> boards,
                 std::span<const int> starts, std::uint64_t seed, std::uint64_t first, int threads,
                 std::span<GameResult> results, const Thinking& thinking = {});

}  // namespace sapper
