#include "solver/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "support/sorting.hpp"

namespace sapper {

namespace {

// The most frontier cells for which plain doubles are used. A count never exceeds 2^cells and the weights of the
// untouched cells stay above 2^-400, so no product leaves the range of a double and zero always means 'no layout'.
constexpr int PLAIN_CELLS = 500;

// If all windows together have at least this many weights, it saves time to narrow them by the mine count first.
constexpr std::size_t WORTH_TRIMMING = 1 << 14;

constexpr std::size_t MANY_COMPONENTS = 256;  // from which on they are sorted by size
constexpr std::size_t MANY_PARTS = 64;        // from which on an estimate takes them one by one
constexpr int CHECK_EVERY = 16;               // components between two checks of the clock

// Finding the states takes about a third of the time of an exact analysis. The rest is reserved for the weights, or for
// the estimate that may have to replace them.
constexpr double STATES_SHARE = 1.0 / 3;
constexpr double MANY_STATES_SHARE = 0.6;  // of many components, which are joined quickly

// The share of the time left that joining many parts may take, half as much where others must be sampled afterwards.
constexpr double JOIN_SHARE = 0.95;

// The limits for the large arrays. The system's large pages, and everything small, come in addition.
constexpr std::size_t OTHER_BYTES = std::size_t{6} << 20;
Limits for_arrays(Limits limits) {
    limits.bytes -= std::min(limits.bytes / 3, OTHER_BYTES);
    return limits;
}

// The memory of the tree for every possible mine total.
constexpr std::size_t TREE_BYTES = 100;

// The approximate time of one addition, in seconds, including how often weights are computed.
constexpr double PLAIN_ADDITION = 2e-9, WIDE_ADDITION = 2e-8;

// Logarithms of factorials. Small ones come from a table, because players need thousands of them.
double log_factorial(int n) {
    static const auto table = [] {
        std::vector<double> logs(4096, 0.0);
        for (std::size_t i = 1; i < logs.size(); ++i) logs[i] = logs[i - 1] + std::log(static_cast<double>(i));
        return logs;
    }();
    return n < static_cast<int>(table.size()) ? table[n] : std::lgamma(n + 1.0);
}

double log_choose(int n, int k) { return log_factorial(n) - log_factorial(k) - log_factorial(n - k); }

// If a probability is not certain but rounds to 0 or 1, moves it strictly between them.
double inside(double p) {
    return std::min(std::max(p, std::numeric_limits<double>::min()), 1 - std::numeric_limits<double>::epsilon() / 2);
}

}  // namespace

Verdict Solver::solve_within(const Field& field, const Limits& all) {
    const Limits limits = for_arrays(all);
    const Meter meter(limits);
    is_exact_ = joined_ = false;
    Verdict verdict = eliminate(field, limits, STATES_SHARE);
    if (verdict == Verdict::Impossible || left_ < 0 || left_ > field.unknown_count()) return Verdict::Impossible;
    if (verdict == Verdict::Estimated && !limits.estimate) return verdict;
    if (works_by_parts()) {
        verdict = solve_by_parts(verdict == Verdict::Exact, meter);
        if (verdict == Verdict::Estimated && limits.estimate) estimate_by_parts(meter);
    } else {
        if (verdict == Verdict::Exact) {
            if (!narrow_totals()) return Verdict::Impossible;
            const double needed = elimination_.work() * (is_plain_ ? PLAIN_ADDITION : WIDE_ADDITION);
            const Deadline deadline(meter.seconds_left());
            verdict = meter.timed() && needed > meter.seconds_left() ? Verdict::Estimated : join(true);
            if (verdict == Verdict::Estimated) give_up_counting();
        }
        if (verdict == Verdict::Estimated && limits.estimate) {
            const double density =
                std::clamp(static_cast<double>(left_) / std::max(1, field.unknown_count()), 1e-3, 1 - 1e-3);
            return estimate(meter, density / (1 - density));
        }
    }
    is_exact_ = verdict == Verdict::Exact;
    return verdict;
}

// Many parts: those that were counted are joined, even where others were not.
Verdict Solver::solve_by_parts(bool complete, const Meter& meter) {
    if (parts_.empty()) return Verdict::Estimated;  // there was no time for anything
    if (!meter.fits(elimination_.bytes() + elimination_.pool_size() * sizeof(double) +
                    frontier_.groups.size() * 9 * sizeof(double) + static_cast<std::size_t>(window_) * TREE_BYTES)) {
        elimination_ = Elimination();
        for (Part& part : parts_) part.progress = Progress::LeftOut;
        base_ = 0;
        window_ = 1;
        return Verdict::Estimated;
    }
    if (complete && !narrow_totals()) return Verdict::Impossible;
    const Deadline deadline(meter.seconds_left() * (complete ? JOIN_SHARE : JOIN_SHARE / 2));
    if (complete) return join(true);
    try {
        return join_by_tree(true).value_or(Verdict::Estimated);
    } catch (const OutOfTime&) {
        return Verdict::Estimated;
    }
}

Verdict Solver::weigh_within(const Field& field, const Limits& all) {
    const Limits limits = for_arrays(all);
    const Meter meter(limits);
    const Verdict verdict = eliminate(field, limits, 1);
    if (verdict != Verdict::Exact) return verdict;
    if (left_ < 0 || left_ > field.unknown_count() || !narrow_totals()) return Verdict::Impossible;
    const Deadline deadline(meter.seconds_left());
    return join(false);
}

double Solver::log_layouts() const {
    double log = 0;
    for (int i : fixed_) {
        const int g = frontier_.group_order[frontier_.components[i].first_group];
        const int c = frontier_.constraint_order[frontier_.components[i].first_constraint];
        log += std::log(CHOOSE[frontier_.groups[g].size][frontier_.constraints[c].need]);
    }
    if (!is_plain_) return log + wide_.total.log2() * std::numbers::ln2;
    return log + std::log(plain_.total) + log_choose(frontier_.untouched, left_ - base_ - peak_);
}

bool Solver::fits_within(const Field& field, const Limits& all, bool count_mines) {
    const Limits limits = for_arrays(all);
    const Meter meter(limits);
    const Verdict verdict = eliminate(field, limits, 1);
    if (verdict == Verdict::Impossible) return false;
    if (!count_mines) return true;
    if (left_ < 0 || left_ > field.unknown_count()) return false;
    if (verdict == Verdict::Estimated) return true;
    if (!narrow_totals()) return false;
    const Deadline deadline(meter.seconds_left());
    return join(false) != Verdict::Impossible;
}

// The mine count bounds the total of each part, given the fewest and the most mines of the other parts and the
// untouched cells. Where there are many weights, dropping impossible totals saves time. Returns false when no total is
// possible.
bool Solver::narrow_totals() {
    if (elimination_.pool_size() < WORTH_TRIMMING) return true;
    const int least = base_, most = base_ + window_ - 1;
    base_ = 0;
    window_ = 1;
    elimination_.forget_windows();
    for (Part& part : parts_) {
        Run& run = part.run;
        const int high = left_ - (least - run.low),
                  low = left_ - frontier_.untouched - (most - (run.low + run.length - 1));
        if ((low > run.low || high < run.low + run.length - 1) && !elimination_.trim(run, low, high)) return false;
        elimination_.lay_windows(run);
        base_ += run.low;
        window_ += run.length - 1;
    }
    is_plain_ = is_plain_ && rest_fits_double();
    return true;
}

// Whether the parts are so many that each is estimated by itself. Without any part, the time was over at once.
bool Solver::works_by_parts() const {
    return !is_plain_ && (parts_.empty() || parts_.size() >= MANY_PARTS || uses_tree());
}

// Plans the elimination of every component that needs one. False when one of them is so wide that simplifying the
// frontier first is worth the time. The plans of many components would take too much memory, so they are dropped and
// made again when they are used.
bool Solver::plan_all() {
    const std::size_t count = frontier_.components.size();
    const bool keeps = count < MANY_COMPONENTS;
    if (keeps && plans_.size() < count) plans_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % CHECK_EVERY == 0) check_interruption();
        const Component& component = frontier_.components[i];
        if (component.last_group - component.first_group == 1) continue;
        Plan& plan = keeps ? plans_[i] : plan_;
        plan.slots = planner_.plan_narrow(frontier_, component, plan.steps);
        if (plan.slots == 0) return false;
    }
    is_planned_ = keeps;
    return true;
}

