// The rules of a game in a message, and what they promise about the first cell.
#pragma once

#include <optional>

#include "facade/fields.hpp"
#include "game/rules.hpp"

namespace sapper::facade {

enum class OnMine { Lose, Continue };
enum class OnWrongFlag { Ignore, Lose };
enum class WonBy { Open, OpenOrFlag };

template <>
struct Words<FirstMove> {
    static constexpr About ABOUT{"FirstMove",
                                 "What is promised about the first cell: it is free, it is a zero, or nothing."};
    static constexpr const char* WORDS[] = {"safe", "zero", "unsafe"};
};
template <>
struct Words<OnMine> {
    static constexpr About ABOUT{"OnMine", "Whether opening a mine ends the game."};
    static constexpr const char* WORDS[] = {"lose", "continue"};
};
template <>
struct Words<OnWrongFlag> {
    static constexpr About ABOUT{"OnWrongFlag", "Whether a flag on a free cell ends the game."};
    static constexpr const char* WORDS[] = {"ignore", "lose"};
};
template <>
struct Words<WonBy> {
    static constexpr About ABOUT{"WonBy", "Whether flags on all mines win as well."};
    static constexpr const char* WORDS[] = {"open", "open-or-flag"};
};

// The rules of a game, field by field.
struct GameRules {
    static constexpr About ABOUT{"GameRules", "The rules of a game."};
    int rows = 0, cols = 0, mines = 0;
    FirstMove first_move = FirstMove::Safe;
    bool cascade = true;
    OnMine on_mine = OnMine::Lose;
    OnWrongFlag on_wrong_flag = OnWrongFlag::Ignore;
    WonBy won_by = WonBy::Open;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rows", self.rows, "The number of rows.");
        visit.field("cols", self.cols, "The number of columns.");
        visit.field("mines", self.mines, "The number of mines.");
        visit.option("first_move", self.first_move, "What is promised about the first cell.");
        visit.option("cascade", self.cascade, "Whether opening a zero opens its neighbours.");
        visit.option("on_mine", self.on_mine, "Whether opening a mine ends the game.");
        visit.option("on_wrong_flag", self.on_wrong_flag, "Whether a flag on a free cell ends the game.");
        visit.option("won_by", self.won_by, "Whether flags on all mines win as well.");
    }

    // Throws std::invalid_argument that names the violated bound.
    Rules checked() const {
        const Rules rules{rows,
                          cols,
                          mines,
                          first_move,
                          cascade,
                          on_mine == OnMine::Lose,
                          on_wrong_flag == OnWrongFlag::Lose,
                          won_by == WonBy::OpenOrFlag};
        check_rules(rules);
        return rules;
    }
};

// What the rules promise about the first cell.
struct Promise {
    static constexpr About ABOUT{"FirstCellPromise", "What the rules promise about the first cell."};
    GameRules rules;
    std::optional<Cell> start;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rules", self.rules, "The rules of the game.");
        visit.option("start", self.start, "The start of the board; null while there is no board yet.");
    }
};

}  // namespace sapper::facade
