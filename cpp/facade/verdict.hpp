// The verdict on a reviewed game: what the moves cost, and what luck added.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facade/fields.hpp"
#include "facade/record_messages.hpp"
#include "facade/session.hpp"
#include "facade/time_use.hpp"

namespace sapper::facade {

// What the verdict needs to know about a move.
struct MoveCost {
    static constexpr About ABOUT{"MoveCost", "What a move of a reviewed game cost."};
    int number = 0;
    std::optional<std::string> grade;
    bool hit = false;
    double cost = 0, luck = 0;
    std::optional<double> pause;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("number", self.number, "The index of the move in the record.");
        visit.field("grade", self.grade, "Its grade; null for a flag.");
        visit.field("hit", self.hit, "Whether the move opened a mine.");
        visit.field("cost", self.cost, "The win probability that the move gave away.");
        visit.field("luck", self.luck, "The win probability that chance added.");
        visit.option("pause", self.pause, "The seconds since the move before, or null.");
    }
};

struct VerdictRequest {
    static constexpr About ABOUT{"VerdictRequest", "The end of a game and its reviewed moves."};
    State result = State::Playing;
    std::string end;
    std::vector<MoveCost> moves;
    Forgives forgives = Forgives::Nothing;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("result", self.result, "The result of the game.");
        visit.field("end", self.end, "How the game ended.");
        visit.field("moves", self.moves, "The moves.");
        visit.option("forgives", self.forgives, "Which guesses the program forgives.");
    }
};

struct VerdictAnswer {
    static constexpr About ABOUT{"VerdictAnswer", "The verdict on a game."};
    double cost = 0, luck = 0;
    std::string sentence;
    std::optional<TimeUse> times;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("cost", self.cost, "The win probability that all moves together cost.");
        visit.field("luck", self.luck, "The win probability that chance added in all.");
        visit.field("sentence", self.sentence, "What the moves cost and what luck added, in a sentence.");
        visit.maybe("times", self.times, "Where the time went, if the game has times.");
    }
};

VerdictAnswer verdict(const Call& call, const VerdictRequest& request);
VerdictAnswer verdict_on(const VerdictRequest& game);

}  // namespace sapper::facade
