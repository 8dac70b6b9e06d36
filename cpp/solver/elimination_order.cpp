#include "solver/elimination_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/meter.hpp"

namespace sapper {

namespace {
constexpr double LOG2[9] = {0, 1, 1.585, 2, 2.322, 2.585, 2.807, 3, 3.17};  // of 1 to 9
constexpr int SMALL = 12;        // with at most this many groups, every order is good enough
constexpr int MOST_CHOICES = 4;  // the most choices that joined steps may have together
constexpr double WIDE = 4096;    // other orders are tried if the estimated states, summed over the steps, reach this
}  // namespace

void Planner::reset(const Frontier& frontier, const Component& component) {
    if (left_.size() < frontier.constraints.size()) {
        left_.resize(frontier.constraints.size());
        spare_.resize(frontier.constraints.size());
        slot_.resize(frontier.constraints.size());
    }
    if (done_.size() < frontier.groups.size()) done_.resize(frontier.groups.size());
    for (int i = component.first_constraint; i < component.last_constraint; ++i) {
        const int c = frontier.constraint_order[i];
        left_[c] = frontier.constraints[c].count;
        slot_[c] = -1;
    }
    for (int i = component.first_group; i < component.last_group; ++i) done_[frontier.group_order[i]] = 0;
    order_.clear();
    open_.clear();
}

// Among the groups of a constraint, the one that opens the fewest other constraints; among equals, the one that closes
// the most.
int Planner::best_group(const Frontier& frontier, int constraint) const {
    int best = -1, best_score = std::numeric_limits<int>::max();
    const Constraint& chosen = frontier.constraints[constraint];
    for (int i = 0; i < chosen.count; ++i) {
        const int g = chosen.group[i];
        if (done_[g]) continue;
        const Group& group = frontier.groups[g];
        int score = 0;
        for (int j = 0; j < group.count; ++j) {
            const int c = group.constraint[j];
            if (slot_[c] < 0) score += 2;
            if (left_[c] == 1) score -= 1;
        }
        if (score < best_score) best_score = score, best = g;
    }
    return best;
}

void Planner::take(const Frontier& frontier, int g) {
    done_[g] = 1;
    order_.push_back(g);
    const Group& group = frontier.groups[g];
    for (int j = 0; j < group.count; ++j) {
        const int c = group.constraint[j];
        if (slot_[c] < 0) slot_[c] = 0, open_.push_back(c);
        if (--left_[c] == 0) {
            *std::find(open_.begin(), open_.end(), c) = open_.back();
            open_.pop_back();
        }
    }
}

// Always continues with the open constraint that has the fewest groups left.
void Planner::greedy(const Frontier& frontier, int start, int groups) {
    take(frontier, best_group(frontier, start));
    while (static_cast<int>(order_.size()) < groups) {
        if (order_.size() % 64 == 0) check_interruption();
        int nearest = open_.front();
        for (int c : open_)
            if (left_[c] < left_[nearest]) nearest = c;
        take(frontier, best_group(frontier, nearest));
    }
}

// Closes the constraints one after another in one direction across the board. A front that moves straight across keeps
// fewer constraints open than one that grows greedily.
void Planner::sweep(const Frontier& frontier, const Component& component, bool by_rows) {
    front_.assign(frontier.constraint_order.begin() + component.first_constraint,
                  frontier.constraint_order.begin() + component.last_constraint);
    const auto place = [&](int c) {
        const int at = frontier.constraints[c].at, row = at / frontier.stride, col = at % frontier.stride;
        return by_rows ? std::pair(row, col) : std::pair(col, row);
    };
    std::sort(front_.begin(), front_.end(), [&](int a, int b) { return place(a) < place(b); });
    for (int c : front_)
        while (left_[c] > 0) take(frontier, best_group(frontier, c));
}

// An upper estimate of the number of states: at each step, the product over the open constraints of the number of
// values that their residual can have.
double Planner::cost(const Frontier& frontier, const Component& component, double bound) {
    for (int i = component.first_constraint; i < component.last_constraint; ++i) {
        const int c = frontier.constraint_order[i];
        spare_[c] = 0;
        slot_[c] = -1;
        const Constraint& constraint = frontier.constraints[c];
        for (int j = 0; j < constraint.count; ++j) spare_[c] += frontier.groups[constraint.group[j]].size;
        left_[c] = spare_[c];  // of the whole constraint
    }
    // The residual of an open constraint lies within [need - passed, need] and within [0, spare].
    const auto choices = [&](int c) {
        const int need = frontier.constraints[c].need, passed = left_[c] - spare_[c];
        const int low = std::max(0, need - passed), high = std::min(need, spare_[c]);
        return LOG2[std::max(0, high - low)];
    };
    double total = 0, bits = 0;
    for (int g : order_) {
        const Group& group = frontier.groups[g];
        for (int j = 0; j < group.count; ++j) {
            const int c = group.constraint[j];
            if (slot_[c] >= 0) bits -= choices(c);
            slot_[c] = 0;
            spare_[c] -= group.size;
            bits += choices(c);
        }
        total += std::exp2(bits);
        if (total >= bound) break;
    }
    return total;
}

int Planner::assign(const Frontier& frontier, std::vector<Step>& steps) {
    int slots = 0;
    free_slots_.clear();
    steps.clear();
    for (int g : order_) {
        const Group& group = frontier.groups[g];
        Step& step = steps.emplace_back();
        step.group = g;
        step.size = group.size;
        step.count = group.count;
        for (int j = 0; j < group.count; ++j) {
            const int c = group.constraint[j];
            step.fresh[j] = slot_[c] < 0;
            if (step.fresh[j]) {
                if (free_slots_.empty()) free_slots_.push_back(slots++);
                slot_[c] = free_slots_.back();
                free_slots_.pop_back();
                spare_[c] = 0;
                const Constraint& constraint = frontier.constraints[c];
                for (int k = 0; k < constraint.count; ++k) spare_[c] += frontier.groups[constraint.group[k]].size;
            }
            spare_[c] -= group.size;
            step.slot[j] = slot_[c];
            step.need[j] = frontier.constraints[c].need;
            step.spare[j] = spare_[c];
        }
        // Slots are freed only here: a constraint that closes in this step holds its slot while others open.
        for (int j = 0; j < group.count; ++j)
            if (step.spare[j] == 0) free_slots_.push_back(step.slot[j]);
    }
    return slots;
}

// The constraint with the fewest groups, as a place to start.
int Planner::narrowest(const Frontier& frontier, const Component& component) const {
    int start = frontier.constraint_order[component.first_constraint];
    for (int i = component.first_constraint; i < component.last_constraint; ++i) {
        const int c = frontier.constraint_order[i];
        if (frontier.constraints[c].count < frontier.constraints[start].count) start = c;
    }
    return start;
}

bool Planner::is_wide(const Frontier& frontier, const Component& component) {
    const int groups = component.last_group - component.first_group;
    if (groups <= SMALL) return false;
    reset(frontier, component);
    greedy(frontier, narrowest(frontier, component), groups);
    return cost(frontier, component, WIDE) >= WIDE;
}

// Joins consecutive steps that leave few choices together. A step that closes a constraint leaves none, because its
// group's mines are forced. Joining makes fewer states and fewer windows. `most` bounds the ways to distribute mines
// among joined groups, forced or not.
void Planner::join(std::vector<Step>& steps, std::size_t most) {
    int joined = 0, choices = 1;
    std::size_t ways = 1;
    for (Step& step : steps) {
        const bool forced = std::any_of(step.spare, step.spare + step.count, [](int spare) { return spare == 0; });
        const int more = forced ? 1 : step.size + 1;
        const auto held = static_cast<std::size_t>(step.size) + 1;
        step.joined = joined > 0 && joined < MOST_JOINED && choices * more <= MOST_CHOICES && ways * held <= most;
        joined = step.joined ? joined + 1 : 1;
        choices = step.joined ? choices * more : more;
        ways = step.joined ? ways * held : held;
    }
}

int Planner::plan(const Frontier& frontier, const Component& component, std::vector<Step>& steps) {
    const int groups = component.last_group - component.first_group;
    reset(frontier, component);
    const int start = narrowest(frontier, component);
    greedy(frontier, start, groups);
    std::size_t most = std::numeric_limits<std::size_t>::max();
    if (groups > SMALL) {
        double least = cost(frontier, component, std::numeric_limits<double>::infinity());
        if (least > WIDE) {
            most = MOST_STREAMS;
            best_ = order_;
            const auto keep_if_better = [&] {
                const double found = cost(frontier, component, least);
                if (found < least) least = found, best_ = order_;
            };
            for (bool by_rows : {true, false}) {
                reset(frontier, component);
                sweep(frontier, component, by_rows);
                keep_if_better();
            }
            const int constraints = component.last_constraint - component.first_constraint;
            constexpr int TRIES = 8;
            for (int i = 0; i < TRIES; ++i) {
                reset(frontier, component);
                greedy(frontier, frontier.constraint_order[component.first_constraint + i * constraints / TRIES],
                       groups);
                keep_if_better();
            }
            order_ = best_;
        }
    }
    for (int i = component.first_constraint; i < component.last_constraint; ++i)
        slot_[frontier.constraint_order[i]] = -1;
    const int slots = assign(frontier, steps);
    join(steps, most);
    return slots;
}

}  // namespace sapper
