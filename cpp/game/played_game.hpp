// A game together with its moves, which can be taken back, and the record of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "game/board.hpp"
#include "game/game.hpp"
#include "game/rules.hpp"

namespace sapper {

enum class Act : std::uint8_t { Open, Flag, Chord };

// A cell that a move opened: HIT for a mine, otherwise its number.
struct OpenedCell {
    int cell;
    int number;
    bool operator==(const OpenedCell&) const = default;
};

// One move, and what the player stated about it.
struct Move {
    Act act = Act::Open;
    int cell = 0;
    std::vector<OpenedCell> opened = {};  // in order
    std::optional<double> risk = {};
    std::optional<bool> certain = {};
    std::string by = {};              // the rule or method that chose the move
    std::optional<double> time = {};  // seconds since the first cell was opened

    bool hit() const;
};

// Which guesses a program forgives, by moving the mine of a guess elsewhere: none, those in a position without any
// certain cell, or all for which some layout has no mine there.
enum class Forgives : std::uint8_t { Nothing, ForcedGuesses, Guesses };

// A game from its layout to its end. `end` says how the game ended; see PlayedGame::end().
struct GameRecord {
    Rules rules;
    std::vector<int> mines;  // row-major, ascending
    int start = 0;
    std::string agent;
    std::vector<Move> moves;
    State result = State::Playing;
    std::string end;
    bool reproducible = true;  // false if a wall-clock limit influenced the moves
    Forgives forgives = Forgives::Nothing;
    bool layout_known = true;  // false if not all mines were seen, and `mines` is one of the layouts that fit
};

// A move after the end of a game.
class GameOver : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

// A layout that a game can be played on.
struct LaidBoard {
    Rules rules;
    Board board;
    int start = 0;  // the cell that the rules' promise is about
};

// The layout with these mines. Throws std::invalid_argument when it does not have the mine count of the rules, or when
// the start is not what they promise.
std::shared_ptr<const LaidBoard> lay_board(const Rules& rules, std::span<const int> mines, int start);
std::shared_ptr<const LaidBoard> random_board(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start);

// Copies share the layout and nothing else. A move needs a call of Game; see there for its effect.
class PlayedGame {
public:
    explicit PlayedGame(std::shared_ptr<const LaidBoard> laid);

    // Makes a move and returns it; null when it changes nothing, and then it is not kept. Only `act`, `cell` and what
    // the player states are read from `wish`. Throws GameOver after the end.
    const Move* make(Move wish);
    // Ends the game as lost. Throws std::invalid_argument for an end that only moves lead to.
    void give_up(const std::string& end);
    // Undoes the last move, or the giving up. Throws std::invalid_argument when there is none.
    void take_back();

    State state() const { return given_up_ ? State::Lost : game_.state(); }
    bool is_over() const { return state() != State::Playing; }
    bool is_untouched() const;
    // Won: opened, flagged. Lost: mine, wrong-flag, or the word that was passed to give_up(). Otherwise unfinished.
    std::string end() const;
    const std::vector<Move>& moves() const { return moves_; }
    const Game& game() const { return game_; }
    const LaidBoard& laid() const { return *laid_; }
    std::shared_ptr<const LaidBoard> shared_board() const { return laid_; }
    View view() const;
    GameRecord record() const;

private:
    void check_playing() const;

    std::shared_ptr<const LaidBoard> laid_;
    Game game_;
    std::vector<Move> moves_;
    std::optional<std::string> given_up_;
    std::vector<int> opened_;
};

// "playing", "won" or "lost".
const char* state_name(State state);
// "open", "flag" or "chord".
const char* act_name(Act act);

// Plays the moves of a record again. Throws std::invalid_argument when the record contradicts the rules or itself.
PlayedGame replay(const GameRecord& record);

}  // namespace sapper
