// Grades of moves by the chance to win that they give away, and the request `weigh`.
#pragma once

#include <optional>
#include <string>

#include "facade/advice.hpp"
#include "facade/comparison.hpp"

namespace sapper::facade {

enum class Grade { Forced, Best, Inaccuracy, Mistake, Unlucky };
template <>
struct Words<Grade> {
    static constexpr About ABOUT{"Grade",
                                 "forced: the move opened only certain cells. best, inaccuracy, mistake: what it cost. "
                                 "unlucky: a best move that "
                                 "hit a mine."};
    static constexpr const char* WORDS[] = {"forced", "best", "inaccuracy", "mistake", "unlucky"};
};

inline constexpr double BEST_COST = 0.005;       // the most that a move graded best may cost
inline constexpr double INACCURACY_COST = 0.03;  // the most that an inaccuracy may cost
inline constexpr double GRADE_DOUBT =
    2;  // standard errors by which a cost may be off before a milder grade is ruled out

// The grade of a cost. Doubt leads to the milder grade, but only to the next one: what looks like a mistake is never
// called best.
Grade grade_of(const Win& cost);

// Whether more rollouts are unlikely to change the grade of this cost.
bool is_decided(const Win& cost);

// A guess beside the best move.
struct Weighed {
    Grade grade = Grade::Best;
    Win now;  // the chance to win with the best move
    Win cost;
    Decision best;
};

// Weighs a move with this risk against the advised one. Refuses positions that are too large for win probabilities.
Weighed weigh_against(const View& view, const Opens& opens, double risk, const Decision& best, const WinEffort& effort);

struct WeighRequest : PositionRequest {
    static constexpr About ABOUT{"WeighRequest", "A move to grade."};
    Cell cell;
    std::string strength = "strong";

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        PositionRequest::fields(self, visit);
        visit.field("cell", self.cell, "The covered cell that the move opens.");
        visit.option("strength", self.strength, "fast, strong or max.");
    }
};

struct WeighAnswer {
    static constexpr About ABOUT{"WeighAnswer", "The grade of one move in a position, and the best move there."};
    Cell cell;
    Grade grade = Grade::Forced;
    double risk = 0, cost = 0, error = 0;
    std::optional<BestMove> best;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("cell", self.cell, "The cell.");
        visit.field("grade", self.grade, "The grade of the move.");
        visit.field("risk", self.risk, "The probability that the cell is a mine.");
        visit.field("cost", self.cost, "The chance to win that the move gives away.");
        visit.field("error", self.error, "The standard error of `cost`; 0 if it is exact.");
        visit.field("best", self.best, "The best move; null when no covered cell can be free.");
    }
};

WeighAnswer weigh(const Call& call, const WeighRequest& request);

}  // namespace sapper::facade
