#include "facade/thinking.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

#include "facade/reason.hpp"
#include "support/sorting.hpp"

namespace sapper::facade {

namespace {

constexpr double DOUBT = 2;  // a difference counts when it exceeds this many standard errors
// The limits of the rollouts that are streamed. Endgames have those of the strength "strong".
constexpr WinEffort THOUGHT{2'000, 100'000, 16'384, 0.0};
constexpr std::size_t FIRST_BATCH = 128;  // layouts of the first result, which should come at once
constexpr double SEND_INTERVAL = 0.2;     // the least seconds between two results

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
    sort_stably(order.begin(), order.end(), [&](auto a, auto b) { return *rows[a].win > *rows[b].win; });
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

std::vector<Opens> moves_of(const View& view, const std::vector<Cell>& cells) {
    std::vector<Opens> moves;
    for (const Cell cell : cells) {
        if (cell.row < 0 || cell.row >= view.rows || cell.col < 0 || cell.col >= view.cols)
            throw malformed("the cell " + text_of(cell) + " lies outside the board");
        moves.push_back({view.at(cell.row, cell.col)});
    }
    return moves;
}

}  // namespace

PlayedCandidates::PlayedCandidates(const ThinkRequest& request) {
    if (!(request.seconds >= 0)) throw malformed("seconds must be a number, 0 or more");
    const Solved solved = solve(flagless(request));
    const View& view = solved->view;
    if (!solved->exact() || !is_searchable(view))
        throw out_of_budget("the position is too large to play out; only its risks are known");
    rows_ = candidates(*solved, view, advise(*solved, request.strength), request.strength);
    if (!rows_.empty()) comparison_.emplace(view, moves_of(view, cells()), THOUGHT);
}

std::vector<Cell> PlayedCandidates::cells() const {
    std::vector<Cell> found;
    for (const Candidate& row : rows_) found.push_back(row.cell);
    return found;
}

Thought PlayedCandidates::thought(bool done) {
    return comparison_ ? thought_of(rows_, comparison_->outlook(), done) : Thought{};
}

void think(const Call&, const ThinkRequest& request, const Tell<Thought>& tell) {
    using Clock = std::chrono::steady_clock;
    const auto seconds_since = [](Clock::time_point then) {
        return std::chrono::duration<double>(Clock::now() - then).count();
    };
    PlayedCandidates thinking(request);
    const auto start = Clock::now();
    if (thinking.is_known()) return tell(thinking.thought(true));
    Comparison& comparison = thinking.comparison();
    std::size_t batch = FIRST_BATCH;
    for (bool is_over = false; !is_over;) {
        const auto began = Clock::now();
        comparison.extend(batch);
        const double taken = seconds_since(began), left = request.seconds - seconds_since(start);
        is_over = comparison.is_over() || left <= 0;
        tell(thinking.thought(is_over));
        // A batch should take as long as two results may lie apart, and must not run far past the deadline.
        const double wanted = static_cast<double>(batch) * std::clamp(left, 0.0, SEND_INTERVAL) / std::max(taken, 1e-6);
        batch = std::max<std::size_t>(LEAST_ROLLOUTS, std::min(batch * 4, static_cast<std::size_t>(wanted)));
    }
}

BegunThinking begin_think(const Call& call, const ThinkRequest& request) {
    auto thinking = std::make_shared<PlayedCandidates>(request);
    if (thinking->is_known()) return {thinking->cells(), 0, thinking->thought(true)};
    BegunThinking begun{thinking->cells(), static_cast<std::int64_t>(thinking->comparison().most()), std::nullopt};
    call.session.keep_candidates(std::move(thinking));
    return begun;
}

PlayedOut play_out(const Call&, const PlayOutRequest& request) {
    if (request.cells.empty() || request.first < 0 || request.count < 1 || request.count > THOUGHT.rollouts)
        throw malformed("play out at least one cell, on 1 to " + std::to_string(THOUGHT.rollouts) + " layouts");
    const View& given = request.position.solved ? request.position.solved->view : request.position.view;
    const View view = without_flags(given, request.trust_flags);
    const auto moves = moves_of(view, request.cells);
    return {{play_rows(view, moves, static_cast<std::size_t>(request.first), static_cast<std::size_t>(request.count))}};
}

Thought add_playouts(const Call& call, const AddedPlayouts& given) {
    const auto thinking = call.session.played_candidates();
    if (!thinking) throw Refusal(RefusalKind::Conflict, "nothing was begun to be played out");
    std::vector<double> wins;
    for (const auto& win : given.wins) wins.push_back(win.value_or(std::numeric_limits<double>::quiet_NaN()));
    thinking->comparison().take(wins);
    return thinking->thought(given.last || thinking->comparison().is_over());
}

}  // namespace sapper::facade
