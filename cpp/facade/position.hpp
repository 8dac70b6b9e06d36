// Positions of requests, and their analyses.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facade/fields.hpp"
#include "facade/promise.hpp"
#include "facade/refusal.hpp"
#include "game/view.hpp"
#include "solver/analysis.hpp"
#include "solver/contradiction.hpp"

namespace sapper::facade {

// A position with its analysis, and what later questions about it need.
struct SolvedPosition {
    View view;
    bool trust_flags = false;
    Limits limits;
    double seconds = 0;  // that the analysis took
    Analysis analysis;
    std::optional<Promise> promise;  // what the rules promise about the first cell, while no cell is open

    bool exact() const { return analysis.verdict == Verdict::Exact; }
    double risk(int cell) const { return analysis.risk[cell]; }
    std::vector<int> cells_with_risk(double risk) const;
    // The row-major index of a cell. Throws a refusal when it lies outside the board.
    int index_of(Cell cell) const;
};

// A position that the caller has as an object, perhaps with its analysis.
struct HeldPosition {
    View view;
    std::shared_ptr<const SolvedPosition> solved;
};

// The position of a request: a text, or a held position.
struct Position {
    View view;
    std::shared_ptr<const SolvedPosition> solved;
};
template <>
struct Form<Position> {
    static void read(const Value& value, Position& out, const Where& where);
    static Value write(const Position& from);
    static Value schema(Definitions& definitions);
};

// What all requests about a position have in common.
struct PositionRequest {
    Position position;
    bool trust_flags = false;
    std::optional<double> budget;
    double memory = static_cast<double>(DEFAULT_BYTES);
    std::optional<Promise> promise;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("position", self.position,
                    "The position as text: rows split by / or newlines, with the mine count.");
        visit.option("trust_flags", self.trust_flags, "Whether flagged cells are mines. Otherwise flags are ignored.");
        visit.option("budget", self.budget, "The seconds that the analysis may take; null for no limit.");
        visit.option("memory", self.memory, "The bytes that the analysis may take.");
        visit.option("promise", self.promise, "What the rules promise about the first cell, while no cell is open.");
    }
};

using Solved = std::shared_ptr<const SolvedPosition>;

// Analyses the position of a request. Its verdict may be Impossible.
Solved analyse_position(const PositionRequest& request);
// The same, but throws a refusal that names contradicting numbers when no layout fits.
Solved solve(const PositionRequest& request);

// A request about the same position without flags. Trusted flags become hit mines, which carry the same information.
PositionRequest flagless(const PositionRequest& request);
// A view without flags, in the same way.
View without_flags(const View& view, bool trust_flags);

// Why no layout fits a position.
Refusal why_impossible(const SolvedPosition& position);
Refusal why_impossible(const View& view, bool trust_flags, const Contradiction& found);

// Searches a proof within the limits of an analysis that took `seconds`; see find_contradiction().
Contradiction find_proof(const SolvedPosition& position, const Assumption& assumption);

}  // namespace sapper::facade
