// The moves that may be the best one.
#pragma once

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

}  // namespace sapper::facade
