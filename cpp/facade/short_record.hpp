// The short form of a game record, as links contain it, and its completion.
#pragma once

#include <string>
#include <vector>

#include "facade/record_messages.hpp"
#include "facade/session.hpp"

namespace sapper::facade {

struct ShortRecord {
    static constexpr About ABOUT{"ShortRecord", "A game record without what its moves opened. Cells are row-major."};
    static constexpr bool IGNORES_OTHER_FIELDS = true;
    GameRules rules;
    std::vector<int> mines;
    int start = 0;
    std::string moves, agent, result;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rules", self.rules, "The rules.");
        visit.field("mines", self.mines, "The mines.");
        visit.field("start", self.start, "The cell that the rules' promise is about.");
        visit.field("moves", self.moves,
                    "For each move o, f or c (open, flag, chord) and its cell in base 36; a dot stands between moves.");
        visit.option("agent", self.agent, "The player.");
        visit.option("result", self.result, "The result. A game that was lost without a mine was given up.");
    }
};

struct CompleteRequest {
    static constexpr About ABOUT{"CompleteRequest", "A short record whose moves shall be played again."};
    ShortRecord short_record;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("short", self.short_record, "The short record.");
    }
};

StatedRecord complete_record(const Call& call, const CompleteRequest& request);

}  // namespace sapper::facade
