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

// BEAM states are kept in each layer and SAMPLES samples are drawn when the time is not limited. With a time limit, a
// first sample with SMALL_BEAM states is timed, and the beam is made as wide as the time allows for TIMED_SAMPLES
// samples.
constexpr std::size_t BEAM = 2000, SMALL_BEAM = 16, WIDEST_BEAM = 20000;
constexpr double ALL_LAYOUTS = 1e18;
constexpr double GRACE = 1;  // seconds beyond the time limit that the first FEWEST_SAMPLES samples may take
constexpr int SAMPLES = 32, FEWEST_SAMPLES = 4, TIMED_SAMPLES = 16;

}  // namespace

Verdict Solver::estimate(const Meter& meter, double odds) {
    const Meter grace = meter.with_grace(GRACE);
    std::mt19937_64 random(0x5a99e5);  // a fixed seed: the same position gets the same estimate
    std::vector<Sample> samples;
    std::size_t beam = BEAM;
    if (meter.timed()) {
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        Sample first;
        const bool drawn = draw(SMALL_BEAM, grace, odds, random, first);
        const double took = std::chrono::duration<double>(Clock::now() - begin).count();
        const double room = meter.seconds_left() / TIMED_SAMPLES / took * SMALL_BEAM;
        beam = static_cast<std::size_t>(std::clamp(room, double{SMALL_BEAM}, double{WIDEST_BEAM}));
        if (drawn && beam == SMALL_BEAM) samples.push_back(std::move(first));
    }
    for (int tries = 0; tries < 2 * SAMPLES && static_cast<int>(samples.size()) < SAMPLES; ++tries) {
        if ((tries >= FEWEST_SAMPLES ? meter : grace).expired()) break;
        Sample sample;
        if (draw(beam, grace, odds, random, sample)) samples.push_back(std::move(sample));
    }
    conclude(samples);
    return Verdict::Estimated;
}

// Weighs one random choice of the states of the wide components. Returns false when it contained no layout.
bool Solver::draw(std::size_t beam, const Meter& meter, double odds, std::mt19937_64& random, Sample& out) {
    const auto groups = frontier_.groups.size();
    const int base = base_, window = window_;
    const auto mark = elimination_.mark();
    bool met = true;
    for (Part& part : parts_) {
        if (!part.sampled) continue;
        const int slots = planner_.plan(frontier_, frontier_.components[part.component], plan_.steps);
        met = elimination_.sample(plan_.steps, slots, meter, beam, odds, random, part.run) == Built::Done;
        if (!met) break;
        base_ += part.run.low;
        window_ += part.run.length - 1;
    }
    met = met && combine<Wide>(true);
    if (met) {
        out.total = wide_.total;
        out.mines.assign(groups + 1, Wide());
        for (std::size_t g = 0; g < groups; ++g) {
            const int size = frontier_.groups[g].size;
            for (int k = 1; k <= size; ++k)
                out.mines[g] +=
                    Wide(static_cast<double>(k) / size) * wide_.weights[g * 9 + static_cast<std::size_t>(k)];
        }
        if (frontier_.untouched > 0) out.mines[groups] = wide_.untouched_mines * Wide(1.0 / frontier_.untouched);
    }
    elimination_.rewind(mark);
    base_ = base;
    window_ = window;
    return met;
}

// Computes ratio estimates with jackknife errors: how the answer changes when one sample is left out.
//
// Where the samples contain few layouts, some cells look certain only because those few agree. So the errors of all
// cells together are used to estimate how many independent layouts the samples are worth. Each risk is then moved
// towards the density as if by one more layout, and no error is smaller than that number of layouts allows.
void Solver::conclude(const std::vector<Sample>& samples) {
    const auto groups = frontier_.groups.size();
    int cells = frontier_.untouched;
    for (const Part& part : parts_) cells += frontier_.components[part.component].cells;
    // The density of the estimated cells only, so that the risks still add up to the mines.
    const double density = static_cast<double>(left_) / cells;
    error_.assign(groups, 0);
    Wide all;
    for (const Sample& sample : samples) all += sample.total;
    double effective = 0;
    for (const Sample& sample : samples) effective += std::pow(ratio(sample.total, all), 2);
    effective = samples.empty() ? 0 : 1 / effective;

    std::vector<double> risk(groups + 1, density), variance(groups + 1, 0);
    double doubt = 0, most = 0;
    const auto n = static_cast<double>(samples.size());
    const auto weigh = [&](std::size_t group) {
        if (samples.empty()) return;
        Wide sum;
        for (const Sample& sample : samples) sum += sample.mines[group];
        const double p = risk[group] = std::min(ratio(sum, all), 1.0);
        for (const Sample& sample : samples) {
            const double share = ratio(sample.total, all);
            if (share > 0 && share < 1)
                variance[group] += std::pow((ratio(sample.mines[group], all) - p * share) / (1 - share), 2);
        }
        variance[group] *= (n - 1) / n;
        doubt += variance[group];
        most += p * (1 - p);
    };
    const auto for_estimated = [&](auto act) {
        for (const Part& part : parts_) {
            const Component& component = frontier_.components[part.component];
            for (int i = component.first_group; i < component.last_group; ++i)
                act(static_cast<std::size_t>(frontier_.group_order[i]));
        }
        if (frontier_.untouched > 0) act(groups);
    };
    for_estimated(weigh);
    // Samples that agree in every digit, but not only on certain cells, have covered all layouts.
    double layouts = doubt > 0 ? most / doubt : most > 0 ? ALL_LAYOUTS : effective;
    if (effective < FEWEST_SAMPLES) layouts = std::min(layouts, effective);
    for_estimated([&](std::size_t group) {
        const double p = std::clamp((risk[group] * layouts + density) / (layouts + 1), 1e-9, 1 - 1e-9);
        const double error = std::sqrt(std::max(variance[group], p * (1 - p) / (layouts + 1)));
        (group < groups ? risk_[group] : untouched_risk_) = p;
        (group < groups ? error_[group] : untouched_error_) = std::min(error, 0.5);
    });
}

}  // namespace sapper
