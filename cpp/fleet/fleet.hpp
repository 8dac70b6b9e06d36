// Many games side by side, all stepped in one call: the core of the learning environments.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/board.hpp"
#include "game/game.hpp"
#include "game/rules.hpp"
#include "solver/analysis.hpp"

namespace sapper {

inline constexpr std::int8_t FLAGGED = -3;  // a covered cell with a flag, in the numbers of a fleet

// The reward of a step. A wrong flag that loses counts as a hit mine.
enum class Reward : std::uint8_t {
    None,      // always 0: the caller computes the reward
    Win,       // 1 for a won game
    Progress,  // the share of the free cells that the step opened, and -1 for a mine
    Mehta,     // +cells for a win, -cells for a loss, otherwise +1 if a free cell opened and -0.5 if not
    Regret,    // 1 for a won game, minus the risk taken beyond the lowest on the board, whether it was survived or not
};

// What happens to a game that has ended.
enum class Autoreset : std::uint8_t {
    NextStep,  // the next step begins a new one and ignores its action
    SameStep,  // a new one begins at once; `finals` keeps the last numbers of the old one
    Disabled,  // it waits for a reset; stepping it is an error
};

struct FleetSettings {
    static constexpr int FIRST_ACTION = -1;  // in place of a start cell: the first action chooses the start

    Rules rules;
    int start = FIRST_ACTION;
    bool flags = false;           // actions beyond the cells put flags and take them away
    bool risks = false;           // whether risks() is filled; Reward::Regret fills it too
    bool refuse_repeats = false;  // an action without effect is an error
    double repeat_penalty = 0;    // subtracted for an action without effect
    std::int64_t max_steps = 0;   // truncate games after this many steps, even if they end at that step; 0: never
    Reward reward = Reward::Win;
    Autoreset autoreset = Autoreset::NextStep;
};

// Game i plays boards 0, 1, 2 ... of its own stream, independently of the other games. All results are arrays whose
// first axis is the game. Every call overwrites them, and they do not depend on the number of threads.
class Fleet {
public:
    // Throws std::invalid_argument when the rules leave no room for the mines at a start that can be chosen.
    Fleet(const FleetSettings& settings, std::size_t games);

    // Restores a fleet from what save() returned; it continues as the saved one would. Settings and number of games
    // must be the same. Throws std::invalid_argument when the bytes do not belong to such a fleet.
    Fleet(const FleetSettings& settings, std::size_t games, std::string_view saved);
    std::string save() const;

    Fleet(const Fleet&) = delete;  // the games hold pointers to boards of this fleet
    Fleet& operator=(const Fleet&) = delete;

    // seed() sets the stream of a game, whose next board is number 0. reset() begins the next game wherever `marked` is
    // set.
    void seed(std::size_t game, std::uint64_t stream);
    void reset(std::span<const std::uint8_t> marked, int threads);

    // One action for each game: a cell to open or, beyond the cells, a cell to flag. Throws std::out_of_range, before
    // anything has happened, when an action is out of range or refused.
    void step(std::span<const std::int64_t> actions, int threads);

    const FleetSettings& settings() const { return settings_; }
    std::size_t games() const { return places_.size(); }
    std::size_t cells() const { return cells_; }
    std::size_t actions() const { return settings_.flags ? 2 * cells_ : cells_; }

    const std::vector<std::int8_t>& numbers() const { return numbers_; }  // games x cells, as View::numbers, or FLAGGED
    const std::vector<std::int8_t>& masks() const { return masks_; }      // games x actions: 1 if it has an effect
    const std::vector<double>& risks() const { return risks_; }  // games x cells: 0 where opened, 1 for a hit mine
    // Numbers and risks at the end of games that were replaced.
    const std::vector<std::int8_t>& finals() const { return finals_; }
    const std::vector<double>& final_risks() const { return final_risks_; }
    const std::vector<double>& rewards() const { return rewards_; }              // games
    const std::vector<std::uint8_t>& terminated() const { return terminated_; }  // 0 or 1 per game, as the three below
    const std::vector<std::uint8_t>& truncated() const { return truncated_; }
    const std::vector<std::uint8_t>& won() const { return won_; }
    const std::vector<std::uint8_t>& acted() const { return acted_; }    // whether the action had an effect
    const std::vector<std::int32_t>& opened() const { return opened_; }  // free cells that the step opened
    const std::vector<std::int32_t>& hits() const { return hits_; }      // mines that the step hit

private:
    // One game, with the memory it reuses from board to board.
    struct Place {
        std::uint64_t stream = 0;
        std::uint64_t next = 0;                        // the number of the next board
        std::uint64_t own_stream = 0, own_number = 0;  // identify the current board; seed() affects only later boards
        std::int64_t steps = 0;
        int start = 0;       // the cell that the board was laid out for
        bool begun = false;  // the board is laid out, because a cell was opened
        bool over = true;
        double lowest = 0;  // the lowest risk of a covered cell
        Board board;
        Game game;
    };
    // The memory that a thread reuses from game to game.
    struct Scratch {
        BoardMaker maker;
        std::vector<int> opened;
        View view;
        Analysis analysis;
    };

    template <class Work>
    void each(int threads, Work work);
    void clear(std::size_t i);
    void check(std::span<const std::int64_t> actions) const;
    void begin(std::size_t i, Scratch& scratch);
    void lay(Place& place, int start, Scratch& scratch);
    void act(std::size_t i, std::int64_t action, Scratch& scratch);
    double flag_cell(std::size_t i, int cell);
    double open_cell(std::size_t i, int cell, Scratch& scratch);
    void end(std::size_t i, Scratch& scratch);
    template <class Self, class Visit>
    static void visit(Self& self, Visit& visitor);
    void check_saved(std::size_t i) const;
    void resume(std::size_t i, Scratch& scratch);
    void show(std::size_t i, const Scratch& scratch);
    void weigh(std::size_t i, Scratch& scratch);
    double reward(std::size_t i, double gamble) const;
    bool keeps_risks() const { return settings_.risks || settings_.reward == Reward::Regret; }

    FleetSettings settings_;
    std::size_t cells_;
    std::vector<Place> places_;
    std::vector<Scratch> scratches_;  // one for each thread
    std::vector<std::int8_t> numbers_, masks_, finals_;
    std::vector<double> risks_, final_risks_, rewards_;
    std::vector<std::uint8_t> terminated_, truncated_, won_, acted_;
    std::vector<std::int32_t> opened_, hits_;
};

}  // namespace sapper
