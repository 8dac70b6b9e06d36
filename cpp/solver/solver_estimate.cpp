// Risks where a component is too wide to be counted.
//
// A random choice of the component's states is kept and weighed. This is repeated several times. The sums are right on
// average, and their differences show how large the error may be. Nothing is called certain here except what single
// numbers prove.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "solver/solver.hpp"

namespace sapper {

namespace {

// BEAM states are kept in each layer and SAMPLES samples are drawn where neither time nor memory is short. Otherwise a
// first sample with SMALL_BEAM states is measured. The beam is then made as wide as the memory allows, and as the time
// allows for TIMED_SAMPLES samples; with a narrower beam more samples are drawn.
constexpr std::size_t BEAM = 2000, SMALL_BEAM = 16, WIDEST_BEAM = 20000;
constexpr int SAMPLES = 32, FEWEST_SAMPLES = 4, TIMED_SAMPLES = 16, MOST_SAMPLES = 1024;
// The shares of the memory that the states of a sample may take by the first measurement, and the results of all
// samples.
constexpr double STATES_SHARE = 0.6, RESULTS_SHARE = 0.2;
constexpr double ALL_LAYOUTS = 1e18;
constexpr double GRACE = 0.1;  // seconds beyond the time limit that the first FEWEST_SAMPLES samples may take
constexpr std::uint64_t SEED = 0x5a99e5;  // fixed: the same position gets the same estimate

}  // namespace

Verdict Solver::estimate(const Meter& meter, double odds) {
    free_uncounted();
    estimated_.clear();
    int cells = frontier_.untouched;
    for (const Part& part : parts_) {
        const Component& component = frontier_.components[part.component];
        cells += component.cells;
        estimated_.insert(estimated_.end(), frontier_.group_order.begin() + component.first_group,
                          frontier_.group_order.begin() + component.last_group);
    }
    if (frontier_.untouched > 0) estimated_.push_back(UNTOUCHED);
    error_.assign(frontier_.groups.size(), 0);
    const auto samples = draw_samples(meter, [&](std::size_t beam, const Meter& limits, std::mt19937_64& random,
                                                 Sample& sample) { return draw(beam, limits, odds, random, sample); });
    // Of the estimated cells only, so that the risks still add up to the mines.
    conclude(samples, static_cast<double>(left_) / cells);
    return Verdict::Estimated;
}

// Frees the memory of attempts that failed, unless there are counts to keep.
void Solver::free_uncounted() {
    if (std::none_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.progress >= Progress::Counted; }))
        elimination_ = Elimination();
}

// Drops the counts of all parts, which are then sampled.
void Solver::give_up_counting() {
    elimination_.clear();
    for (Part& part : parts_) part.progress = Progress::TooWide;
    base_ = 0;
    window_ = 1;
}

// Draws as many samples as the limits allow.
std::vector<Solver::Sample> Solver::draw_samples(const Meter& meter, const Draw& draw) {
    const Meter grace = meter.with_grace(GRACE);
    std::mt19937_64 random(SEED);
    std::vector<Sample> samples;
    std::size_t beam = BEAM;
    const double result = static_cast<double>((estimated_.size() + 16) * sizeof(double));
    const double most = std::clamp(RESULTS_SHARE * static_cast<double>(grace.bytes()) / result, double{FEWEST_SAMPLES},
                                   double{MOST_SAMPLES});
    const auto samples_for = [&](std::size_t width) {
        return static_cast<int>(std::min(most, static_cast<double>(SAMPLES * BEAM / std::min(width, BEAM))));
    };
    int wanted = SAMPLES;
    try {
        const Deadline deadline(grace.seconds_left());
        if (meter.timed() || !meter.fits(DEFAULT_BYTES)) {
            using Clock = std::chrono::steady_clock;
            const auto begin = Clock::now();
            Sample first;
            const bool drawn = draw(SMALL_BEAM, grace, random, first);
            if (!first.fits) return samples;
            const double took = std::chrono::duration<double>(Clock::now() - begin).count();
            double room = STATES_SHARE * static_cast<double>(grace.bytes()) / static_cast<double>(first.bytes + 1);
            double widest = BEAM;
            if (meter.timed()) {
                room = std::min(room, meter.seconds_left() / TIMED_SAMPLES / took);
                widest = WIDEST_BEAM;
            }
            beam = static_cast<std::size_t>(std::clamp(room * SMALL_BEAM, double{SMALL_BEAM}, widest));
            wanted = samples_for(beam);
            if (drawn && beam == SMALL_BEAM) samples.push_back(std::move(first));
        }
        for (int tries = 0; tries < 2 * wanted && static_cast<int>(samples.size()) < wanted; ++tries) {
            if ((tries >= FEWEST_SAMPLES ? meter : grace).expired()) break;
            Sample sample;
            if (draw(beam, grace, random, sample)) samples.push_back(std::move(sample));
            if (!sample.fits) {
                free_uncounted();
                beam = std::max(beam * 3 / 4, SMALL_BEAM);
                wanted = samples_for(beam);
            }
        }
    } catch (const OutOfTime&) {
        // What was drawn must do.
    }
    return samples;
}

