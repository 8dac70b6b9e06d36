#include "facade/cell_questions.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "facade/rounding.hpp"
#include "support/sorting.hpp"

namespace sapper::facade {

namespace {

constexpr double SEND_INTERVAL = 0.2;  // the least seconds between two answers

std::vector<double> chances_of_numbers(const SolvedPosition& position, int cell, const std::optional<int>& decimals) {
    const auto found = expected_numbers(position.view, cell, position.limits, position.trust_flags);
    std::vector<double> chances(found.begin(), found.end());
    round_all(chances, decimals);
    return chances;
}

GradedCell graded(const SolvedPosition& position, int cell) {
    GradedCell row{cell_at(cell, position.view.cols), position.risk(cell) == 1, ProofGrade::Frontier};
    try {
        const Explanation found = explain_cell(position, cell);
        row.mine = found.mine;
        row.grade = found.grade();
    } catch (const Refusal& refusal) {
        if (refusal.kind != RefusalKind::OutOfBudget) throw;
    }
    return row;
}

}  // namespace

Value Form<GradedCell>::write(const GradedCell& from) {
    return Value::List{from.cell.row, from.cell.col, from.mine, Form<ProofGrade>::write(from.grade)};
}

Value Form<GradedCell>::schema(Definitions& definitions) {
    return definitions.refer("GradedCell", [&] {
        Value::List parts{typed("integer"), typed("integer"), typed("boolean"), Form<ProofGrade>::schema(definitions)};
        return Value::Object{
            {"description", "A certain cell: row, column, whether it is a mine, and how it is proven."},
            {"type", "array"},
            {"prefixItems", std::move(parts)},
            {"minItems", 4},
            {"maxItems", 4}};
    });
}

ExplainAnswer explain(const Call&, const CellRequest& request) {
    const Solved solved = solve(request);
    const View& view = solved->view;
    const int cell = solved->index_of(request.cell);
    const double risk = solved->risk(cell);
    const bool covered = view.numbers[cell] == COVERED;
    ExplainAnswer answer;
    answer.cell = request.cell;
    if (!std::isnan(risk)) answer.risk = risk;
    if (covered && (risk == 0 || risk == 1)) {
        const Explanation found = explain_cell(*solved, cell);
        answer.why =
            Proof{found.mine, cells_at(found.numbers, view.cols), found.uses_mine_count, found.grade(), found.text};
    }
    if (covered && risk < 1 && solved->exact()) answer.numbers = chances_of_numbers(*solved, cell, request.decimals);
    return answer;
}

ProofAnswer proof(const Call&, const CellRequest& request) {
    const Solved solved = solve(request);
    const Explanation found = explain_cell(*solved, solved->index_of(request.cell));
    return {request.cell.row,      request.cell.col, found.mine, cells_at(found.numbers, solved->view.cols),
            found.uses_mine_count, found.method,     found.text};
}

NumbersAnswer numbers(const Call&, const CellRequest& request) {
    const Solved solved = solve(request);
    const int cell = solved->index_of(request.cell);
    const double risk = solved->risk(cell);
    const std::string place = text_of(request.cell);
    if (std::isnan(risk)) throw malformed("the cell " + place + " is already open");
    if (risk == 1) throw malformed("the cell " + place + " is certainly a mine and can show no number");
    return {request.cell.row, request.cell.col, risk, chances_of_numbers(*solved, cell, request.decimals)};
}

void reasons(const Call&, const ReasonsRequest& request, const Tell<ReasonsAnswer>& tell) {
    const Solved solved = solve(request);
    std::vector<int> certain = solved->cells_with_risk(0);
    for (const int cell : solved->cells_with_risk(1)) certain.push_back(cell);
    sort_stably(certain.begin(), certain.end());
    if (certain.empty()) return tell(ReasonsAnswer{});
    using Clock = std::chrono::steady_clock;
    auto sent_at = Clock::now();
    ReasonsAnswer answer;
    for (const int cell : certain) {
        answer.cells.push_back(graded(*solved, cell));
        answer.done = cell == certain.back();
        if (!answer.done && std::chrono::duration<double>(Clock::now() - sent_at).count() <= SEND_INTERVAL) continue;
        tell(answer);
        answer.cells.clear();
        sent_at = Clock::now();
    }
}

}  // namespace sapper::facade
