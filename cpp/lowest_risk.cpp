#include "lowest_risk.hpp"

#include <algorithm>

namespace sapper {

void LowestRisk::choose(const Field& field, Choice& choice) {
    if (choose_certain(field, solver_, choice)) return;
    const Frontier& frontier = solver_.frontier();
    choice.kind = "lowest-risk";
    choice.risk = frontier.untouched > 0 ? solver_.untouched_risk() : 1;
    for (const auto& [at, group] : frontier.cells) choice.risk = std::min(choice.risk, solver_.risk()[group]);
    const double bound = choice.risk + TIE;
    for (const auto& [at, group] : frontier.cells)
        if (solver_.risk()[group] <= bound) choice.cells.push_back(field.cell(at));
    if (frontier.untouched > 0 && solver_.untouched_risk() <= bound) {
        for (int at = 0; at < field.size(); ++at)
            if (field.is_unknown(at) && frontier.group_at(at) < 0) choice.cells.push_back(field.cell(at));
        std::sort(choice.cells.begin(), choice.cells.end());
    }
}

}  // namespace sapper