const Solver::Plan& Solver::plan_of(int component) {
    if (is_planned_) return plans_[static_cast<std::size_t>(component)];
    if (planned_ != component) {
        planned_ = -1;
        plan_.slots = planner_.plan(frontier_, frontier_.components[component], plan_.steps);
        planned_ = component;
    }
    return plan_;
}

// Simplifies a frontier that is expensive to count; false when two numbers contradict each other.
bool Solver::simplify() {
    is_planned_ = false;
    planned_ = -1;
    if (plan_all()) return true;
    if (!reduction_.apply(frontier_)) return false;
    for (std::size_t g = 0; g < frontier_.groups.size(); ++g) {
        const Group& group = frontier_.groups[g];
        risk_[g] = group.fate == Fate::Mine;
        if (group.fate == Fate::Mine) left_ -= group.size;
    }
    return true;
}

// Finds the states of every component, within a share of the time. Impossible: the numbers contradict each other.
// Estimated: some component was too wide for the limits.
Verdict Solver::eliminate(const Field& field, const Limits& limits, double share) {
    parts_.clear();
    fixed_.clear();
    error_.clear();
    untouched_error_ = 0;
    elimination_.clear();
    left_ = field.mines() - field.mine_count();
    base_ = 0;
    window_ = 1;
    drawing_.state = Drawing::Unknown;
    const Meter meter(limits);
    const Deadline deadline(limits.seconds * std::max(share, MANY_STATES_SHARE));
    try {
        frontier_.build(field);
        risk_.resize(frontier_.groups.size());
        if (!simplify()) return Verdict::Impossible;
    } catch (const OutOfTime&) {
        frontier_.forget(field);
        left_ = field.mines() - field.mine_count();
        is_plain_ = false;
        return Verdict::Estimated;
    }
    if (frontier_.components.size() >= MANY_COMPONENTS) share = std::max(share, MANY_STATES_SHARE);
    return build_parts(meter.within(meter.seconds_left() - (1 - share) * limits.seconds));
}

