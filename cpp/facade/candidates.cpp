#include "facade/candidates.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>

#include "facade/reason.hpp"
#include "facade/sentence.hpp"
#include "players/player.hpp"

namespace sapper::facade {

namespace {

constexpr std::size_t MOST_CANDIDATES = 8;
constexpr int MOST_WITH_SAME_RISK = 2;  // how many cells with the same risk become candidates
constexpr double DOUBT = 2;             // a difference counts when it exceeds this many standard errors
// The limits of the rollouts that are streamed. Endgames have those of the strength "strong".
constexpr WinEffort THOUGHT{2'000, 100'000, 16'384, 0.0};
constexpr std::size_t FIRST_BATCH = 128;  // layouts of the first result, which should come at once
constexpr double SEND_INTERVAL = 0.2;     // the least seconds between two results

// The cells that the agent of a strength compares, by descending value. All values are nan where the agent knows no
// chance to win.
void add_rivals(const View& view, const std::string& strength, std::vector<int>& cells) {
    const bool named = strength == "fast" || strength == "strong" || strength == "max";
    Choice choice;
    choose_in_view(agent_of(named ? strength : "strong"), view, {}, choice);
    const auto key = [](const Rival& rival) { return std::isnan(rival.value) ? 0.0 : -rival.value; };
    std::stable_sort(choice.rivals.begin(), choice.rivals.end(),
                     [&](const Rival& a, const Rival& b) { return key(a) < key(b); });
    for (const Rival& rival : choice.rivals) cells.push_back(rival.cell);
}

// The cells of least risk. Cells with the same risk are mostly equivalent, and far from all numbers there may be
// hundreds of them.
void add_by_risk(const Analysis& analysis, std::vector<int>& cells) {
    const auto risk_of = [&](int cell) { return std::isnan(analysis.risk[cell]) ? 2.0 : analysis.risk[cell]; };
    std::vector<int> order(analysis.risk.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return risk_of(a) < risk_of(b); });
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

// The win rates so far. A rate that was known better before, as that of the best move, stays.
Thought thought_of(std::vector<Candidate>& rows, const Outlook& outlook, bool done) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Win& value = outlook.values[i];
        Candidate& row = rows[i];
        if (!row.win || (!row.win_exact && value.error <= row.error.value_or(0.0))) {
            row.win = value.win;
            row.win_exact = value.exact;
            row.error = value.stated_error();
        }
    }
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return *rows[a].win > *rows[b].win; });
    // The recommended move stays first until another move is better by more than the sampling error.
    const Win better = outlook.difference(order[0], 0);
    if (better.win <= DOUBT * better.error) {
        std::erase(order, std::size_t{0});
        order.insert(order.begin(), 0);
    }
    Thought thought;
    thought.done = done;
    thought.exact = outlook.playouts == 0;
    thought.layouts = static_cast<std::int64_t>(outlook.playouts);
    for (const std::size_t i : order) thought.candidates.push_back(rows[i]);
    const Candidate& best = thought.candidates[0];
    thought.best = ThoughtBest{best.cell, std::nullopt};
    if (!best.certain) {
        const Win value{*best.win, best.error.value_or(0.0), !best.error};
        thought.best->reason = reason_of_value(best.risk, value);
    }
    return thought;
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

void think(const Call&, const ThinkRequest& request, const Tell<Thought>& tell) {
    if (!(request.seconds >= 0)) throw malformed("seconds must be a number, 0 or more");
    const Solved solved = solve(flagless(request));
    const View& view = solved->view;
    if (!solved->exact() || !is_searchable(view))
        throw out_of_budget("the position is too large to play out; only its risks are known");
    auto rows = candidates(*solved, view, advise(*solved, request.strength), request.strength);
    if (rows.empty()) return tell(Thought{});
    std::vector<Opens> moves;
    for (const Candidate& row : rows) moves.push_back({view.at(row.cell.row, row.cell.col)});
    using Clock = std::chrono::steady_clock;
    const auto seconds_since = [](Clock::time_point then) {
        return std::chrono::duration<double>(Clock::now() - then).count();
    };
    const auto start = Clock::now();
    Comparison comparison(view, std::move(moves), THOUGHT);
    if (comparison.is_exact()) return tell(thought_of(rows, comparison.outlook(), true));
    std::size_t batch = FIRST_BATCH;
    for (bool is_over = false; !is_over;) {
        const auto began = Clock::now();
        const Outlook& outlook = comparison.extend(batch);
        const double taken = seconds_since(began), left = request.seconds - seconds_since(start);
        is_over = comparison.is_over() || left <= 0;
        tell(thought_of(rows, outlook, is_over));
        // A batch should take as long as two results may lie apart, and must not run far past the deadline.
        const double wanted = static_cast<double>(batch) * std::clamp(left, 0.0, SEND_INTERVAL) / std::max(taken, 1e-6);
        batch = std::max<std::size_t>(LEAST_ROLLOUTS, std::min(batch * 4, static_cast<std::size_t>(wanted)));
    }
}

}  // namespace sapper::facade
