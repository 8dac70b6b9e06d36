#include "solver/elimination_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/meter.hpp"
#include "support/sorting.hpp"

namespace sapper {

namespace {
constexpr double LOG2[9] = {0, 1, 1.585, 2, 2.322, 2.585, 2.807, 3, 3.17};  // of 1 to 9
constexpr int SMALL = 12;        // groups; up to so many, every order is good enough
constexpr int MOST_CHOICES = 4;  // choices that joined steps may leave together
constexpr double WIDE = 4096;    // estimated states, summed over the steps, from which on other orders are tried
constexpr int TAKEN = 1 << 20;   // the score of a group that was taken: no other is as great
constexpr double BIT = 16;       // the unit of a draft's width, in parts of a bit
constexpr int BITS[9] = {0, 16, 26, 32, 38, 42, 45, 48, 51};  // LOG2 in that unit, rounded up

// A bound on the logarithm of the values that the residual of a constraint has, whichever of its groups are taken.
int most_bits(const Constraint& constraint) {
    return BITS[std::clamp(std::min(constraint.need, constraint.cells - constraint.need), 0, 8)];
}

}  // namespace

// Starts a new draft.
void Planner::begin(const Frontier& frontier, const Component& component) {
    if (left_.size() < frontier.constraints.size()) {
        left_.resize(frontier.constraints.size());
        spare_.resize(frontier.constraints.size());
        slot_.resize(frontier.constraints.size());
    }
    if (score_.size() < frontier.groups.size()) score_.resize(frontier.groups.size());
    for (int i = component.first_group; i < component.last_group; ++i) {
        const int g = frontier.group_order[i];
        score_[g] = 2 * frontier.groups[g].count;
    }
    for (int i = component.first_constraint; i < component.last_constraint; ++i) {
        const int c = frontier.constraint_order[i];
        const Constraint& constraint = frontier.constraints[c];
        left_[c] = constraint.count;
        spare_[c] = constraint.cells;
        slot_[c] = -1;
        if (constraint.count == 1) --score_[constraint.group[0]];
    }
    draft_.steps.clear();
    draft_.slots = draft_.width = draft_.widest = 0;
    open_.clear();
    free_slots_.clear();
}

// The group of a constraint that opens the fewest other constraints; among equals, the one that closes the most. The
// score of a group is twice the number of constraints it opens, less the number it closes.
int Planner::best_group(const Frontier& frontier, int constraint) const {
    const Constraint& chosen = frontier.constraints[constraint];
    int best = chosen.group[0];
    for (int i = 1; i < chosen.count; ++i)
        if (score_[chosen.group[i]] < score_[best]) best = chosen.group[i];
    return best;
}

// Appends a group to the draft.
void Planner::take(const Frontier& frontier, int g) {
    score_[g] = TAKEN;
    const Group& group = frontier.groups[g];
    Step& step = draft_.steps.emplace_back();
    step.group = g;
    step.size = static_cast<std::uint8_t>(group.size);
    step.count = static_cast<std::uint8_t>(group.count);
    for (int j = 0; j < group.count; ++j) {
        const int c = group.constraint[j];
        const Constraint& constraint = frontier.constraints[c];
        int better = 0;  // by how much the constraint's other groups are now better to take
        step.fresh[j] = slot_[c] < 0;
        if (step.fresh[j]) {
            if (free_slots_.empty()) free_slots_.push_back(draft_.slots++);
            slot_[c] = free_slots_.back();
            free_slots_.pop_back();
            open_.push_back(c);
            draft_.width += most_bits(constraint);
            better = 2;
        }
        spare_[c] -= group.size;
        step.slot[j] = static_cast<std::uint16_t>(slot_[c]);
        step.need[j] = static_cast<std::uint8_t>(constraint.need);
        step.spare[j] = static_cast<std::uint8_t>(spare_[c]);
        if (--left_[c] == 0) {
            step.closes = true;
            draft_.width -= most_bits(constraint);
            *std::find(open_.begin(), open_.end(), c) = open_.back();
            open_.pop_back();
            continue;
        }
        if (left_[c] == 1) ++better;
        if (better > 0)
            for (int k = 0; k < constraint.count; ++k) score_[constraint.group[k]] -= better;
    }
    // Slots are freed only here: a constraint that closes in this step holds its slot while others open.
    if (step.closes)
        for (int j = 0; j < group.count; ++j)
            if (step.spare[j] == 0) free_slots_.push_back(step.slot[j]);
    draft_.widest = std::max(draft_.widest, draft_.width);
}

// Always continues with the open constraint that has the fewest groups left.
void Planner::greedy(const Frontier& frontier, int start, int groups) {
    take(frontier, best_group(frontier, start));
    while (static_cast<int>(draft_.steps.size()) < groups) {
        if (draft_.steps.size() % 64 == 0) check_interruption();
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
    sort_stably(front_.begin(), front_.end(), [&](int a, int b) { return place(a) < place(b); });
    for (int c : front_) {
        if (draft_.steps.size() % 64 == 0) check_interruption();
        while (left_[c] > 0) take(frontier, best_group(frontier, c));
    }
}

// An upper estimate of the number of states: at each step, the product over the open constraints of the values that
// their residual can have.
double Planner::cost() {
    range_.resize(static_cast<std::size_t>(draft_.slots));
    double total = 0, bits = 0;
    for (const Step& step : draft_.steps) {
        for (int j = 0; j < step.count; ++j) {
            int &cells = range_[step.slot[j]].first, &spare = range_[step.slot[j]].second;
            // The residual of an open constraint lies within [need - passed, need] and within [0, spare].
            const auto choices = [&] {
                const int need = step.need[j], passed = cells - spare;
                const int low = std::max(0, need - passed), high = std::min(need, spare);
                return LOG2[std::max(0, high - low)];
            };
            if (step.fresh[j])
                cells = step.spare[j] + step.size;
            else
                bits -= choices();
            spare = step.spare[j];
            bits += choices();
        }
        total += std::exp2(bits);
    }
    return total;
}

// Whether the cost is below WIDE, found without computing it. False when it may be either.
bool Planner::is_surely_narrow() const {
    const double most = std::exp2(draft_.widest * (1 / BIT));
    return most * static_cast<double>(draft_.steps.size()) < WIDE / 2;
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

// Joins consecutive steps that leave few choices together. A step that closes a constraint leaves none, because its
// group's mines are forced. Joining makes fewer states and fewer windows. `most` bounds the ways to distribute mines
// among joined groups, forced or not.
int Planner::finish(std::vector<Step>& steps, std::size_t most) {
    int joined = 0, choices = 1;
    std::size_t ways = 1;
    for (Step& step : draft_.steps) {
        const int more = step.closes ? 1 : step.size + 1;
        const auto held = static_cast<std::size_t>(step.size) + 1;
        step.joined = joined > 0 && joined < MOST_JOINED && choices * more <= MOST_CHOICES && ways * held <= most;
        joined = step.joined ? joined + 1 : 1;
        choices = step.joined ? choices * more : more;
        ways = step.joined ? ways * held : held;
    }
    steps.assign(draft_.steps.begin(), draft_.steps.end());
    return draft_.slots;
}

// Tries other orders and leaves the best in the draft. `least` is the cost of the present one.
void Planner::try_orders(const Frontier& frontier, const Component& component, double least) {
    std::swap(best_, draft_);
    const auto keep_if_better = [&] {
        const double found = cost();
        if (found < least) least = found, std::swap(best_, draft_);
    };
    for (bool by_rows : {true, false}) {
        begin(frontier, component);
        sweep(frontier, component, by_rows);
        keep_if_better();
    }
    const int groups = component.last_group - component.first_group;
    const int constraints = component.last_constraint - component.first_constraint;
    constexpr int TRIES = 8;
    for (int i = 0; i < TRIES; ++i) {
        begin(frontier, component);
        greedy(frontier, frontier.constraint_order[component.first_constraint + i * constraints / TRIES], groups);
        keep_if_better();
    }
    std::swap(best_, draft_);
}

int Planner::plan_narrow(const Frontier& frontier, const Component& component, std::vector<Step>& steps) {
    const int groups = component.last_group - component.first_group;
    begin(frontier, component);
    greedy(frontier, narrowest(frontier, component), groups);
    if (groups > SMALL && !is_surely_narrow() && cost() >= WIDE) return 0;
    return finish(steps, std::numeric_limits<std::size_t>::max());
}

int Planner::plan(const Frontier& frontier, const Component& component, std::vector<Step>& steps) {
    const int groups = component.last_group - component.first_group;
    begin(frontier, component);
    greedy(frontier, narrowest(frontier, component), groups);
    std::size_t most = std::numeric_limits<std::size_t>::max();
    if (groups > SMALL && !is_surely_narrow())
        if (const double least = cost(); least > WIDE) {
            most = MOST_STREAMS;
            try_orders(frontier, component, least);
        }
    return finish(steps, most);
}

}  // namespace sapper
