#include "solver/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sapper {

namespace {

// The most frontier cells for which plain doubles are used. A count never exceeds 2^cells and the weights of the
// untouched cells stay above 2^-400, so no product leaves the range of a double and zero always means 'no layout'.
constexpr int PLAIN_CELLS = 500;

// If all windows together have at least this many weights, it saves time to narrow them by the mine count first.
constexpr std::size_t WORTH_TRIMMING = 1 << 14;

// Memory that is kept between calls; memory beyond it, which a rare wide position needed, is freed.
constexpr std::size_t KEEP_BYTES = std::size_t{32} << 20;

// The approximate time of one addition, in seconds. It allows for weights that are computed several times.
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

Verdict Solver::solve(const Field& field, const Limits& limits) {
    // Finding the states takes about a third of the time of an exact analysis. The rest is reserved for the weights, or
    // for the estimate that may have to replace them.
    const Meter meter(limits);
    is_exact_ = false;
    Verdict verdict = eliminate(field, Limits{limits.seconds / 3, limits.bytes});
    if (verdict == Verdict::Impossible || left_ < 0 || left_ > field.unknown_count()) return Verdict::Impossible;
    if (verdict == Verdict::Exact && meter.timed() &&
        elimination_.work() * (is_plain_ ? PLAIN_ADDITION : WIDE_ADDITION) > meter.seconds_left()) {
        elimination_.clear();
        for (Part& part : parts_) part.sampled = true;
        base_ = 0;
        window_ = 1;
        verdict = Verdict::Estimated;
    }
    if (verdict == Verdict::Estimated) {
        if (!limits.estimate) return verdict;
        const double density =
            std::clamp(static_cast<double>(left_) / std::max(1, field.unknown_count()), 1e-3, 1 - 1e-3);
        return estimate(meter, density / (1 - density));
    }
    if (!narrow_totals()) return Verdict::Impossible;
    if (is_plain_) {
        if (!combine<double>(true)) return Verdict::Impossible;
        conclude<double>();
    } else {
        if (!combine<Wide>(true)) return Verdict::Impossible;
        conclude<Wide>();
    }
    is_exact_ = true;
    return Verdict::Exact;
}

Verdict Solver::weigh(const Field& field, const Limits& limits) {
    const Verdict verdict = eliminate(field, limits);
    if (verdict != Verdict::Exact) return verdict;
    if (left_ < 0 || left_ > field.unknown_count() || !narrow_totals()) return Verdict::Impossible;
    return (is_plain_ ? combine<double>(false) : combine<Wide>(false)) ? Verdict::Exact : Verdict::Impossible;
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

bool Solver::fits(const Field& field, const Limits& limits, bool count_mines) {
    const Verdict verdict = eliminate(field, limits);
    if (verdict == Verdict::Impossible) return false;
    if (!count_mines) return true;
    if (left_ < 0 || left_ > field.unknown_count()) return false;
    if (verdict == Verdict::Estimated) return true;
    if (!narrow_totals()) return false;
    return is_plain_ ? combine<double>(false) : combine<Wide>(false);
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

// Plans the elimination of every component that needs one. False when one of them is so wide that simplifying the
// frontier first is worth the time.
bool Solver::plan_all() {
    if (plans_.size() < frontier_.components.size()) plans_.resize(frontier_.components.size());
    for (std::size_t i = 0; i < frontier_.components.size(); ++i) {
        const Component& component = frontier_.components[i];
        if (component.last_group - component.first_group == 1) continue;
        plans_[i].slots = planner_.plan_narrow(frontier_, component, plans_[i].steps);
        if (plans_[i].slots == 0) return false;
    }
    return true;
}

// Finds the states of every component. Impossible: the numbers contradict each other. Estimated: some component was too
// wide for the limits.
Verdict Solver::eliminate(const Field& field, const Limits& limits) {
    check_interruption();
    frontier_.build(field);
    parts_.clear();
    fixed_.clear();
    error_.clear();
    untouched_error_ = 0;
    elimination_.clear();
    drawing_.state = Drawing::Unknown;
    risk_.resize(frontier_.groups.size());
    left_ = field.mines() - field.mine_count();
    const bool is_planned = plan_all();
    if (!is_planned) {
        if (!reduction_.apply(frontier_)) return Verdict::Impossible;
        for (std::size_t g = 0; g < frontier_.groups.size(); ++g) {
            const Group& group = frontier_.groups[g];
            risk_[g] = group.fate == Fate::Mine;
            if (group.fate == Fate::Mine) left_ -= group.size;
        }
    }
    const Meter meter(limits);
    int cells = 0;
    bool sampled = false;
    base_ = 0;
    window_ = 1;
    for (int i = 0; i < static_cast<int>(frontier_.components.size()); ++i) {
        if (i % 32 == 31) check_interruption();
        const Component& component = frontier_.components[i];
        if (component.last_group - component.first_group == 1) {
            // All numbers are over the same group: they must be equal, and every choice of cells is equally likely.
            const int g = frontier_.group_order[component.first_group];
            const Constraint& number = frontier_.constraints[frontier_.constraint_order[component.first_constraint]];
            for (int c = component.first_constraint; c < component.last_constraint; ++c)
                if (frontier_.constraints[frontier_.constraint_order[c]].need != number.need)
                    return Verdict::Impossible;
            risk_[g] = static_cast<double>(number.need) / frontier_.groups[g].size;
            left_ -= number.need;
            fixed_.push_back(i);
            continue;
        }
        Part part{i, false, {}};
        if (!is_planned) plan_.slots = planner_.plan(frontier_, component, plan_.steps);
        const Plan& plan = is_planned ? plans_[static_cast<std::size_t>(i)] : plan_;
        switch (elimination_.add(plan.steps, plan.slots, meter, part.run)) {
            case Built::Impossible:
                return Verdict::Impossible;
            case Built::OverBudget:
                part.sampled = sampled = true;
                break;
            case Built::Done:
                base_ += part.run.low;
                window_ += part.run.length - 1;
                break;
        }
        cells += component.cells;
        parts_.push_back(part);
    }
    is_plain_ = cells <= PLAIN_CELLS && rest_fits_double();
    return sampled ? Verdict::Estimated : Verdict::Exact;
}

template <class T>
void Solver::conclude() {
    auto& work = workspace<T>();
    for (const Part& part : parts_) {
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
    T both = work.untouched_mines;
    both += work.untouched_free;
    untouched_risk_ = is_zero(work.untouched_mines)  ? 0
                      : is_zero(work.untouched_free) ? 1
                                                     : inside(ratio(work.untouched_mines, both));
}

Wide Solver::layouts() {
    combine<Wide>(false);
    Wide total = wide_.total;
    for (int i : fixed_) {
        const int g = frontier_.group_order[frontier_.components[i].first_group];
        const int c = frontier_.constraint_order[frontier_.components[i].first_constraint];
        total = total * Wide(CHOOSE[frontier_.groups[g].size][frontier_.constraints[c].need]);
    }
    return total;
}

std::uint64_t Solver::layouts_modulo(std::uint64_t prime) {
    Residue::prime() = prime;
    combine<Residue>(false);
    Residue total = residues_.total;
    for (int i : fixed_) {
        const int g = frontier_.group_order[frontier_.components[i].first_group];
        const int c = frontier_.constraint_order[frontier_.components[i].first_constraint];
        total = total * from_integer<Residue>(CHOOSE[frontier_.groups[g].size][frontier_.constraints[c].need]);
    }
    return total.value();
}

void Solver::release_excess() {
    const std::size_t held = elimination_.bytes() + plain_.pool.capacity() * sizeof(double) +
                             wide_.pool.capacity() * sizeof(Wide) + residues_.pool.capacity() * sizeof(Residue) +
                             plain_.suffix.capacity() * sizeof(double) + wide_.suffix.capacity() * sizeof(Wide) +
                             residues_.suffix.capacity() * sizeof(Residue);
    if (held > KEEP_BYTES) *this = Solver();
}

}  // namespace sapper
