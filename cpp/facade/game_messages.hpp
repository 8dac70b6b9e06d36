// What is asked and answered about games that people play.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facade/fields.hpp"
#include "facade/promise.hpp"
#include "facade/record_messages.hpp"

namespace sapper::facade {

// A cell whose flag a move changed. It is written as [row, col, is_set].
struct ChangedFlag {
    Cell cell;
    bool is_set = false;
};
template <>
struct Form<ChangedFlag> {
    static Value write(const ChangedFlag& from) { return Value::List{from.cell.row, from.cell.col, from.is_set}; }
    static Value schema(Definitions& definitions);
};

struct GameEnd {
    static constexpr About ABOUT{"GameEnd", "The facts about a game that are shown only when it is over."};
    std::vector<Cell> mines;
    int bbbv = 0, openings = 0;
    std::optional<double> efficiency;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("mines", self.mines, "The mines.");
        visit.field("bbbv", self.bbbv, "The 3BV of the board.");
        visit.field("openings", self.openings, "The number of connected regions of zeros.");
        visit.field("efficiency", self.efficiency,
                    "3BV divided by the number of moves; null unless the game was won without help.");
    }
};

// The part of a game's state that a move may change.
struct GameStatus {
    State state = State::Playing;
    double seconds = 0;
    bool running = false;
    int deeds = 0;
    bool what_if = false, helped = false;
    std::optional<GameEnd> over;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("state", self.state, "Whether the game is still being played, and its result if not.");
        visit.field("seconds", self.seconds, "The playing time.");
        visit.field("running", self.running, "Whether the clock runs.");
        visit.field("deeds", self.deeds, "The number of moves the person tried, those without an effect included.");
        visit.field("what_if", self.what_if, "Whether a move other than a flag was taken back.");
        visit.field("helped", self.helped, "Whether hints were shown or cells opened for the person.");
        visit.field("over", self.over, "What is shown at the end; null before.");
    }
};

struct GameState {
    static constexpr About ABOUT{"GameState", "Everything that may be known about a game."};
    std::string id;
    int rows = 0, cols = 0, mines = 0;
    FirstMove first_move = FirstMove::Safe;
    bool no_guess = false, again = false;
    std::optional<Cell> start;
    std::string position;
    int moves = 0;
    GameStatus status;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("id", self.id, "The identity of the game.");
        visit.field("rows", self.rows, "The number of rows.");
        visit.field("cols", self.cols, "The number of columns.");
        visit.field("mines", self.mines, "The number of mines.");
        visit.field("first_move", self.first_move, "What is promised about the first cell.");
        visit.field("no_guess", self.no_guess, "Whether the board is won without a guess from its first cell.");
        visit.field("again", self.again, "Whether this board was played before.");
        visit.field("start", self.start,
                    "The cell that the promise is about, on a board that is played again or fully taken back.");
        visit.field("position", self.position, "The position as text on one line.");
        visit.field("moves", self.moves, "The number of moves.");
        GameStatus::fields(self.status, visit);
    }
};

struct MoveResult {
    static constexpr About ABOUT{"MoveResult", "The effect of a move."};
    std::vector<Opened> opened;
    std::vector<ChangedFlag> flags;
    int moves = 0;
    GameStatus status;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("opened", self.opened, "Row, column and number of each opened cell; -1 for a hit mine.");
        visit.field("flags", self.flags, "Row and column of each changed flag, and whether it is set now.");
        visit.field("moves", self.moves, "The number of moves.");
        GameStatus::fields(self.status, visit);
    }
};

struct NewGame {
    static constexpr About ABOUT{"NewGame", "A new game. Its layout is made when its first cell is opened."};
    GameRules rules;
    bool no_guess = false;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        GameRules::fields(self.rules, visit);
        visit.option("no_guess", self.no_guess, "Whether the board must be won without a guess from its first cell.");
    }
};

struct GameQuestion {
    static constexpr About ABOUT{"GameQuestion", "A game."};
    std::string id;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("id", self.id, "The identity of the game.");
    }
};

struct ContinuedGame {
    static constexpr About ABOUT{"ContinuedGame", "A game that goes on from a position of a record."};
    GivenRecord record;
    int moves = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("record", self.record, "The record of the game. Its mines stay hidden.");
        visit.field("moves", self.moves, "How many of its moves are made; the game must not be over then.");
    }
};

struct MoveRequest {
    static constexpr About ABOUT{"MoveRequest", "A move that a person wants to make."};
    std::string id;
    Act act = Act::Open;
    Cell cell;
    std::optional<double> budget;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("id", self.id, "The identity of the game.");
        visit.field("do", self.act, "What to do.");
        visit.field("cell", self.cell, "The cell.");
        visit.option("budget", self.budget,
                     "The seconds that making a board without guesses may take; null for a minute.");
    }
};

struct AutoplayRequest {
    static constexpr About ABOUT{"AutoplayRequest", "A game in which the certainly free cells shall be opened."};
    std::string id;
    double budget = 10;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("id", self.id, "The identity of the game.");
        visit.option("budget", self.budget, "The seconds that all steps together may take.");
    }
};

struct SavedGame {
    static constexpr About ABOUT{"SavedGame", "A whole game as opaque text."};
    std::string id, saved;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("id", self.id, "The identity of the game.");
        visit.field("saved", self.saved, "The game as opaque text. It contains the mines; do not read it.");
    }
};

struct LayoutRequest {
    static constexpr About ABOUT{"LayoutRequest", "The layout of a game that has none yet, made elsewhere."};
    std::string id;
    std::vector<Cell> mines;
    Cell start;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("id", self.id, "The identity of the game.");
        visit.field("mines", self.mines, "The mines.");
        visit.field("start", self.start, "The cell that the rules' promise is about.");
    }
};

struct StatedPromise {
    static constexpr About ABOUT{"StatedPromise", "What the rules of a game promise about the first cell."};
    StatedRules rules;
    std::optional<Cell> start;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rules", self.rules, "The rules of the game.");
        visit.field("start", self.start, "The start of the board; null while there is no board yet.");
    }
};

struct GamePosition {
    static constexpr About ABOUT{"GamePosition", "The position of a game, as a request to analyse it needs it."};
    std::string position;
    std::optional<StatedPromise> promise;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("position", self.position, "The position as text on one line.");
        visit.field("promise", self.promise, "What the rules promise, while no cell is open; null otherwise.");
    }
};

struct ForgottenGame {
    static constexpr About ABOUT{"ForgottenGame", "Whether a game was kept until now."};
    bool forgotten = false;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("forgotten", self.forgotten, "Whether there was such a game.");
    }
};

}  // namespace sapper::facade
