#include "solver/reduction.hpp"

#include <algorithm>
#include <map>

namespace sapper {

namespace {

// Removes a value from a short unordered list.
void drop(int* list, int& count, int value) {
    int* found = std::find(list, list + count, value);
    if (found == list + count) return;
    std::copy(found + 1, list + count, found);
    --count;
}

int cells_of(const Frontier& frontier, const Constraint& constraint) {
    int cells = 0;
    for (int i = 0; i < constraint.count; ++i) cells += frontier.groups[constraint.group[i]].size;
    return cells;
}

}  // namespace

bool Reduction::apply(Frontier& frontier) {
    queued_.assign(frontier.constraints.size(), 0);
    pending_.clear();
    for (int c = static_cast<int>(frontier.constraints.size()); c-- > 0;) queue(c);
    while (!pending_.empty()) {
        const int a = pending_.back();
        pending_.pop_back();
        queued_[a] = 0;
        if (!check(frontier, a)) return false;
        // Each other constraint that shares a group, once. Both lists may shrink on the way, so work on a copy.
        std::vector<int> others;
        const Constraint& constraint = frontier.constraints[a];
        for (int i = 0; i < constraint.count; ++i) {
            const Group& group = frontier.groups[constraint.group[i]];
            others.insert(others.end(), group.constraint, group.constraint + group.count);
        }
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
        for (int b : others)
            if (b != a && !compare(frontier, a, b)) return false;
    }
    merge(frontier);
    frontier.split();
    return true;
}

void Reduction::queue(int constraint) {
    if (queued_[constraint]) return;
    queued_[constraint] = 1;
    pending_.push_back(constraint);
}

void Reduction::detach(Frontier& frontier, int constraint, int group) {
    drop(frontier.constraints[constraint].group, frontier.constraints[constraint].count, group);
    drop(frontier.groups[group].constraint, frontier.groups[group].count, constraint);
    queue(constraint);
}

bool Reduction::settle(Frontier& frontier, int group, bool mine) {
    Group& settled = frontier.groups[group];
    settled.fate = mine ? Fate::Mine : Fate::Free;
    while (settled.count > 0) {
        const int c = settled.constraint[0];
        if (mine) frontier.constraints[c].need -= settled.size;
        if (frontier.constraints[c].need < 0) return false;
        detach(frontier, c, group);
    }
    return true;
}

// The rules of a single number, over groups.
bool Reduction::check(Frontier& frontier, int constraint) {
    const Constraint& number = frontier.constraints[constraint];
    const int cells = cells_of(frontier, number);
    if (number.need < 0 || number.need > cells) return false;
    if (number.count > 0 && (number.need == 0 || number.need == cells)) {
        const bool mine = number.need > 0;
        while (number.count > 0)
            if (!settle(frontier, number.group[0], mine)) return false;
    }
    return true;
}

bool Reduction::compare(Frontier& frontier, int a, int b) {
    Constraint& first = frontier.constraints[a];
    Constraint& second = frontier.constraints[b];
    int both[8], only_first[8], only_second[8];
    int both_count = 0, first_count = 0, second_count = 0, shared = 0, beyond_first = 0, beyond_second = 0;
    for (int i = 0; i < first.count; ++i) {
        const int g = first.group[i];
        if (std::find(second.group, second.group + second.count, g) != second.group + second.count)
            both[both_count++] = g, shared += frontier.groups[g].size;
        else
            only_first[first_count++] = g, beyond_first += frontier.groups[g].size;
    }
    if (both_count == 0) return true;
    for (int i = 0; i < second.count; ++i) {
        const int g = second.group[i];
        if (std::find(both, both + both_count, g) == both + both_count)
            only_second[second_count++] = g, beyond_second += frontier.groups[g].size;
    }
    if (first_count == 0 || second_count == 0) {
        // One lies inside the other: take it out. Of two equal ones the second becomes empty.
        const bool inner_is_first = first_count == 0;
        const int outer = inner_is_first ? b : a;
        frontier.constraints[outer].need -= inner_is_first ? first.need : second.need;
        for (int i = 0; i < both_count; ++i) detach(frontier, outer, both[i]);
        return check(frontier, outer);
    }
    const int least = std::max({0, first.need - beyond_first, second.need - beyond_second});
    const int most = std::min({shared, first.need, second.need});
    if (least > most) return false;
    const auto settle_all = [&](const int* groups, int count, bool mine) {
        for (int i = 0; i < count; ++i)
            if (frontier.groups[groups[i]].fate == Fate::Unknown && !settle(frontier, groups[i], mine)) return false;
        return true;
    };
    // Bounds on each of the three parts, taken before any of them is settled.
    const int need_first = first.need, need_second = second.need;
    if (least == shared && !settle_all(both, both_count, true)) return false;
    if (most == 0 && !settle_all(both, both_count, false)) return false;
    if (need_first - most == beyond_first && !settle_all(only_first, first_count, true)) return false;
    if (need_first - least == 0 && !settle_all(only_first, first_count, false)) return false;
    if (need_second - most == beyond_second && !settle_all(only_second, second_count, true)) return false;
    if (need_second - least == 0 && !settle_all(only_second, second_count, false)) return false;
    return true;
}

// Groups left with the same constraints are one group.
void Reduction::merge(Frontier& frontier) {
    std::map<std::vector<int>, int> known;
    std::vector<int> into(frontier.groups.size());
    for (int g = 0; g < static_cast<int>(frontier.groups.size()); ++g) {
        into[g] = g;
        Group& group = frontier.groups[g];
        if (group.fate != Fate::Unknown) continue;
        std::sort(group.constraint, group.constraint + group.count);
        const auto [same, is_new] =
            known.try_emplace(std::vector<int>(group.constraint, group.constraint + group.count), g);
        if (is_new) continue;
        into[g] = same->second;
        frontier.groups[same->second].size += group.size;
        while (group.count > 0) {
            Constraint& constraint = frontier.constraints[group.constraint[0]];
            drop(constraint.group, constraint.count, g);
            drop(group.constraint, group.count, group.constraint[0]);
        }
        group.fate = Fate::Merged;
    }
    frontier.regroup(into);
}

}  // namespace sapper
