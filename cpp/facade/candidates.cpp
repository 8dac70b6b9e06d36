#include "facade/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "facade/sentence.hpp"
#include "players/player.hpp"
#include "support/sorting.hpp"

namespace sapper::facade {

namespace {

constexpr std::size_t MOST_CANDIDATES = 8;
constexpr int MOST_WITH_SAME_RISK = 2;  // how many cells with the same risk become candidates

// The cells that the agent of a strength compares, by descending value. All values are nan where the agent knows no
// chance to win.
void add_rivals(const View& view, const std::string& strength, std::vector<int>& cells) {
    const bool named = strength == "fast" || strength == "strong" || strength == "max";
    Choice choice;
    choose_in_view(agent_of(named ? strength : "strong"), view, {}, choice);
    const auto key = [](const Rival& rival) { return std::isnan(rival.value) ? 0.0 : -rival.value; };
    sort_stably(choice.rivals.begin(), choice.rivals.end(),
                [&](const Rival& a, const Rival& b) { return key(a) < key(b); });
    for (const Rival& rival : choice.rivals) cells.push_back(rival.cell);
}

// The cells of least risk. Cells with the same risk are mostly equivalent, and far from all numbers there may be
// hundreds of them.
void add_by_risk(const Analysis& analysis, std::vector<int>& cells) {
    const auto risk_of = [&](int cell) { return std::isnan(analysis.risk[cell]) ? 2.0 : analysis.risk[cell]; };
    std::vector<int> order(analysis.risk.size());
    std::iota(order.begin(), order.end(), 0);
    sort_stably(order.begin(), order.end(), [&](int a, int b) { return risk_of(a) < risk_of(b); });
    std::map<std::string, int> seen;
    double last = -1;
    int* count = nullptr;
    for (const int cell : order) {
        const double risk = risk_of(cell);
        if (risk != last) count = &seen[with_decimals(risk, 9)];
        last = risk;
        if (++*count <= MOST_WITH_SAME_RISK || risk < 5e-10) cells.push_back(cell);
        if (cells.size() >= 4 * MOST_CANDIDATES) return;
    }
}

}  // namespace

std::vector<Candidate> candidates(const SolvedPosition& position, const View& view, const Decision& best,
                                  const std::string& strength) {
    std::vector<Candidate> rows;
    if (best.gives_up()) return rows;
    std::vector<int> cells{best.opens[0]};
    if (position.cells_with_risk(0).empty() && position.exact() && is_searchable(view))
        add_rivals(view, strength, cells);
    add_by_risk(position.analysis, cells);
    for (const int cell : cells) {
        const double risk = position.risk(cell);
        const Cell pair = cell_at(cell, view.cols);
        const bool is_known =
            std::any_of(rows.begin(), rows.end(), [&](const Candidate& row) { return row.cell == pair; });
        if (is_known || !(risk < 1) || rows.size() == MOST_CANDIDATES) continue;
        Candidate row{pair, risk, risk == 0, {}, false, {}};
        if (cell == best.opens[0] && best.value) {
            row.win = best.value->win;
            row.win_exact = best.value->exact;
            if (!best.value->exact && !std::isnan(best.value->error)) row.error = best.value->error;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace sapper::facade
