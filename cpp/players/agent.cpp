#include "players/agent.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/byte_scan.hpp"
#include "support/sorting.hpp"
#include "support/tie.hpp"

namespace sapper {

namespace {

// Lists the unknown cells of a solved field whose risk is at most `bound`, in ascending order.
void list_cells(const Field& field, const Solver& solver, double bound, std::vector<int>& cells) {
    const Frontier& frontier = solver.frontier();
    const std::vector<double>& risk = solver.risk();
    if (frontier.untouched > 0 && solver.untouched_risk() <= bound) {
        for_each_mark(field.unknown(), [&](int at) {
            const int group = frontier.group_at(at);
            if (group < 0 || risk[group] <= bound) cells.push_back(field.cell(at));
        });
    } else {
        for (const auto& [at, group] : frontier.cells)
            if (risk[group] <= bound) cells.push_back(field.cell(at));
    }
}

}  // namespace

bool choose_certain(const Field& field, Solver& solver, Choice& choice) {
    choice.clear();
    choice.certain = true;
    for (int at : field.proven_safe())
        if (!field.is_open(at)) choice.cells.push_back(field.cell(at));
    if (!choice.cells.empty()) {
        sort_stably(choice.cells.begin(), choice.cells.end());
        return true;
    }
    if (solver.solve(field, Limits{}) == Verdict::Impossible)
        throw std::invalid_argument("no layout fits the position");
    list_cells(field, solver, 0, choice.cells);
    choice.certain = !choice.cells.empty();
    return choice.certain;
}

void choose_safest(const Field& field, const Solver& solver, Choice& choice) {
    const Frontier& frontier = solver.frontier();
    choice.kind = "lowest-risk";
    choice.risk = frontier.untouched > 0 ? solver.untouched_risk() : 1;
    for (const auto& [at, group] : frontier.cells) choice.risk = std::min(choice.risk, solver.risk()[group]);
    list_cells(field, solver, choice.risk + TIE, choice.cells);
}

}  // namespace sapper
