#include "solver/reduction.hpp"

#include <algorithm>

#include "support/meter.hpp"
#include "support/sorting.hpp"

namespace sapper {

namespace {

constexpr std::size_t CHECK_EVERY = 256;  // steps between two checks of the clock

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
    try {
        for (std::size_t steps = 0; !pending_.empty(); ++steps) {
            if (steps % CHECK_EVERY == 0) check_interruption();
            if (!examine_next(frontier)) return false;
        }
    } catch (const OutOfTime&) {
        // The frontier is right after every step; it could only be simpler.
    }
    merge(frontier);
    frontier.split();
    return true;
}

// Compares a pending constraint with all that share a group with it; false when two contradict each other.
bool Reduction::examine_next(Frontier& frontier) {
    const int a = pending_.back();
    pending_.pop_back();
    queued_[a] = 0;
    if (!check(frontier, a)) return false;
    // Each other constraint that shares a group, once. Both lists may shrink meanwhile, so the loop works on a copy.
    others_.clear();
    const Constraint& constraint = frontier.constraints[a];
    for (int i = 0; i < constraint.count; ++i) {
        const Group& group = frontier.groups[constraint.group[i]];
        others_.insert(others_.end(), group.constraint, group.constraint + group.count);
    }
    sort_stably(others_.begin(), others_.end());
    others_.erase(std::unique(others_.begin(), others_.end()), others_.end());
    for (int b : others_)
        if (b != a && !compare(frontier, a, b)) return false;
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

// The rules of a single number, applied to groups.
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

// What two constraints share, and what each has alone.
Reduction::Overlap Reduction::overlap(const Frontier& frontier, const Constraint& first, const Constraint& second) {
    Overlap found;
    const auto add = [&](Groups& groups, int g) {
        groups.group[groups.count++] = g;
        groups.cells += frontier.groups[g].size;
    };
    const auto has = [](const int* groups, int count, int g) {
        return std::find(groups, groups + count, g) != groups + count;
    };
    for (int i = 0; i < first.count; ++i)
        add(has(second.group, second.count, first.group[i]) ? found.both : found.first, first.group[i]);
    for (int i = 0; i < second.count; ++i)
        if (!has(found.both.group, found.both.count, second.group[i])) add(found.second, second.group[i]);
    return found;
}

// Settles groups that hold between `least` and `most` mines, where the bounds leave no choice.
bool Reduction::settle_by_bounds(Frontier& frontier, const Groups& groups, int least, int most) {
    const auto settle_all = [&](bool mine) {
        for (int i = 0; i < groups.count; ++i)
            if (frontier.groups[groups.group[i]].fate == Fate::Unknown && !settle(frontier, groups.group[i], mine))
                return false;
        return true;
    };
    return (least != groups.cells || settle_all(true)) && (most != 0 || settle_all(false));
}

bool Reduction::compare(Frontier& frontier, int a, int b) {
    const Constraint& first = frontier.constraints[a];
    const Constraint& second = frontier.constraints[b];
    const Overlap found = overlap(frontier, first, second);
    if (found.both.count == 0) return true;
    if (found.first.count == 0 || found.second.count == 0) {
        // One lies inside the other: subtract it. Of two equal constraints the second becomes empty.
        const bool inner_is_first = found.first.count == 0;
        const int outer = inner_is_first ? b : a;
        frontier.constraints[outer].need -= inner_is_first ? first.need : second.need;
        for (int i = 0; i < found.both.count; ++i) detach(frontier, outer, found.both.group[i]);
        return check(frontier, outer);
    }
    const int least = std::max({0, first.need - found.first.cells, second.need - found.second.cells});
    const int most = std::min({found.both.cells, first.need, second.need});
    if (least > most) return false;
    // The needs are read before anything is settled, since settling changes them.
    const int need_first = first.need, need_second = second.need;
    return settle_by_bounds(frontier, found.both, least, most) &&
           settle_by_bounds(frontier, found.first, need_first - most, need_first - least) &&
           settle_by_bounds(frontier, found.second, need_second - most, need_second - least);
}

// Merges groups that have the same constraints now. Such groups share their first constraint, so only the few groups of
// that constraint are compared.
void Reduction::merge(Frontier& frontier) {
    std::vector<int> into(frontier.groups.size());
    for (int g = 0; g < static_cast<int>(frontier.groups.size()); ++g) {
        into[g] = g;
        Group& group = frontier.groups[g];
        if (group.fate != Fate::Unknown) continue;
        sort_stably(group.constraint, group.constraint + group.count);
        const Constraint& first = frontier.constraints[group.constraint[0]];
        const int* same = std::find_if(first.group, first.group + first.count, [&](int other) {
            return other < g &&
                   std::equal(group.constraint, group.constraint + group.count, frontier.groups[other].constraint,
                              frontier.groups[other].constraint + frontier.groups[other].count);
        });
        if (same == first.group + first.count) continue;
        into[g] = *same;
        frontier.groups[*same].size += group.size;
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
