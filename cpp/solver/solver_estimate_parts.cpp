// Estimates of a position with many components, one component at a time.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "solver/solver.hpp"

namespace sapper {

// Where there are many parts, each wide part is sampled by itself: the odds of a mine, which follow from all parts
// together, stand for the rest of the board. A part without a count or a sample is guessed from the numbers around each
// cell.
void Solver::estimate_by_parts(const Meter& meter) {
    error_.assign(frontier_.groups.size(), 0);
    int loose = 0, cells = frontier_.untouched, wide = 0;
    for (const Part& part : parts_) {
        const int count = frontier_.components[part.component].cells;
        cells += count;
        if (part.progress < Progress::Counted) loose += count;
        if (part.progress == Progress::TooWide) wide += count;
    }
    const double density = static_cast<double>(left_) / std::max(cells, 1);
    const double inner = std::clamp(density, 1e-3, 1 - 1e-3);
    log_odds_ = joined_ ? tree_.log_odds() : std::log(inner / (1 - inner));
    // By how much the odds may be wrong, as a standard error of their logarithm: the mines in loose cells are not
    // known.
    const double share = 1 / (1 + std::exp(-log_odds_));
    const double shift = joined_ ? 2 * std::sqrt(loose * share * (1 - share)) / std::max(tree_.variance(), 1e-9) : 1;
    const double p = joined_ ? untouched_risk_ : without_certainty(density);
    if (frontier_.untouched > 0) state(UNTOUCHED, p, std::sqrt(p * (1 - p)) * std::min(shift, 1.0));
    for (Part& part : parts_) {
        const int count = frontier_.components[part.component].cells;
        if (part.progress == Progress::Weighed) {
            doubt_part(part, shift);
        } else if (part.progress == Progress::TooWide) {
            const Meter slice = meter.within(meter.seconds_left() * count / wide);
            wide -= count;
            if (slice.expired() || !sample_part(part, slice)) guess_part(part);
        } else {
            guess_part(part);
        }
    }
}

// The errors of a part whose risks are exact but for the odds.
void Solver::doubt_part(const Part& part, double shift) {
    const Component& component = frontier_.components[part.component];
    const double spread = std::max(1.0, std::sqrt(component.cells) / 2);
    for (int i = component.first_group; i < component.last_group; ++i) {
        const int g = frontier_.group_order[i];
        state(g, risk_[g], std::sqrt(risk_[g] * (1 - risk_[g])) * spread * shift);
    }
}

// Each number says how many mines are among its cells. A cell gets the mean of what the numbers around it say.
void Solver::guess_part(const Part& part) {
    const Component& component = frontier_.components[part.component];
    for (int i = component.first_group; i < component.last_group; ++i) {
        const int g = frontier_.group_order[i];
        const Group& group = frontier_.groups[g];
        double sum = 0;
        for (int j = 0; j < group.count; ++j) {
            const Constraint& constraint = frontier_.constraints[group.constraint[j]];
            int cells = 0;
            for (int k = 0; k < constraint.count; ++k) cells += frontier_.groups[constraint.group[k]].size;
            sum += static_cast<double>(constraint.need) / cells;
        }
        const double p = without_certainty(sum / group.count);
        state(g, p, std::sqrt(p * (1 - p)));
    }
}

// Estimates a wide part by itself; false when no sample could be drawn.
bool Solver::sample_part(Part& part, const Meter& meter) {
    const Component& component = frontier_.components[part.component];
    estimated_.assign(frontier_.group_order.begin() + component.first_group,
                      frontier_.group_order.begin() + component.last_group);
    const auto samples =
        draw_samples(meter, [&](std::size_t beam, const Meter& limits, std::mt19937_64& random, Sample& sample) {
            return draw_part(part, beam, limits, random, sample);
        });
    if (samples.empty()) return false;
    conclude(samples, 1 / (1 + std::exp(-log_odds_)));
    return true;
}

bool Solver::draw_part(Part& part, std::size_t beam, const Meter& meter, std::mt19937_64& random, Sample& out) {
    const auto mark = elimination_.mark();
    try {
        const Plan& plan = plan_of(part.component);
        const Built built =
            elimination_.sample(plan.steps, plan.slots, meter, beam, std::exp(log_odds_), random, part.run);
        out.fits = built != Built::OverBudget;
        out.bytes = elimination_.bytes_with_weights();
        if (built == Built::Done) {
            wide_.pool.resize(std::max(wide_.pool.size(), elimination_.pool_size()));
            elimination_.forward(part.run, wide_.pool);
            const auto length = static_cast<std::size_t>(part.run.length);
            wide_.context.resize(length);
            out.total = Wide();
            for (std::size_t j = 0; j < length; ++j) {
                const double log2 = (part.run.low + static_cast<double>(j)) * log_odds_ * std::numbers::log2e;
                wide_.context[j] =
                    Wide(std::exp2(log2 - std::floor(log2)), static_cast<std::int64_t>(std::floor(log2)));
                out.total += wide_.pool[elimination_.total_at(part.run) + j] * wide_.context[j];
            }
            clear_weights<Wide>(part);
            elimination_.backward(part.run, wide_.pool, wide_.context.data(), wide_.buffers, wide_.weights);
            if (!out.total.is_zero()) collect(out);
        }
        elimination_.rewind(mark);
        return built == Built::Done && !out.total.is_zero();
    } catch (const OutOfTime&) {
        elimination_.rewind(mark);
        throw;
    }
}

}  // namespace sapper
