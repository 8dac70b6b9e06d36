// Game records in messages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facade/fields.hpp"
#include "facade/promise.hpp"
#include "game/played_game.hpp"

namespace sapper::facade {

template <>
struct Words<Act> {
    static constexpr About ABOUT{"Act", "What a move does."};
    static constexpr const char* WORDS[] = {"open", "flag", "chord"};
};
template <>
struct Words<State> {
    static constexpr About ABOUT{"State", "Whether a game is still being played, and its result if not."};
    static constexpr const char* WORDS[] = {"playing", "won", "lost"};
};

template <>
struct Words<Forgives> {
    static constexpr About ABOUT{"Forgives", "Which guesses a program forgives, by moving mines away from them."};
    static constexpr const char* WORDS[] = {"nothing", "forced-guesses", "guesses"};
};

// A cell that a move opened. It is written as [row, col, number], where the number of a hit mine is -1.
struct Opened {
    Cell cell;
    int number = 0;
};
template <>
struct Form<Opened> {
    static void read(const Value& value, Opened& out, const Where& where);
    static Value write(const Opened& from);
    static Value schema(Definitions& definitions);
};
std::vector<Opened> opened_cells(const std::vector<OpenedCell>& cells, int cols);

// The rules of a game in an answer. Requests contain GameRules.
struct StatedRules {
    static constexpr About ABOUT{"Rules", "The rules of a game."};
    Rules rules;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        const Rules& rules = self.rules;
        visit.field("rows", rules.rows, "The number of rows.");
        visit.field("cols", rules.cols, "The number of columns.");
        visit.field("mines", rules.mines, "The number of mines.");
        visit.field("first_move", rules.first_move, "What is promised about the first cell.");
        visit.field("cascade", rules.cascade, "Whether opening a zero opens its neighbours.");
        visit.field("on_mine", rules.lose_on_mine ? OnMine::Lose : OnMine::Continue,
                    "Whether opening a mine ends the game.");
        visit.field("on_wrong_flag", rules.lose_on_wrong_flag ? OnWrongFlag::Lose : OnWrongFlag::Ignore,
                    "Whether a flag on a free cell ends the game.");
        visit.field("won_by", rules.won_by_flags ? WonBy::OpenOrFlag : WonBy::Open,
                    "Whether flags on all mines win as well.");
    }
};

struct StatedMove {
    static constexpr About ABOUT{"Move", "A move of a game record."};
    Act act = Act::Open;
    Cell cell;
    std::vector<Opened> opened;
    std::optional<double> risk;
    std::optional<bool> certain;
    std::string by;
    std::optional<double> time;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("do", self.act, "What was done.");
        visit.field("cell", self.cell, "The cell that the player chose.");
        visit.field("opened", self.opened, "The cells that the move opened, in order.");
        visit.field("risk", self.risk, "The risk that the player stated, or null.");
        visit.field("certain", self.certain, "Whether the player called the move certain, or null.");
        visit.field("by", self.by, "The rule or method that chose the move.");
        visit.maybe("time", self.time, "Seconds since the first cell was opened.");
    }
};

struct StatedRecord {
    static constexpr About ABOUT{"GameRecord", "A game: its layout, its moves and its result."};
    int format = 1;
    StatedRules rules;
    std::vector<Cell> mines;
    Cell start;
    std::string agent;
    std::vector<StatedMove> moves;
    State result = State::Playing;
    std::string end;
    std::optional<bool> reproducible;
    std::optional<Forgives> forgives;
    std::optional<bool> layout_known;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("format", self.format, "The version of the format.");
        visit.field("rules", self.rules, "The rules.");
        visit.field("mines", self.mines, "The mines.");
        visit.field("start", self.start, "The cell that the rules' promise is about.");
        visit.field("agent", self.agent, "The player.");
        visit.field("moves", self.moves, "The moves.");
        visit.field("result", self.result, "The result.");
        visit.field("end", self.end, "How the game ended.");
        visit.maybe("reproducible", self.reproducible, "False if a wall-clock limit influenced the moves.");
        visit.maybe("forgives", self.forgives, "Which guesses the program forgives.");
        visit.maybe("layout_known", self.layout_known, "False if not all mines were seen.");
    }
};
StatedRecord stated(const GameRecord& record);

// A record of a request may lack fields that have a usual value, and have fields that nobody knows.
struct GivenMove {
    static constexpr About ABOUT{"GivenMove", "A move of a game record that is given."};
    static constexpr bool IGNORES_OTHER_FIELDS = true;
    Act act = Act::Open;
    Cell cell;
    std::vector<Opened> opened;
    std::optional<double> risk;
    std::optional<bool> certain;
    std::string by;
    std::optional<double> time;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("do", self.act, "What was done.");
        visit.field("cell", self.cell, "The cell that the player chose.");
        visit.option("opened", self.opened, "The cells that the move opened, in order.");
        visit.option("risk", self.risk, "The risk that the player stated, or null.");
        visit.option("certain", self.certain, "Whether the player called the move certain, or null.");
        visit.option("by", self.by, "The rule or method that chose the move.");
        visit.option("time", self.time, "Seconds since the first cell was opened, or null.");
    }
};

struct GivenRecord {
    static constexpr About ABOUT{"GivenRecord", "A game record that is given."};
    static constexpr bool IGNORES_OTHER_FIELDS = true;
    int format = 1;
    GameRules rules;
    std::vector<Cell> mines;
    Cell start;
    std::string agent;
    std::vector<GivenMove> moves;
    State result = State::Playing;
    std::string end;
    bool reproducible = true;
    Forgives forgives = Forgives::Nothing;
    bool layout_known = true;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("format", self.format, "The version of the format.");
        visit.field("rules", self.rules, "The rules.");
        visit.field("mines", self.mines, "The mines.");
        visit.field("start", self.start, "The cell that the rules' promise is about.");
        visit.field("agent", self.agent, "The player.");
        visit.field("moves", self.moves, "The moves.");
        visit.field("result", self.result, "The result.");
        visit.field("end", self.end, "How the game ended.");
        visit.option("reproducible", self.reproducible, "False if a wall-clock limit influenced the moves.");
        visit.option("forgives", self.forgives, "Which guesses the program forgives.");
        visit.option("layout_known", self.layout_known, "False if not all mines were seen.");
    }
    // The record, with every cell and bound checked; throws a refusal. Whether its moves follow the rules is not
    // checked.
    GameRecord checked() const;
};

// The row-major index of a cell; throws a refusal for a cell outside the board.
int index_of(const Rules& rules, Cell cell);

}  // namespace sapper::facade
