// Native agents by name, and the whole games they play.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "game/board.hpp"
#include "game/philox.hpp"
#include "game/rules.hpp"
#include "players/agent.hpp"
#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// The names that make_agent() accepts. It also accepts the path of a file of weights; see deep_adviser.hpp. Given time
// or layouts to think, such an agent plays cells out as sapper-max does, and its network says what is expected before.
std::span<const char* const> native_agents();
// Those of them that accept a time limit for a guess.
std::span<const char* const> thinking_agents();
std::unique_ptr<Agent> make_agent(const std::string& name, const Thinking& thinking = {});

// The choice of a native agent in a view, with its rating of every other cell that it compares. Throws
// std::invalid_argument when no layout fits, or when no covered cell is left.
void choose_in_view(const std::string& agent, const View& view, const Thinking& thinking, Choice& choice);

// A guess that was made: what the agent stated about it, and whether it was survived.
struct MadeGuess {
    double risk;
    double win;  // nan where the agent stated nothing
    bool win_exact;
    bool survived;
    Facts facts;  // the features behind `win`, where it is an estimate
};

struct GameResult {
    bool won = false;
    int steps = 0;    // cells opened by choice, the start included
    int guesses = 0;  // steps that were not certain, the start excluded
    int opened = 0;   // free cells open at the end
    int hits = 0;
    double luck = 0;  // sum over guesses of survived - (1 - risk)
    double seconds = 0;
    std::vector<MadeGuess> made;  // in order
};

inline constexpr int AGENT_STARTS = -1;  // in place of a start cell: the agent chooses the start

class Player {
public:
    explicit Player(std::unique_ptr<Agent> agent) : agent_(std::move(agent)) {}

    // Plays board `index` of stream `seed`.
    GameResult play(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start);
    // Plays a given board; (seed, index) still determine the agent's random draws.
    GameResult play(const Rules& rules, const Board& board, std::uint64_t seed, std::uint64_t index, int start);

private:
    GameResult play_on(const Rules& rules, const Board& board, Philox& random, int start);
    int choose_start(const Rules& rules, Philox& random);
    int one_of_choice(Philox& random) const;
    void begin(const Rules& rules, const Board& board, int start);
    bool open(int at);  // whether it was free

    std::unique_ptr<Agent> agent_;
    BoardMaker maker_;
    Board board_;
    // The game itself is the field, with the numbers of all its padded cells: HIT for a mine and for the border.
    Field field_;
    std::vector<std::int8_t> numbers_;
    bool cascades_ = true;
    int free_left_ = 0;  // free cells still covered
    int hits_ = 0;
    Choice choice_;
    std::vector<int> opened_;
};

// Plays games first .. first + results.size() - 1 in `threads` threads. The results do not depend on the number of
// threads.
void play_games(const std::string& agent, const Rules& rules, std::uint64_t seed, std::uint64_t first, int start,
                int threads, std::span<GameResult> results, const Thinking& thinking = {});
void play_boards(const std::string& agent, const Rules& rules, std::span<const Board> boards,
                 std::span<const int> starts, std::uint64_t seed, std::uint64_t first, int threads,
                 std::span<GameResult> results, const Thinking& thinking = {});

}  // namespace sapper
