#include "facade/analyse.hpp"

#include <cmath>
#include <new>
#include <stdexcept>

#include "facade/first_move.hpp"
#include "facade/rounding.hpp"
#include "solver/layout_total.hpp"

namespace sapper::facade {

namespace {

std::vector<Row> risk_rows(const SolvedPosition& position, const std::optional<int>& decimals) {
    const View& view = position.view;
    std::vector<Row> rows(static_cast<std::size_t>(view.rows));
    const double* risk = position.analysis.risk.data();
    for (Row& row : rows) {
        row.values.assign(risk, risk + view.cols);
        risk += view.cols;
        round_all(row.values, decimals);
    }
    return rows;
}

// The number of layouts in decimal, unless it has too many digits, and its logarithm to base 10. Both are left empty
// when they cannot be counted within the limits.
void count_solutions(const SolvedPosition& position, const std::optional<std::int64_t>& digits,
                     AnalysisAnswer& answer) {
    if (!position.exact()) return;
    const double in_tens = std::log10(2.0);
    const auto fits = [&](double log10) { return !digits || log10 < static_cast<double>(*digits); };
    if (position.promise) {
        const WholeNumber count = count_first_layouts(position);
        answer.log10_solutions = count.log2() * in_tens;
        if (fits(*answer.log10_solutions)) answer.solutions = count.decimal();
        return;
    }
    try {
        const double log10 = layouts_log2(position.view, position.limits, position.trust_flags) * in_tens;
        if (fits(log10))
            answer.solutions =
                layout_total(count_layouts(position.view, position.limits, position.trust_flags)).decimal();
        answer.log10_solutions = log10;
    } catch (const std::runtime_error&) {
        return;
    } catch (const std::bad_alloc&) {  // of the system, which may have less memory than the limits allow
        return;
    }
}

}  // namespace

std::variant<AnalysisAnswer, ImpossibleAnswer> analyse(const Call&, const AnalyseRequest& request) {
    const Solved solved = analyse_position(request);
    if (solved->analysis.verdict == Verdict::Impossible) {
        Refusal why = why_impossible(*solved);
        return ImpossibleAnswer{false, std::move(why.cells), why.uses_mine_count, why.what()};
    }
    const View& view = solved->view;
    AnalysisAnswer answer;
    answer.rows = view.rows;
    answer.cols = view.cols;
    answer.mines = view.mines;
    answer.exact = solved->exact();
    count_solutions(*solved, request.digits, answer);
    answer.risk = risk_rows(*solved, request.decimals);
    answer.safe = cells_at(solved->cells_with_risk(0), view.cols);
    answer.mine_cells = cells_at(solved->cells_with_risk(1), view.cols);
    if (!request.best) return answer;
    const Decision best = advise(*solved, request.strength);
    answer.best = best_move(best, view.cols);
    answer.candidates = candidates(*solved, without_flags(view, solved->trust_flags), best, request.strength);
    return answer;
}

SafeAnswer safe(const Call&, const SafeRequest& request) {
    const Solved solved = solve(request);
    return {cells_at(solved->cells_with_risk(0), solved->view.cols)};
}

}  // namespace sapper::facade
