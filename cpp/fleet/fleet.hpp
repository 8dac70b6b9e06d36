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

inline constexpr std::int8_t FLAGGED = -3;  // a covered cell under a flag, in what a fleet shows

// What a step earns. A wrong flag that loses counts as a mine hit.
enum class Reward : std::uint8_t {
    None,      // nothing: the caller decides
    Win,       // 1 for a won game
    Progress,  // the share of the free cells that the step opened, and -1 for a mine
    Mehta,     // +cells won, -cells lost, +1 where a free cell opened, -0.5 otherwise
    Regret,    // 1 for a won game, less the risk beyond the lowest on the board; luck is neither praised nor blamed
};

// What happens to a game that has ended.
enum class Autoreset : std::uint8_t {
    NextStep,  // the next step begins a new one, whatever its action
    SameStep,  // a new one begins at once; `finals` keeps the last picture of the old
    Disabled,  // it waits to be reset; to step it is an error
};

struct FleetSettings {
    static constexpr int FIRST_ACTION = -1;  // as a start: the game starts where the first action opens

    Rules rules;
    int start = FIRST_ACTION;
    bool flags = false;           // actions beyond the cells put and take flags
    bool risks = false;           // whether risks() is kept; Regret keeps it too
    bool refuse_repeats = false;  // an action that would do nothing is an error
    double repeat_penalty = 0;    // what an action that does nothing costs
    std::int64_t max_steps = 0;   // truncate games at so many steps, those that end there too; 0: never
    Reward reward = Reward::Win;
    Autoreset autoreset = Autoreset::NextStep;
};

// Game i plays boards (seed of i, 0), (seed of i, 1) and so on, whatever the other games do. All results are arrays
// by game, rewritten by every call, and the same for any number of threads.
class Fleet {
public:
    // Throws std::invalid_argument when the rules leave no room for the mines at a start that may be chosen.
    Fleet(const FleetSettings& settings, std::size_t games);

    // A fleet as it was when save() wrote it, which goes on in the same way. The settings and the number of games
    // must be the same. Throws std::invalid_argument when these bytes are not of such a fleet.
    Fleet(const FleetSettings& settings, std::size_t games, std::string_view saved);
    std::string save() const;

    Fleet(const Fleet&) = delete;  // its games would look at the boards of the other
    Fleet& operator=(const Fleet&) = delete;

    // Begins the next game in every place that is marked; the first after seed() is number 0 of its stream.
    void seed(std::size_t game, std::uint64_t stream);
    void reset(std::span<const std::uint8_t> marked, int threads);

    // One action for each game: a cell to open, or beyond them a cell to flag. Throws std::out_of_range, before
    // anything has happened, when an action is none, or is refused.
    void step(std::span<const std::int64_t> actions, int threads);

    const FleetSettings& settings() const { return settings_; }
    std::size_t games() const { return places_.size(); }
    std::size_t cells() const { return cells_; }
    std::size_t actions() const { return settings_.flags ? 2 * cells_ : cells_; }

    const std::vector<std::int8_t>& numbers() const { return numbers_; }  // games x cells, as View::numbers, or FLAGGED
    const std::vector<std::int8_t>& masks() const { return masks_; }      // games x actions: 1 where one does something
    const std::vector<double>& risks() const { return risks_; }  // games x cells: 0 where opened, 1 for a hit mine
    const std::vector<std::int8_t>& finals() const {
        return finals_;
    }  // numbers at the end of games that were replaced
    const std::vector<double>& final_risks() const { return final_risks_; }      // their risks
    const std::vector<double>& rewards() const { return rewards_; }              // games
    const std::vector<std::uint8_t>& terminated() const { return terminated_; }  // games, 0/1, as the others below
    const std::vector<std::uint8_t>& truncated() const { return truncated_; }
    const std::vector<std::uint8_t>& won() const { return won_; }
    const std::vector<std::uint8_t>& acted() const { return acted_; }    // whether the action did anything
    const std::vector<std::int32_t>& opened() const { return opened_; }  // free cells that the step opened
    const std::vector<std::int32_t>& hits() const { return hits_; }      // mines that it hit

private:
    // One game, with the memory it reuses from board to board.
    struct Place {
        std::uint64_t stream = 0;
        std::uint64_t next = 0;                        // the number of the next board
        std::uint64_t own_stream = 0, own_number = 0;  // those of this one: seed() is about the next
        std::int64_t steps = 0;
        int start = 0;       // the cell that the board was laid round
        bool begun = false;  // the board is laid: something was opened
        bool over = true;
        double lowest = 0;  // the lowest risk of a covered cell
        Board board;
        Game game;
    };
    // What a thread reuses from game to game.
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
    std::vector<Scratch> scratches_;  // one a thread
    std::vector<std::int8_t> numbers_, masks_, finals_;
    std::vector<double> risks_, final_risks_, rewards_;
    std::vector<std::uint8_t> terminated_, truncated_, won_, acted_;
    std::vector<std::int32_t> opened_, hits_;
};

}  // namespace sapper
