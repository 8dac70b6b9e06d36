#include "solver/elimination_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/meter.hpp"

namespace sapper {

namespace {
constexpr double LOG2[9] = {0, 1, 1.585, 2, 2.322, 2.585, 2.807, 3, 3.17};  // of 1 to 9
constexpr int SMALL = 12;        // groups; up to so many, every order is good enough
constexpr int MOST_CHOICES = 4;  // choices that joined steps may leave together
constexpr double WIDE = 4096;    // estimated states, summed over the steps, from which on other orders are tried
}  // namespace

// Starts a new draft.
void Planner::begin(const Frontier& frontier, const Component& component) {
    if (left_.size() < frontier.constraints.size()) {
        left_.resize(frontier.constraints.size());
        spare_.resize(frontier.constraints.size());
        cells_.resize(frontier.constraints.size());
        slot_.resize(frontier.constraints.size());
    }
    if (done_.size() < frontier.groups.size()) done_.resize(frontier.groups.size());
    for (int i = component.first_constraint; i < component.last_constraint; ++i) {
        const int c = frontier.constraint_order[i];
        left_[c] = frontier.constraints[c].count;
        slot_[c] = -1;
    }
    for (int i = component.first_group; i < component.last_group; ++i) done_[frontier.group_order[i]] = 0;
    draft_.steps.clear();
    draft_.bits.clear();
    draft_.slots = 0;
    estimates_ = component.last_group - component.first_group > SMALL;
    open_.clear();
    free_slots_.clear();
}

// The group of a constraint that opens the fewest other constraints; among equals, the one that closes the most.
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

// Appends a group to the draft.
void Planner::take(const Frontier& frontier, int g) {
    done_[g] = 1;
    const Group& group = frontier.groups[g];
    double bits = estimates_ && !draft_.bits.empty() ? draft_.bits.back() : 0;
    // The residual of an open constraint lies within [need - passed, need] and within [0, spare].
    const auto choices = [&](int c) {
        const int need = frontier.constraints[c].need, passed = cells_[c] - spare_[c];
        const int low = std::max(0, need - passed), high = std::min(need, spare_[c]);
        return LOG2[std::max(0, high - low)];
    };
    Step& step = draft_.steps.emplace_back();
    step.group = g;
    step.size = static_cast<std::uint8_t>(group.size);
    step.count = static_cast<std::uint8_t>(group.count);
    step.closes = false;
    for (int j = 0; j < group.count; ++j) {
        const int c = group.constraint[j];
        const Constraint& constraint = frontier.constraints[c];
        step.fresh[j] = slot_[c] < 0;
        if (step.fresh[j]) {
            if (free_slots_.empty()) free_slots_.push_back(draft_.slots++);
            slot_[c] = free_slots_.back();
            free_slots_.pop_back();
            cells_[c] = 0;
            for (int k = 0; k < constraint.count; ++k) cells_[c] += frontier.groups[constraint.group[k]].size;
            spare_[c] = cells_[c];
            open_.push_back(c);
        } else if (estimates_) {
            bits -= choices(c);
        }
        spare_[c] -= group.size;
        if (estimates_) bits += choices(c);
        if (--left_[c] == 0) {
            step.closes = true;
            *std::find(open_.begin(), open_.end(), c) = open_.back();
            open_.pop_back();
        }
        step.slot[j] = static_cast<std::uint8_t>(slot_[c]);
        step.need[j] = static_cast<std::uint8_t>(constraint.need);
        step.spare[j] = static_cast<std::uint8_t>(spare_[c]);
    }
    // Slots are freed only here: a constraint that closes in this step holds its slot while others open.
    if (step.closes)
        for (int j = 0; j < group.count; ++j)
            if (step.spare[j] == 0) free_slots_.push_back(step.slot[j]);
    if (estimates_) draft_.bits.push_back(bits);
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
    std::sort(front_.begin(), front_.end(), [&](int a, int b) { return place(a) < place(b); });
    for (int c : front_)
        while (left_[c] > 0) take(frontier, best_group(frontier, c));
}

// An upper estimate of the number of states: at each step, the product over the open constraints of the values that
// their residual can have.
double Planner::cost() const {
    double total = 0;
    for (double bits : draft_.bits) total += std::exp2(bits);
    return total;
}

// Whether the cost is below WIDE, found without its many powers. False when it may be either.
bool Planner::is_surely_narrow() const {
    const double most = *std::max_element(draft_.bits.begin(), draft_.bits.end());
    return std::exp2(most) * static_cast<double>(draft_.bits.size()) < WIDE / 2;
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
    if (estimates_ && !is_surely_narrow() && cost() >= WIDE) return 0;
    return finish(steps, std::numeric_limits<std::size_t>::max());
}

int Planner::plan(const Frontier& frontier, const Component& component, std::vector<Step>& steps) {
    const int groups = component.last_group - component.first_group;
    begin(frontier, component);
    greedy(frontier, narrowest(frontier, component), groups);
    std::size_t most = std::numeric_limits<std::size_t>::max();
    if (estimates_ && !is_surely_narrow())
        if (const double least = cost(); least > WIDE) {
            most = MOST_STREAMS;
            try_orders(frontier, component, least);
        }
    return finish(steps, most);
}

}  // namespace sapper
