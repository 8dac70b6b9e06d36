#include "players/agent.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/tie.hpp"

namespace sapper {

bool choose_certain(const Field& field, Solver& solver, Choice& choice) {
    choice.clear();
    choice.certain = true;
    for (int at : field.proven_safe())
        if (!field.is_open(at)) choice.cells.push_back(field.cell(at));
    if (choice.cells.empty()) {
        if (solver.solve(field, Limits{}) == Verdict::Impossible)
            throw std::invalid_argument("no layout fits the position");
        const Frontier& frontier = solver.frontier();
        for (const auto& [at, group] : frontier.cells)
            if (solver.risk()[group] == 0) choice.cells.push_back(field.cell(at));
        if (frontier.untouched > 0 && solver.untouched_risk() == 0)
            for (int at = 0; at < field.size(); ++at)
                if (field.is_unknown(at) && frontier.group_at(at) < 0) choice.cells.push_back(field.cell(at));
    }
    std::sort(choice.cells.begin(), choice.cells.end());
    choice.certain = !choice.cells.empty();
    return choice.certain;
}

void choose_safest(const Field& field, const Solver& solver, Choice& choice) {
    const Frontier& frontier = solver.frontier();
    choice.kind = "lowest-risk";
    choice.risk = frontier.untouched > 0 ? solver.untouched_risk() : 1;
    for (const auto& [at, group] : frontier.cells) choice.risk = std::min(choice.risk, solver.risk()[group]);
    const double bound = choice.risk + TIE;
    for (const auto& [at, group] : frontier.cells)
        if (solver.risk()[group] <= bound) choice.cells.push_back(field.cell(at));
    if (frontier.untouched > 0 && solver.untouched_risk() <= bound) {
        for (int at = 0; at < field.size(); ++at)
            if (field.is_unknown(at) && frontier.group_at(at) < 0) choice.cells.push_back(field.cell(at));
        std::sort(choice.cells.begin(), choice.cells.end());
    }
}

}  // namespace sapper
