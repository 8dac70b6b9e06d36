#include "knowledge/enumeration.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "support/combinations.hpp"
#include "support/sorting.hpp"

namespace sapper {

double Solutions::total() const { return std::accumulate(solutions.begin(), solutions.end(), 0.0); }

double Solutions::share(std::size_t cell) const {
    double with = 0;
    for (const auto& counts : with_mine) with += counts[cell];
    return with / total();
}

bool Enumeration::run(Equations& equations, const EnumerationLimits& limits) {
    const Meter meter(Limits{limits.seconds, DEFAULT_BYTES, false});
    components_.clear();
    nodes_ = 0;
    if (!equations.consistent()) return true;
    const std::vector<int> alive = equations.alive();
    collected_.assign(alive.empty() ? 0 : alive.back() + 1, 0);
    for (int id : alive) {
        if (collected_[id]) continue;
        collect(equations, id);
        group(equations);
        if (!backtrack(limits, meter)) return false;
        if (solutions_.empty()) {
            equations.contradict();
            return true;
        }
        finish(equations);
    }
    return true;
}

void Enumeration::collect(Equations& equations, int first) {
    members_.assign(1, first);
    collected_[first] = 1;
    for (std::size_t at = 0; at < members_.size(); ++at)
        for (int cell : equations[members_[at]].cells)
            for (int other : equations.with(cell))
                if (!collected_[other]) {
                    collected_[other] = 1;
                    members_.push_back(other);
                }
}

void Enumeration::group(Equations& equations) {
    std::map<int, std::vector<int>> by_cell;
    for (std::size_t at = 0; at < members_.size(); ++at)
        for (int cell : equations[members_[at]].cells) by_cell[cell].push_back(static_cast<int>(at));
    std::map<std::vector<int>, std::vector<int>> alike;
    for (const auto& [cell, members] : by_cell) alike[members].push_back(cell);
    groups_.clear();
    // The map orders groups by the first equation they are in, so that equations are completed early.
    for (auto& [members, cells] : alike) groups_.push_back({members, std::move(cells)});
    left_.clear();
    room_.clear();
    for (int id : members_) {
        left_.push_back(equations[id].mines);
        room_.push_back(equations[id].size());
    }
    equations.look(members_.size());
}

// Finds how many mines a group may still hold. `mines` starts one below the least of them.
void Enumeration::bound(Group& group) const {
    int least = 0;
    group.most = group.size();
    for (int member : group.members) {
        group.most = std::min(group.most, left_[member]);
        least = std::max(least, left_[member] - (room_[member] - group.size()));
    }
    group.mines = least - 1;
}

void Enumeration::change(const Group& group, int mines, int cells) {
    mines_ -= mines;
    for (int member : group.members) {
        left_[member] += mines;
        room_[member] += cells;
    }
}

// Depth first without recursion, because a component can be as large as the board.
bool Enumeration::backtrack(const EnumerationLimits& limits, const Meter& meter) {
    solutions_.clear();
    sums_.clear();
    mines_ = 0;
    ways_.assign(groups_.size() + 1, 1.0);
    if (meter.expired()) return false;
    std::size_t at = 0;
    bound(groups_[0]);
    for (;;) {
        Group& group = groups_[at];
        if (++group.mines > group.most) {
            if (at == 0) return true;
            const Group& before = groups_[--at];
            change(before, before.mines, before.size());
            continue;
        }
        if (++nodes_ > limits.nodes) return false;
        if ((nodes_ & 0xFFF) == 0 && meter.expired()) return false;
        ways_[at + 1] = ways_[at] * static_cast<double>(choose(group.size(), group.mines));
        change(group, -group.mines, -group.size());
        if (at + 1 < groups_.size()) {
            bound(groups_[++at]);
        } else {
            record();
            change(group, group.mines, group.size());
        }
    }
}

void Enumeration::record() {
    const auto mines = static_cast<std::size_t>(mines_);
    if (solutions_.size() <= mines) solutions_.resize(mines + 1, 0.0);
    if (sums_.size() <= mines) sums_.resize(mines + 1);
    if (sums_[mines].empty()) sums_[mines].assign(groups_.size(), 0.0);
    const double ways = ways_[groups_.size()];
    solutions_[mines] += ways;
    for (std::size_t i = 0; i < groups_.size(); ++i) sums_[mines][i] += ways * groups_[i].mines;
}

void Enumeration::finish(Equations& equations) {
    Solutions& component = components_.emplace_back();
    std::vector<int> both;
    for (int id : members_) {
        unite(component.numbers, equations[id].numbers, both);
        std::swap(component.numbers, both);
    }
    std::vector<std::pair<int, std::size_t>> cells;
    for (std::size_t i = 0; i < groups_.size(); ++i)
        for (int cell : groups_[i].cells) cells.emplace_back(cell, i);
    sort_stably(cells.begin(), cells.end());
    for (const auto& [cell, i] : cells) component.cells.push_back(cell);
    while (solutions_[component.least] == 0) ++component.least;
    for (std::size_t mines = component.least; mines < solutions_.size(); ++mines) {
        component.solutions.push_back(solutions_[mines]);
        auto& counts = component.with_mine.emplace_back();
        for (const auto& [cell, i] : cells)
            counts.push_back(sums_[mines].empty() ? 0.0 : sums_[mines][i] / groups_[i].size());
    }
}

void Enumeration::learn(Equations& equations) {
    for (const Solutions& component : components_)
        for (std::size_t i = 0; i < component.cells.size(); ++i) {
            double with = 0;
            for (const auto& counts : component.with_mine) with += counts[i];
            if (with == 0 || with == component.total())
                equations.learn(component.cells[i], with > 0, Deduction::Enumeration, component.numbers);
        }
}

}  // namespace sapper