// Weighs one random choice of the states of the wide components. Returns false when it contained no layout.
bool Solver::draw(std::size_t beam, const Meter& meter, double odds, std::mt19937_64& random, Sample& out) {
    const int base = base_, window = window_;
    const auto mark = elimination_.mark();
    const auto restore = [&] {
        elimination_.rewind(mark);
        base_ = base;
        window_ = window;
    };
    try {
        bool met = true;
        for (Part& part : parts_) {
            if (part.progress >= Progress::Counted) continue;
            const Plan& plan = plan_of(part.component);
            const Built built = elimination_.sample(plan.steps, plan.slots, meter, beam, odds, random, part.run);
            met = built == Built::Done;
            out.fits = built != Built::OverBudget;
            if (!met) break;
            base_ += part.run.low;
            window_ += part.run.length - 1;
        }
        out.bytes = elimination_.bytes_with_weights();
        met = met && combine<Wide>(true);
        if (met) {
            out.total = wide_.total;
            collect(out);
        }
        restore();
        return met;
    } catch (const OutOfTime&) {
        restore();
        throw;
    }
}

// The shares of mines, from the weights of a sample.
void Solver::collect(Sample& out) const {
    out.mines.resize(estimated_.size());
    for (std::size_t i = 0; i < estimated_.size(); ++i) {
        Wide mines;
        if (estimated_[i] == UNTOUCHED) {
            mines = wide_.untouched_mines * Wide(1.0 / frontier_.untouched);
        } else {
            const auto g = static_cast<std::size_t>(estimated_[i]);
            const int size = frontier_.groups[g].size;
            for (int k = 1; k <= size; ++k)
                mines += Wide(static_cast<double>(k) / size) * wide_.weights[g * 9 + static_cast<std::size_t>(k)];
        }
        out.mines[i] = ratio(mines, out.total);
    }
}

// Computes ratio estimates with jackknife errors: how the answer changes when one sample is left out.
//
// Where the samples contain few layouts, some cells look certain only because those few agree. So the errors of all
// cells together are used to estimate how many independent layouts the samples are worth. Each risk is then moved
// towards the density as if by one more layout, and no error is smaller than that number of layouts allows.
void Solver::conclude(const std::vector<Sample>& samples, double density) {
    const std::size_t count = estimated_.size();
    Wide all;
    for (const Sample& sample : samples) all += sample.total;
    std::vector<double> share;  // of each sample in the weight of all
    double effective = 0;
    for (const Sample& sample : samples) {
        share.push_back(ratio(sample.total, all));
        effective += std::pow(share.back(), 2);
    }
    effective = samples.empty() ? 0 : 1 / effective;

    std::vector<double> risk(count, density), variance(count, 0);
    double doubt = 0, most = 0;
    const auto n = static_cast<double>(samples.size());
    for (std::size_t i = 0; i < count && !samples.empty(); ++i) {
        double p = 0;
        for (std::size_t s = 0; s < samples.size(); ++s) p += samples[s].mines[i] * share[s];
        p = risk[i] = std::min(p, 1.0);
        for (std::size_t s = 0; s < samples.size(); ++s)
            if (share[s] > 0 && share[s] < 1)
                variance[i] += std::pow((samples[s].mines[i] - p) * share[s] / (1 - share[s]), 2);
        variance[i] *= (n - 1) / n;
        doubt += variance[i];
        most += p * (1 - p);
    }
    // Samples that agree in every digit, but not only on certain cells, have covered all layouts.
    double layouts = doubt > 0 ? most / doubt : most > 0 ? ALL_LAYOUTS : effective;
    if (effective < FEWEST_SAMPLES) layouts = std::min(layouts, effective);
    for (std::size_t i = 0; i < count; ++i) {
        const double p = without_certainty((risk[i] * layouts + density) / (layouts + 1));
        const double error = std::sqrt(std::max(variance[i], p * (1 - p) / (layouts + 1)));
        state(estimated_[i], p, error);
    }
}

void Solver::state(int group, double risk, double error) {
    (group == UNTOUCHED ? untouched_risk_ : risk_[group]) = risk;
    (group == UNTOUCHED ? untouched_error_ : error_[group]) = std::min(error, 0.5);
}

}  // namespace sapper
