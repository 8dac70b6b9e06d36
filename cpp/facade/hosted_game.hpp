// A game that a person plays, with hidden mines: nothing outside reads the layout before the end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/played_game.hpp"

namespace sapper::facade {

inline constexpr const char* PERSON = "person";      // the name of a human player in records
inline constexpr const char* AUTOPLAY = "autoplay";  // the name for moves that were made for the person

// Times are seconds of a clock that only moves forward. Cells are row-major.
class HostedGame {
public:
    HostedGame(const Rules& rules, bool no_guess) : rules_(rules), no_guess_(no_guess) {}
    // A new game on the board of another one, with every cell covered.
    static HostedGame again(const HostedGame& other);
    // A game that goes on after so many moves of a record. It counts as an experiment, and its clock begins anew.
    static HostedGame continued(const GameRecord& record, int moves);

    // Gives the game its layout, before the first cell is opened. Flags that were set earlier stay.
    void lay(std::shared_ptr<const LaidBoard> laid);
    // Makes a move; nullopt when it has no effect. Opening a cell needs a layout. Throws GameOver after the end.
    std::optional<Move> act(Act act, int cell, const std::string& by, double now);
    // Undoes the last move. From then on the game counts as an experiment, unless the move was a flag.
    void take_back(double now);
    void help() { helped_ = true; }

    const Rules& rules() const { return rules_; }
    bool no_guess() const { return no_guess_; }
    bool is_again() const { return again_; }
    bool needs_layout() const { return !game_; }
    // No board needs so many moves. Without a limit, flags could be set and taken for ever.
    bool is_full() const;
    bool is_over() const { return state() != State::Playing; }
    State state() const { return game_ ? game_->state() : State::Playing; }
    // Whether no cell is open yet and the rules promise something about the first cell.
    bool is_promised() const;
    // The cell to start from when the layout is already known: on a board that is played again, and after every move
    // was taken back.
    std::optional<int> start() const;
    bool is_flagged(int cell) const;
    int moves() const { return game_ ? static_cast<int>(game_->moves().size()) : 0; }
    int deeds() const { return deeds_; }
    bool is_what_if() const { return what_if_; }
    bool is_helped() const { return helped_; }
    // The playing time, from the first opened cell to the end of the game.
    double seconds(double now) const;
    bool is_running() const { return began_ && !is_over(); }
    // What the person sees, also before there is a layout.
    View view() const;
    // The layout of a finished game. Throws std::invalid_argument while the game runs.
    const LaidBoard& board_at_end() const;
    // The record of a finished game. Throws std::invalid_argument while it runs, because a record contains the mines.
    GameRecord record() const;

    // The whole game as opaque text, and back. A saved game contains the layout, encoded so that nobody reads it by
    // accident. The clock goes on from where it was. restore() throws std::invalid_argument for a damaged text.
    std::string save(double now) const;
    static HostedGame restore(const std::string& saved, double now);

private:
    Rules rules_;
    bool no_guess_ = false;
    std::optional<PlayedGame> game_;
    std::vector<int> early_flags_;  // set before the layout was made
    int deeds_ = 0;                 // moves that the person tried, those without an effect included
    bool what_if_ = false;          // whether a move other than a flag was taken back
    bool again_ = false;            // whether this board was played before
    bool helped_ = false;           // whether hints were shown or cells opened for the person
    std::optional<double> began_;   // when the first cell was opened
    std::optional<double> took_;    // the duration of a finished game
};

}  // namespace sapper::facade
