// The requests `analyse` and `safe`: the risks of a position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "facade/candidates.hpp"
#include "facade/position.hpp"
#include "facade/session.hpp"

namespace sapper::facade {

struct AnalyseRequest : PositionRequest {
    static constexpr About ABOUT{"AnalyseRequest", "A position to analyse."};
    bool best = false;
    std::string strength = "strong";
    std::optional<int> decimals;
    std::optional<std::int64_t> digits;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        PositionRequest::fields(self, visit);
        visit.option("best", self.best, "Whether to recommend a move. Without it the answer comes sooner.");
        visit.option("strength", self.strength, "fast, strong, max, or the name of a native agent.");
        visit.option("decimals", self.decimals, "The decimals to which the risks are rounded; null for all.");
        visit.option("digits", self.digits, "The most digits of `solutions`; null for all of them.");
    }
};

struct AnalysisAnswer {
    static constexpr About ABOUT{"AnalysisAnswer", "The analysis of a position."};
    bool possible = true;
    int rows = 0, cols = 0, mines = 0;
    bool exact = true;
    std::optional<std::string> solutions;
    std::optional<double> log10_solutions;
    std::vector<Row> risk;
    std::vector<Cell> safe, mine_cells;
    std::optional<BestMove> best;
    std::vector<Candidate> candidates;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("possible", self.possible, "Whether any layout fits: true.");
        visit.field("rows", self.rows, "The number of rows.");
        visit.field("cols", self.cols, "The number of columns.");
        visit.field("mines", self.mines, "The mine count.");
        visit.field("exact", self.exact, "Whether the risks are exact. Otherwise they are estimates.");
        visit.field("solutions", self.solutions,
                    "The number of layouts in decimal; null if it has too many digits or was not counted.");
        visit.field("log10_solutions", self.log10_solutions, "Its logarithm to base 10; null if it was not counted.");
        visit.field("risk", self.risk, "The risk of every covered cell; null where a cell is open.");
        visit.field("safe", self.safe, "The cells that are certainly free.");
        visit.field("mine_cells", self.mine_cells, "The cells that are certainly mines.");
        visit.field("best", self.best, "The recommended move; null unless it was asked for and there is one.");
        visit.field("candidates", self.candidates, "The moves that may be the best one, if a move was asked for.");
    }
};

struct ImpossibleAnswer {
    static constexpr About ABOUT{"ImpossibleAnswer",
                                 "Why no layout fits a position: numbers that contradict each other."};
    bool possible = false;
    std::vector<Cell> cells;
    bool uses_mine_count = false;
    std::string reason;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("possible", self.possible, "Whether any layout fits: false.");
        visit.field("cells", self.cells, "The numbers. None of them can be left out.");
        visit.field("uses_mine_count", self.uses_mine_count, "Whether the mine count belongs to the contradiction.");
        visit.field("reason", self.reason, "The contradiction as a sentence.");
    }
};

struct SafeRequest : PositionRequest {
    static constexpr About ABOUT{"SafeRequest", "A position whose free cells are wanted."};
};

struct SafeAnswer {
    static constexpr About ABOUT{"SafeAnswer", "The cells that are certainly free."};
    std::vector<Cell> safe;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("safe", self.safe, "The cells that are certainly free.");
    }
};

std::variant<AnalysisAnswer, ImpossibleAnswer> analyse(const Call& call, const AnalyseRequest& request);
SafeAnswer safe(const Call& call, const SafeRequest& request);

}  // namespace sapper::facade
