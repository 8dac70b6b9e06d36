// The review of a game: every move graded by the win probability that it cost. The requests `review` and `verdict`.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "facade/record_messages.hpp"
#include "facade/session.hpp"
#include "facade/time_use.hpp"
#include "facade/weigh.hpp"

namespace sapper::facade {

struct ReviewRequest {
    static constexpr About ABOUT{"ReviewRequest", "A game to review."};
    GivenRecord record;
    std::string strength = "strong";
    bool unfinished = false;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("record", self.record, "The record of the game.");
        visit.option("strength", self.strength, "fast, strong or max: who advises, and the effort for win rates.");
        visit.option("unfinished", self.unfinished, "Whether a game that is not over may be reviewed.");
    }
};

// The best move in a review.
struct BestInReview {
    static constexpr About ABOUT{"BestInReview", "The best move in the position of a reviewed move."};
    Cell cell;
    std::vector<Cell> cells;
    std::optional<double> risk;
    bool certain = false;
    std::optional<double> win;
    bool win_exact = false;
    std::optional<double> win_error;
    std::string reason;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("cell", self.cell, "The first cell that it opens.");
        visit.field("cells", self.cells, "All cells that it opens.");
        visit.field("risk", self.risk, "The probability that the cell is a mine.");
        visit.field("certain", self.certain, "Whether the cells are proven free.");
        visit.field("win", self.win, "The chance to win; null where it is not known or not needed.");
        visit.field("win_exact", self.win_exact, "Whether `win` is exact.");
        visit.field("win_error", self.win_error, "The standard error of an estimated `win`.");
        visit.field("reason", self.reason, "The reason as a sentence.");
    }
};

struct ReviewedMove {
    static constexpr About ABOUT{"ReviewedMove", "One move of a game with its grade."};
    std::string kind = "move";
    int moves = 0;
    int number = 0;
    Act act = Act::Open;
    Cell cell;
    std::optional<Grade> grade;
    bool hit = false;
    double risk = 0;
    std::optional<double> win_before, win_played, win_after, win_error;
    double cost = 0, error = 0;
    bool exact = false;
    double luck = 0;
    std::optional<BestInReview> best;
    std::optional<bool> forgiven;
    std::optional<double> time, pause;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("kind", self.kind, "move");
        visit.field("moves", self.moves, "The number of moves of the game.");
        visit.field("number", self.number, "The index of the move in the record.");
        visit.field("do", self.act, "What was done.");
        visit.field("cell", self.cell, "The cell that the player chose.");
        visit.field("grade", self.grade, "The grade; null for a flag, unless a wrong flag loses the game.");
        visit.field("hit", self.hit, "Whether the move opened a mine.");
        visit.field("risk", self.risk, "The probability that the move loses the game at once.");
        visit.field("win_before", self.win_before, "The win probability before the move; null where it is not known.");
        visit.field("win_played", self.win_played, "That of the chosen move, before its result is known.");
        visit.field("win_after", self.win_after, "That after the result of the move.");
        visit.field("win_error", self.win_error, "The standard error of `win_before`.");
        visit.field("cost", self.cost, "The win probability that the move gave away.");
        visit.field("error", self.error, "The standard error of `cost`.");
        visit.field("exact", self.exact, "Whether the win probabilities before and of the move are exact.");
        visit.field("luck", self.luck, "The win probability that chance added or took away.");
        visit.field("best", self.best, "The best move; null for a flag, and where no cell can be free.");
        visit.maybe("forgiven", self.forgiven, "True for a guess that the program forgives: its luck is not counted.");
        visit.maybe("time", self.time, "Seconds since the first cell was opened.");
        visit.maybe("pause", self.pause, "Seconds since the move before.");
    }
};

struct GradeCounts {
    static constexpr About ABOUT{"GradeCounts", "How many moves got each grade."};
    int forced = 0, best = 0, inaccuracy = 0, mistake = 0, unlucky = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("forced", self.forced, "Moves that opened only certain cells.");
        visit.field("best", self.best, "Moves that cost half a point of win probability at most.");
        visit.field("inaccuracy", self.inaccuracy, "Moves that cost three points at most.");
        visit.field("mistake", self.mistake, "Moves that cost more.");
        visit.field("unlucky", self.unlucky, "Best moves that hit a mine.");
    }
};

struct ReviewSummary {
    static constexpr About ABOUT{"ReviewSummary", "The end of a review."};
    std::string kind = "review", agent;
    State result = State::Playing;
    GradeCounts grades;
    double cost = 0, luck = 0;
    std::string sentence;
    std::optional<TimeUse> times;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("kind", self.kind, "review");
        visit.field("agent", self.agent, "The player.");
        visit.field("result", self.result, "The result of the game.");
        visit.field("grades", self.grades, "How many moves got each grade.");
        visit.field("cost", self.cost, "The win probability that all moves together cost.");
        visit.field("luck", self.luck, "The win probability that chance added in all.");
        visit.field("sentence", self.sentence, "What the moves cost and what luck added, in a sentence.");
        visit.maybe("times", self.times, "Where the time went, if the record has times.");
    }
};

using ReviewAnswer = std::variant<ReviewedMove, ReviewSummary>;

// Sends every move as soon as it is graded, and a summary.
void review(const Call& call, const ReviewRequest& request, const Tell<ReviewAnswer>& tell);

}  // namespace sapper::facade
