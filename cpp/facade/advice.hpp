// Advice: the recommended move in a position. The request `best`.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "facade/comparison.hpp"
#include "facade/position.hpp"
#include "facade/session.hpp"
#include "players/agent.hpp"

namespace sapper::facade {

// A move to recommend. One without cells gives up, and only has a reason.
struct Decision {
    std::vector<int> opens;
    bool certain = false;
    double risk = 0;
    std::optional<Win> value;  // the chance to win; empty where it is not known or not needed
    std::string reason;

    bool gives_up() const { return opens.empty(); }
};

// A move in a message.
struct BestMove {
    static constexpr About ABOUT{"BestMove",
                                 "The recommended move. The cell is given twice, because programs read both forms."};
    int row = 0, col = 0;
    std::optional<double> risk, win;
    bool certain = false;
    std::string reason;
    bool win_exact = false;
    std::optional<double> error;
    Cell cell;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("row", self.row, "The row of the cell.");
        visit.field("col", self.col, "The column of the cell.");
        visit.field("risk", self.risk, "The probability that the cell is a mine.");
        visit.field("win", self.win, "The probability of winning; null where it is not known or not needed.");
        visit.field("certain", self.certain, "Whether the cell is proven free.");
        visit.field("reason", self.reason, "The reason as a sentence.");
        visit.field("win_exact", self.win_exact, "Whether `win` is exact.");
        visit.field("error", self.error, "The standard error of an estimated `win`.");
        visit.field("cell", self.cell, "The cell.");
    }
};
// The first cell of a decision; nullopt when it gives up.
std::optional<BestMove> best_move(const Decision& decision, int cols);

struct BestRequest : PositionRequest {
    static constexpr About ABOUT{"BestRequest", "A position in which a move is wanted."};
    std::string strength = "strong";
    std::optional<double> think;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        PositionRequest::fields(self, visit);
        visit.option("strength", self.strength, "fast, strong, max, or the name of a native agent.");
        visit.option("think", self.think,
                     "The seconds that max may use for a guess; null for a fixed number of rollouts.");
    }
};

struct BestAnswer {
    static constexpr About ABOUT{"BestAnswer", "The recommended move."};
    std::optional<BestMove> best;
    std::string reason;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("best", self.best, "The move; null when no covered cell can be free.");
        visit.field("reason", self.reason, "The reason for the move, or why there is none.");
    }
};

BestAnswer best(const Call& call, const BestRequest& request);

// Recommends a move. It opens one cell: a certain one if there is any, else the agent's choice. If several cells are
// equally good, it is the first of them. If the analysis is only an estimate, the cell with the lowest risk is
// recommended, because a search needs exact risks.
Decision advise(const SolvedPosition& position, const std::string& strength, const Thinking& thinking = {});

// The native agent of a strength: of fast, strong and max, or the agent itself. Refuses other words.
std::string agent_of(const std::string& strength);

// On a board with more cells, no best move is searched for and no games are played out.
bool is_searchable(const View& view);

}  // namespace sapper::facade
