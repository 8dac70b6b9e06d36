// The chance to win a small board with perfect play. The request `optimum`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "facade/fields.hpp"
#include "facade/promise.hpp"
#include "facade/session.hpp"
#include "support/meter.hpp"

namespace sapper::facade {

struct OptimumRequest {
    static constexpr About ABOUT{"OptimumRequest", "A small board whose perfect play is wanted."};
    GameRules rules;
    std::optional<Cell> start;
    std::optional<double> budget;
    double memory = static_cast<double>(DEFAULT_BYTES);

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rules", self.rules, "The rules. A mine ends the game, and flags win nothing.");
        visit.option("start", self.start, "The first cell; null for a best one.");
        visit.option("budget", self.budget, "The seconds that the search may take; null for no limit.");
        visit.option("memory", self.memory, "The bytes that the search may take.");
    }
};

struct OptimumAnswer {
    static constexpr About ABOUT{"OptimumAnswer", "How far the search is, and at the end its result."};
    bool done = false;
    std::uint64_t nodes = 0;
    std::optional<double> win;
    std::optional<std::string> wins, layouts;
    std::optional<Cell> start;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("done", self.done, "Whether this is the last answer. The others have no result.");
        visit.field("nodes", self.nodes, "The number of positions that were searched.");
        visit.field("win", self.win, "The probability of winning.");
        visit.field("wins", self.wins, "The number of layouts that perfect play wins, in decimal.");
        visit.field("layouts", self.layouts, "The number of layouts, in decimal.");
        visit.field("start", self.start, "The first cell.");
    }
};

// Tells a few times a second how far the search is. Only boards of up to Optimum::MOST_CELLS cells are searched.
void optimum(const Call& call, const OptimumRequest& request, const Tell<OptimumAnswer>& tell);

}  // namespace sapper::facade