// Where there are many components the small ones come first, so that a time limit leaves out only the largest.
void Solver::order_components() {
    order_.resize(frontier_.components.size());
    std::iota(order_.begin(), order_.end(), 0);
    if (order_.size() < MANY_COMPONENTS) return;
    const auto groups = [&](int i) { return frontier_.components[i].last_group - frontier_.components[i].first_group; };
    sort_stably(order_.begin(), order_.end(), [&](int a, int b) { return groups(a) < groups(b); });
}

// A component with a single group: all numbers are over the same cells, so they must be equal, and every choice of
// cells is equally likely. False when they differ.
bool Solver::settle_single_group(int i) {
    const Component& component = frontier_.components[i];
    const int g = frontier_.group_order[component.first_group];
    const Constraint& number = frontier_.constraints[frontier_.constraint_order[component.first_constraint]];
    for (int c = component.first_constraint; c < component.last_constraint; ++c)
        if (frontier_.constraints[frontier_.constraint_order[c]].need != number.need) return false;
    risk_[g] = static_cast<double>(number.need) / frontier_.groups[g].size;
    left_ -= number.need;
    fixed_.push_back(i);
    return true;
}

Verdict Solver::build_parts(const Meter& meter) {
    int cells = 0, looked_at = 0;
    bool complete = true, late = false;
    const Deadline deadline(meter.seconds_left());
    order_components();
    for (const int i : order_) {
        const Component& component = frontier_.components[i];
        if (component.last_group - component.first_group == 1) {
            if (!settle_single_group(i)) return Verdict::Impossible;
            continue;
        }
        Part part{i, Progress::LeftOut, {}};
        if (!late) {
            const auto before = elimination_.mark();
            try {
                if (++looked_at % CHECK_EVERY == 0) check_interruption();
                const Plan& plan = plan_of(i);
                const Built built = elimination_.add(plan.steps, plan.slots, meter, part.run);
                if (built == Built::Impossible) return Verdict::Impossible;
                part.progress = built == Built::Done ? Progress::Counted : Progress::TooWide;
            } catch (const OutOfTime&) {
                elimination_.rewind(before);
                late = true;
            }
        }
        if (part.progress == Progress::Counted) {
            base_ += part.run.low;
            window_ += part.run.length - 1;
        } else {
            complete = false;
        }
        cells += component.cells;
        parts_.push_back(part);
    }
    is_plain_ = cells <= PLAIN_CELLS && rest_fits_double();
    return complete ? Verdict::Exact : Verdict::Estimated;
}

// The risks of a part's groups, from the weights of their choices.
template <class T>
void Solver::conclude_part(const Part& part) {
    const auto& work = workspace<T>();
    const Component& component = frontier_.components[part.component];
    for (int i = component.first_group; i < component.last_group; ++i) {
        const int g = frontier_.group_order[i], size = frontier_.groups[g].size;
        const T* weight = work.weights.data() + static_cast<std::size_t>(g) * 9;
        T mines{}, free{};
        for (int k = 0; k <= size; ++k) {
            mines += T(k) * weight[k];
            free += T(size - k) * weight[k];
        }
        T both = mines;
        both += free;
        risk_[g] = is_zero(mines) ? 0 : is_zero(free) ? 1 : inside(ratio(mines, both));
    }
}
template void Solver::conclude_part<double>(const Part&);
template void Solver::conclude_part<Wide>(const Part&);

template <class T>
void Solver::conclude() {
    const auto& work = workspace<T>();
    for (const Part& part : parts_) conclude_part<T>(part);
    T both = work.untouched_mines;
    both += work.untouched_free;
    untouched_risk_ = is_zero(work.untouched_mines)  ? 0
                      : is_zero(work.untouched_free) ? 1
                                                     : inside(ratio(work.untouched_mines, both));
}

template void Solver::conclude<double>();
template void Solver::conclude<Wide>();

// Multiplies a count by the number of ways in which the components with a single group can hold their mines.
template <class T>
T Solver::times_fixed(T count) const {
    for (int i : fixed_) {
        const int g = frontier_.group_order[frontier_.components[i].first_group];
        const int c = frontier_.constraint_order[frontier_.components[i].first_constraint];
        count = count * from_integer<T>(CHOOSE[frontier_.groups[g].size][frontier_.constraints[c].need]);
    }
    return count;
}
template Wide Solver::times_fixed(Wide) const;

Wide Solver::layouts() {
    if (!uses_tree()) combine<Wide>(false);  // the tree has left the total in place
    return times_fixed(wide_.total);
}

std::uint64_t Solver::layouts_modulo(std::uint64_t prime) {
    Residue::set_prime(prime);
    Residue total;
    if (uses_tree()) {
        total = Residue(join_residues(prime, part_residues(), frontier_.untouched, left_ - base_));
    } else {
        combine<Residue>(false);
        total = residues_.total;
    }
    return times_fixed(total).value();
}

}  // namespace sapper
