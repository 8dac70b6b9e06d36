// The moves that may be the best one, and the request `think`, which plays them out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facade/advice.hpp"
#include "facade/position.hpp"
#include "facade/session.hpp"

namespace sapper::facade {

struct Candidate {
    static constexpr About ABOUT{"Candidate", "A move that may be the best one."};
    Cell cell;
    double risk = 0;
    bool certain = false;
    std::optional<double> win;
    bool win_exact = false;
    std::optional<double> error;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("cell", self.cell, "The cell that the move opens.");
        visit.field("risk", self.risk, "The probability that the cell is a mine.");
        visit.field("certain", self.certain, "Whether the cell is proven free.");
        visit.field("win", self.win, "The probability of winning with this move; null while it is not known.");
        visit.field("win_exact", self.win_exact, "Whether `win` is exact.");
        visit.field("error", self.error, "The standard error of an estimated `win`.");
    }
};

// The recommended move first, then by risk. `view` is the position without flags.
std::vector<Candidate> candidates(const SolvedPosition& position, const View& view, const Decision& best,
                                  const std::string& strength);

struct ThinkRequest : PositionRequest {
    static constexpr About ABOUT{"ThinkRequest", "A position whose candidate moves are played out."};
    std::string strength = "strong";
    double seconds = 1;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        PositionRequest::fields(self, visit);
        visit.option("strength", self.strength, "fast, strong or max: whose move comes first.");
        visit.option("seconds", self.seconds, "The seconds for rollouts.");
    }
};

struct ThoughtBest {
    static constexpr About ABOUT{"ThoughtBest", "The best candidate so far."};
    Cell cell;
    std::optional<std::string> reason;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("cell", self.cell, "The cell.");
        visit.field("reason", self.reason, "The reason; null for a certain cell.");
    }
};

struct Thought {
    static constexpr About ABOUT{"Thought", "The candidate moves with their win rates so far, the best first."};
    std::string kind = "wins";
    bool done = true, exact = true;
    std::int64_t layouts = 0;
    std::vector<Candidate> candidates;
    std::optional<ThoughtBest> best;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("kind", self.kind, "The kind of message: wins.");
        visit.field("done", self.done, "Whether this is the last answer.");
        visit.field("exact", self.exact, "Whether the win rates are exact.");
        visit.field("layouts", self.layouts, "The layouts that were played out; 0 if the win rates are exact.");
        visit.field("candidates", self.candidates, "The moves, the best first.");
        visit.field("best", self.best, "The best move; null when no cell can be opened.");
    }
};

// Near the end of a game the win rates are exact. Before that they are estimated by playing out random layouts, and
// each answer is more precise than the one before.
void think(const Call& call, const ThinkRequest& request, const Tell<Thought>& tell);

}  // namespace sapper::facade
