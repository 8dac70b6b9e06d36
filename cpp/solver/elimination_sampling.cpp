// Estimating the weight of a component that is too wide to be counted, from a random choice of its states.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "solver/elimination.hpp"
#include "support/sorting.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t NONE = 0xffffffffu;

// The cut for which the chances of survival, min(1, chance / cut), add up to the beam. The chances sum to 1.
double survival_cut(std::vector<double> chance, std::size_t beam) {
    sort_stably(chance.begin(), chance.end(), std::greater<>());
    double below = 1;
    std::size_t sure = 0;
    while (sure < beam && chance[sure] * static_cast<double>(beam - sure) >= below) below -= chance[sure++];
    return std::max(below, 1e-300) / static_cast<double>(beam - sure);
}

}  // namespace

// The share of each state of the newest layer in the weight of all ways into the layer.
template <int W>
void Elimination::score_states(const Scratch<W>& scratch, double odds, std::vector<double>& score) const {
    const Layer& layer = layers_.back();
    score.assign(scratch.keys.size(), 0);
    double total = 0;
    for (std::size_t i = layer.first_transition; i < transitions_.size(); ++i) {
        const Transition& step = transitions_[i];
        const double share = score_[step.from - layer.first_state] * layer.ways(step) * std::pow(odds, step.mines);
        score[step.to - scratch.first] += share;
        total += share;
    }
    for (double& s : score) s /= total;
}

// The score of each state times the chance that mines placed at random meet its open constraints, scaled to sum 1.
template <int W>
std::vector<double> Elimination::chances_ahead(const Scratch<W>& scratch, double odds,
                                               const std::vector<double>& score) const {
    const std::size_t count = scratch.keys.size();
    std::vector<double> chance(count);
    double all = 0;
    const double density = odds / (1 + odds);
    std::vector<std::array<double, 16>> met(spare_.size());
    for (std::size_t slot = 0; slot < met.size(); ++slot)
        for (int need = 0; need <= std::min(spare_[slot], 8); ++need)
            met[slot][need] =
                CHOOSE[spare_[slot]][need] * std::pow(density, need) * std::pow(1 - density, spare_[slot] - need);
    for (std::size_t i = 0; i < count; ++i) {
        double ahead = score[i];
        for (std::size_t slot = 0; slot < met.size(); ++slot)
            if (spare_[slot] > 0) ahead *= met[slot][scratch.keys[i].word[slot / 16] >> (slot % 16 * 4) & 15];
        all += chance[i] = ahead;
    }
    for (double& c : chance) c /= all;
    return chance;
}

// Keeps a random choice of the states of the newest layer, and the transitions into those. One random number decides
// for the whole layer (systematic sampling): a state is kept where the running sum of chances passes a whole number.
template <int W>
void Elimination::keep_some(Scratch<W>& scratch, const std::vector<double>& chance, double cut, std::mt19937_64& random,
                            std::vector<double>& score) {
    auto& keys = scratch.keys;
    const std::uint32_t first = scratch.first;
    renumber_.assign(keys.size(), NONE);
    std::uint32_t kept = 0;
    double stride = std::uniform_real_distribution<double>(0, 1)(random);
    for (std::size_t i = 0; i < chance.size(); ++i) {
        const double survives = chance[i] / cut;
        if (survives < 1) {
            stride += survives;
            if (stride < 1) continue;
            stride -= 1;
        }
        const double boost = survives < 1 ? 1 / survives : 1;
        renumber_[i] = kept;
        keys[kept] = keys[i];
        states_[first + kept] = states_[first + i];
        boost_[first + kept] = boost;
        score[kept] = score[i] * boost;
        ++kept;
    }
    keys.resize(kept);
    states_.resize(first + kept);
    boost_.resize(first + kept);
    score.resize(kept);
    std::size_t out = layers_.back().first_transition;
    for (std::size_t i = out; i < transitions_.size(); ++i) {
        const std::uint32_t to = renumber_[transitions_[i].to - first];
        if (to == NONE) continue;
        transitions_[out] = transitions_[i];
        transitions_[out++].to = first + to;
    }
    transitions_.resize(out);
}

// Keeps about `beam` states of the newest layer. A state with chance c survives with probability c / cut (certainly
// when that exceeds 1), and its weight is boosted by the inverse, so every expected value stays as it was.
template <int W>
void Elimination::thin(Scratch<W>& scratch, std::size_t beam, double odds, std::mt19937_64& random) {
    std::vector<double> score;
    score_states(scratch, odds, score);
    boost_.resize(states_.size(), 1);
    if (scratch.keys.size() > beam) {
        const std::vector<double> chance = chances_ahead(scratch, odds, score);
        keep_some(scratch, chance, survival_cut(chance, beam), random, score);
    }
    score_.swap(score);
}

Built Elimination::sample(const std::vector<Step>& steps, int slots, const Meter& meter, std::size_t beam, double odds,
                          std::mt19937_64& random, Run& run) {
    run.patchwork = -1;
    boost_.resize(states_.size(), 1);
    boost_.push_back(1);
    score_.assign(1, 1);
    spare_.assign(static_cast<std::size_t>(slots), 0);
    const Built built = grow_all(steps, slots, meter, run, [&](auto& scratch, auto joined) {
        for (const Step& step : joined)
            for (int i = 0; i < step.count; ++i) spare_[step.slot[i]] = step.spare[i];
        thin(scratch, beam, odds, random);
        return affordable(scratch, meter);
    });
    if (built == Built::Done) weigh_sample(run);
    return built;
}

// Computes the weights in doubles. Every layer is divided by a power of two that keeps it in range. The boosts include
// that factor, so that the backward pass divides in the same way. Weights that underflow beside the others of their
// layer are negligible here.
void Elimination::weigh_sample(Run& run) {
    run.sampled = true;
    run.exponent = 0;
    sample_pool_.resize(pool_size_);
    sample_pool_[states_[layers_[run.first_layer].first_state].offset] = 1;
    for (std::uint32_t l = run.first_layer; l < run.last_layer; ++l) {
        check_interruption();
        advance(l, l + 1, sample_pool_);
        const std::uint32_t first = layers_[l + 1].first_state;
        const std::uint32_t end = l + 1 == run.last_layer ? first + 1 : layers_[l + 2].first_state;
        const Window& last = states_[end - 1];
        double* begin = sample_pool_.data() + states_[first].offset;
        double* beyond = sample_pool_.data() + last.offset + last.length;
        const double greatest = *std::max_element(begin, beyond);
        if (!(greatest > 0)) continue;  // a dead end: its total will be zero
        const int exponent = std::ilogb(greatest);
        const double scale = std::ldexp(1.0, -exponent);
        for (double* weight = begin; weight != beyond; ++weight) *weight *= scale;
        for (std::uint32_t i = first; i < end; ++i) boost_[i] *= scale;
        run.exponent += exponent;
    }
}

}  // namespace sapper
