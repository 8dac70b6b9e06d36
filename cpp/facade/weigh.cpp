#include "facade/weigh.hpp"

#include <algorithm>
#include <cmath>

#include "facade/reason.hpp"

namespace sapper::facade {

namespace {

bool is_enough(const Outlook& outlook) { return is_decided(outlook.difference(0, 1)); }

int level(double cost) { return cost <= BEST_COST ? 0 : cost <= INACCURACY_COST ? 1 : 2; }

}  // namespace

Grade grade_of(const Win& cost) {
    const int seen = level(cost.win), least = level(cost.win - GRADE_DOUBT * cost.error);
    return static_cast<Grade>(static_cast<int>(Grade::Best) + std::max(least, seen - 1));
}

bool is_decided(const Win& cost) {
    for (const double bound : {BEST_COST, INACCURACY_COST})
        if (std::abs(cost.win - bound) <= GRADE_DOUBT * cost.error) return false;
    return true;
}

Weighed weigh_against(const View& view, const Opens& opens, double risk, const Decision& best,
                      const WinEffort& effort) {
    // A certain best move has the value of the position itself, which is that of no cells.
    const Opens rival = best.certain ? Opens{} : best.opens;
    const Win now = !best.certain && best.value ? *best.value : value_of(view, rival, effort);
    if (opens == rival) return {Grade::Best, now, {0, 0, now.exact}, best};
    const Win cost = compare(view, {rival, opens}, effort, is_enough).difference(0, 1);
    if (risk == 1) return {Grade::Mistake, now, now, best};  // a certain mine costs everything
    Weighed found{grade_of(cost), now, {}, best};
    if (cost.win < -GRADE_DOUBT * cost.error && !best.certain) {
        // The move is better than the advised one, so it is the best move that is known.
        found.now = value_of(view, opens, effort);
        found.best = {opens, false, risk, found.now, reason_of_value(risk, found.now)};
    }
    found.cost = {std::min(std::max(0.0, cost.win), found.now.win), cost.error, cost.exact && found.now.exact};
    return found;
}

WeighAnswer weigh(const Call&, const WeighRequest& request) {
    const WinEffort& effort = effort_of(request.strength);
    const Solved solved = solve(flagless(request));
    const View& view = solved->view;
    const int cell = solved->index_of(request.cell);
    WeighAnswer answer;
    answer.cell = request.cell;
    answer.risk = solved->risk(cell);
    if (std::isnan(answer.risk)) throw malformed("the cell " + text_of(request.cell) + " is open already");
    Decision best = advise(*solved, request.strength);
    if (answer.risk != 0 && !best.gives_up()) {
        Weighed found = weigh_against(view, {cell}, answer.risk, best, effort);
        best = std::move(found.best);
        answer.grade = found.grade;
        answer.cost = found.cost.win;
        answer.error = found.cost.error;
    }
    answer.best = best_move(best, view.cols);
    return answer;
}

}  // namespace sapper::facade
