#include "elimination.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace sapper {

namespace {

constexpr std::uint32_t NONE = 0xffffffffu;
constexpr std::size_t MAX_STATES = 0xf0000000u;
constexpr std::uint32_t LINEAR = 8;          // states of a layer that are searched one by one before hashing
constexpr std::size_t PRUNE_FROM = 4096;     // states of a component that make dropping dead ones worth a pass
constexpr std::uint32_t CHECK_EVERY = 4096;  // states between two looks at the meter

std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

template <class Key>
std::uint64_t hash(const Key& key) {
    std::uint64_t h = 0;
    for (auto word : key.word) h = mix(h + word);
    return h;
}

}  // namespace

void Elimination::clear() {
    rewind({0, 0, 0, 0});
    boost_.clear();
}

void Elimination::rewind(const Mark& mark) {
    states_.resize(mark.states);
    transitions_.resize(mark.transitions);
    layers_.resize(mark.layers);
    pool_size_ = mark.pool;
    if (!boost_.empty()) boost_.resize(mark.states);
}

std::size_t Elimination::bytes() const {
    const auto held = [](const auto& scratch) {
        return scratch.keys.capacity() * sizeof(scratch.keys[0]) + scratch.table.capacity() * sizeof(scratch.table[0]);
    };
    return states_.capacity() * sizeof(State) + transitions_.capacity() * sizeof(Transition) + held(narrow_) +
           held(medium_) + held(broad_) + held(broadest_);
}

template <class Act>
Built Elimination::with_width(int slots, Act act) {
    const Mark before = mark();
    const Built built = slots <= 16   ? act(narrow_)
                        : slots <= 32 ? act(medium_)
                        : slots <= 64 ? act(broad_)
                        : slots <= 128 ? act(broadest_)
                                       : Built::OverBudget;
    if (built != Built::Done) rewind(before);
    return built;
}

Built Elimination::add(const std::vector<Step>& steps, int slots, const Meter& meter, Run& run) {
    return with_width(slots, [&](auto& scratch) {
        start(scratch, run);
        for (const Step& step : steps)
            if (const Built built = grow(scratch, step, meter); built != Built::Done) return built;
        return finish(meter, run);
    });
}

Built Elimination::sample(const std::vector<Step>& steps, int slots, const Meter& meter, std::size_t beam, double odds,
                          std::mt19937_64& random, Run& run) {
    boost_.resize(states_.size(), 1);
    return with_width(slots, [&](auto& scratch) {
        start(scratch, run);
        boost_.push_back(1);
        score_.assign(1, 1);
        for (const Step& step : steps) {
            if (const Built built = grow(scratch, step, meter); built != Built::Done) return built;
            thin(scratch, beam, odds, random);
        }
        return finish(meter, run);
    });
}

template <int W>
void Elimination::start(Scratch<W>& scratch, Run& run) {
    scratch.keys.clear();
    scratch.keys.emplace_back();
    scratch.table.clear();
    scratch.base = static_cast<std::uint32_t>(states_.size());
    scratch.begin = 0;
    states_.push_back({0, 0, 0});
    run.first_layer = static_cast<std::uint32_t>(layers_.size());
}

// Eliminates one group: from the states of the newest layer to those of the next.
template <int W>
Built Elimination::grow(Scratch<W>& scratch, const Step& step, const Meter& meter) {
    auto& keys = scratch.keys;
    auto& table = scratch.table;
    const std::uint32_t base = scratch.base, begin = scratch.begin;
    const auto end = static_cast<std::uint32_t>(keys.size());
    layers_.push_back({step.group, step.size, base + begin, static_cast<std::uint32_t>(transitions_.size())});

    // A residual is four bits of the key, so taking k mines from all of a group's constraints is one
    // subtraction, and opening constraints one addition; no bit is ever carried between slots.
    Key<W> add, sub;
    for (int i = 0; i < step.count; ++i) {
        const int word = step.slot[i] >> 4, shift = (step.slot[i] & 15) * 4;
        sub.word[word] |= std::uint64_t{1} << shift;
        if (step.fresh[i]) add.word[word] |= static_cast<std::uint64_t>(step.need[i]) << shift;
    }
    bool hashed = false;
    std::size_t mask = 0;
    for (std::uint32_t from = begin; from < end; ++from) {
        if ((from & (CHECK_EVERY - 1)) == CHECK_EVERY - 1) {
            const std::size_t used = states_.size() * sizeof(State) + keys.size() * sizeof(Key<W>) +
                                     transitions_.size() * sizeof(Transition) + table.size() * sizeof(table[0]);
            // Vectors double as they grow: for a moment three times what is used may be held.
            if (meter.expired() || !meter.fits(3 * used) || keys.size() > MAX_STATES - base) return Built::OverBudget;
        }
        Key<W> key = keys[from];
        for (int w = 0; w < W; ++w) key.word[w] += add.word[w];
        int low = 0, high = step.size;
        for (int i = 0; i < step.count; ++i) {
            const int left = static_cast<int>(key.word[step.slot[i] >> 4] >> ((step.slot[i] & 15) * 4) & 15);
            high = std::min(high, left);
            low = std::max(low, left - step.spare[i]);
        }
        for (int w = 0; w < W; ++w) key.word[w] -= static_cast<std::uint64_t>(low) * sub.word[w];
        const int from_low = states_[base + from].low, from_high = states_[base + from].length;
        for (int k = low; k <= high; ++k) {
            auto to = end;
            const auto count = static_cast<std::uint32_t>(keys.size());
            std::size_t place = 0;
            if (!hashed) {
                while (to < count && !(keys[to] == key)) ++to;
            } else {
                // Entries of earlier layers have smaller indices: they count as empty.
                for (place = hash(key) & mask; table[place] >= end && table[place] < count; place = (place + 1) & mask)
                    if (keys[table[place]] == key) break;
                to = table[place] >= end && table[place] < count ? table[place] : count;
            }
            if (to == count) {
                keys.push_back(key);
                states_.push_back({0, from_low + k, from_high + k});
                if (hashed) {
                    table[place] = to;
                    if ((count - end) * 2 > mask) hashed = false;
                }
                if (!hashed && count - end >= LINEAR) {
                    std::size_t size = std::max<std::size_t>(table.size(), 64);
                    while (size < (count - end + 1) * std::size_t{4}) size *= 2;
                    if (size > table.size()) table.assign(size, NONE);
                    mask = size - 1;
                    hashed = true;
                    for (std::uint32_t i = end; i <= count; ++i) {
                        std::size_t free = hash(keys[i]) & mask;
                        while (table[free] >= end && table[free] <= count) free = (free + 1) & mask;
                        table[free] = i;
                    }
                }
            } else {
                State& known = states_[base + to];
                known.low = std::min(known.low, from_low + k);
                known.length = std::max(known.length, from_high + k);
            }
            transitions_.push_back({base + from, base + to, static_cast<std::uint32_t>(k)});
            for (int w = 0; w < W; ++w) key.word[w] -= sub.word[w];
        }
    }
    scratch.begin = end;
    return keys.size() > end ? Built::Done : Built::Impossible;
}

// Keeps about `beam` states of the newest layer. A state of score s survives with chance s / cut (surely when
// that exceeds one) and is boosted by the inverse, which leaves every expectation as it was.
template <int W>
void Elimination::thin(Scratch<W>& scratch, std::size_t beam, double odds, std::mt19937_64& random) {
    auto& keys = scratch.keys;
    const std::uint32_t base = scratch.base, begin = scratch.begin;
    const Layer& layer = layers_.back();
    const std::size_t count = keys.size() - begin;
    std::vector<double> score(count, 0);
    double chance[9];
    for (int k = 0; k <= layer.size; ++k) chance[k] = CHOOSE[layer.size][k] * std::pow(odds, k);
    double total = 0;
    for (std::size_t i = layer.first_transition; i < transitions_.size(); ++i) {
        const Transition& step = transitions_[i];
        const double share = score_[step.from - layer.first_state] * chance[step.mines];
        score[step.to - base - begin] += share;
        total += share;
    }
    for (double& s : score) s /= total;
    boost_.resize(states_.size(), 1);
    if (count > beam) {
        std::vector<double> sorted = score;
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
        // The cut for which the chances of survival add up to the beam.
        double below = 1;
        std::size_t sure = 0;
        while (sure < beam && sorted[sure] * static_cast<double>(beam - sure) >= below) below -= sorted[sure++];
        const double cut = std::max(below, 1e-300) / static_cast<double>(beam - sure);
        renumber_.assign(count, NONE);
        std::uint32_t kept = begin;
        double stride = std::uniform_real_distribution<double>(0, 1)(random);  // systematic: one draw a layer
        for (std::size_t i = 0; i < count; ++i) {
            const double survives = score[i] / cut;
            if (survives < 1) {
                stride += survives;
                if (stride < 1) continue;
                stride -= 1;
            }
            const double boost = survives < 1 ? 1 / survives : 1;
            renumber_[i] = kept;
            keys[kept] = keys[begin + i];
            states_[base + kept] = states_[base + begin + i];
            boost_[base + kept] = boost;
            score[kept - begin] = score[i] * boost;
            ++kept;
        }
        keys.resize(kept);
        states_.resize(base + kept);
        boost_.resize(base + kept);
        score.resize(kept - begin);
        std::size_t out = layer.first_transition;
        for (std::size_t i = layer.first_transition; i < transitions_.size(); ++i) {
            const std::uint32_t to = renumber_[transitions_[i].to - base - begin];
            if (to != NONE) transitions_[out++] = {transitions_[i].from, base + to, transitions_[i].mines};
        }
        transitions_.resize(out);
        // The table's entries point past the kept states or at others: none may pass for the next layer's.
        std::fill(scratch.table.begin(), scratch.table.end(), NONE);
    }
    score_.swap(score);
}

// All constraints are closed, so all keys are zero: the newest layer is the one final state.
Built Elimination::finish(const Meter& meter, Run& run) {
    run.last_layer = static_cast<std::uint32_t>(layers_.size());
    run.final_state = static_cast<std::uint32_t>(states_.size()) - 1;
    layers_.push_back({-1, 0, run.final_state, static_cast<std::uint32_t>(transitions_.size())});
    const std::uint32_t base = layers_[run.first_layer].first_state;
    if (boost_.empty() && states_.size() - base > PRUNE_FROM) {
        drop_dead(run);
        run.final_state = static_cast<std::uint32_t>(states_.size()) - 1;
    }
    std::size_t pool = pool_size_;
    for (std::size_t i = base; i < states_.size(); ++i) {
        State& state = states_[i];
        state.length += 1 - state.low;
        state.offset = pool;
        pool += static_cast<std::size_t>(state.length);
    }
    if (!meter.fits(bytes() + pool * sizeof(Wide))) return Built::OverBudget;
    pool_size_ = pool;
    run.low = states_[run.final_state].low;
    run.length = states_[run.final_state].length;
    return Built::Done;
}

// Removes the states from which the final one cannot be reached. Indices shift, order stays.
void Elimination::drop_dead(const Run& run) {
    const std::uint32_t base = layers_[run.first_layer].first_state;
    const auto first = layers_[run.first_layer].first_transition;
    renumber_.assign(states_.size() - base, 0);
    renumber_[run.final_state - base] = 1;
    for (std::size_t i = transitions_.size(); i-- > first;)
        renumber_[transitions_[i].from - base] |= renumber_[transitions_[i].to - base];
    std::uint32_t kept = base;
    std::uint32_t layer = run.first_layer;
    for (std::uint32_t i = base; i < base + renumber_.size(); ++i) {
        while (layer <= run.last_layer && layers_[layer].first_state == i) layers_[layer++].first_state = kept;
        if (renumber_[i - base]) {
            states_[kept] = states_[i];
            renumber_[i - base] = kept++;
        } else {
            renumber_[i - base] = NONE;
        }
    }
    states_.resize(kept);
    auto out = first;
    layer = run.first_layer;
    for (auto i = first; i < transitions_.size(); ++i) {
        while (layer <= run.last_layer && layers_[layer].first_transition == i) layers_[layer++].first_transition = out;
        const std::uint32_t from = renumber_[transitions_[i].from - base], to = renumber_[transitions_[i].to - base];
        if (from != NONE && to != NONE) transitions_[out++] = {from, to, transitions_[i].mines};
    }
    layers_[run.last_layer].first_transition = out;
    transitions_.resize(out);
}

// Multiplies the windows of a layer's states by their boosts.
template <class T>
void Elimination::boost_layer(std::uint32_t l, T* pool, std::size_t origin) const {
    const std::uint32_t last = layers_[l].group < 0 ? layers_[l].first_state + 1 : layers_[l + 1].first_state;
    for (std::uint32_t s = layers_[l].first_state; s < last; ++s) {
        const T boost = whole<T>(boost_[s]);
        T* window = pool + (states_[s].offset - origin);
        for (int m = 0; m < states_[s].length; ++m) window[m] = boost * window[m];
    }
}

template <class T>
void Elimination::forward(const Run& run, std::vector<T>& pool) const {
    const std::uint32_t base = layers_[run.first_layer].first_state;
    std::fill(pool.begin() + static_cast<std::ptrdiff_t>(states_[base].offset),
              pool.begin() + static_cast<std::ptrdiff_t>(states_[run.final_state].offset + run.length), T{});
    pool[states_[base].offset] = whole<T>(1);
    for (std::uint32_t l = run.first_layer; l < run.last_layer; ++l) {
        const Layer& layer = layers_[l];
        T choose[9];
        for (int k = 0; k <= layer.size; ++k) choose[k] = whole<T>(CHOOSE[layer.size][k]);
        for (std::uint32_t i = layer.first_transition; i < layers_[l + 1].first_transition; ++i) {
            const Transition& step = transitions_[i];
            const State& from = states_[step.from];
            const State& to = states_[step.to];
            const T* in = pool.data() + from.offset;
            T* out = pool.data() + to.offset + (from.low + static_cast<int>(step.mines) - to.low);
            const T weight = choose[step.mines];
            for (int m = 0; m < from.length; ++m) out[m] += weight * in[m];
        }
        if (!boost_.empty()) boost_layer(l + 1, pool.data(), 0);
    }
}

template <class T>
void Elimination::backward(const Run& run, const std::vector<T>& pool, const T* context, Buffers<T>& buffers, std::vector<T>& weights) const {
    auto& [after, before] = buffers;
    after.assign(context, context + run.length);
    for (std::uint32_t l = run.last_layer; l-- > run.first_layer;) {
        const Layer& layer = layers_[l];
        const std::size_t base = states_[layer.first_state].offset;
        const std::size_t next = states_[layers_[l + 1].first_state].offset;
        before.assign(next - base, T{});
        if (!boost_.empty()) boost_layer(l + 1, after.data(), next);
        T* sums = weights.data() + static_cast<std::size_t>(layer.group) * 9;
        for (std::uint32_t i = layer.first_transition; i < layers_[l + 1].first_transition; ++i) {
            const Transition& step = transitions_[i];
            const State& from = states_[step.from];
            const State& to = states_[step.to];
            const T* beyond = after.data() + (to.offset - next) + (from.low + static_cast<int>(step.mines) - to.low);
            const T* reached = pool.data() + from.offset;
            T* out = before.data() + (from.offset - base);
            const T weight = T(CHOOSE[layer.size][step.mines]);
            T dot{};
            for (int m = 0; m < from.length; ++m) {
                out[m] += weight * beyond[m];
                dot += reached[m] * beyond[m];
            }
            sums[step.mines] += weight * dot;
        }
        std::swap(after, before);
    }
}

template void Elimination::forward<double>(const Run&, std::vector<double>&) const;
template void Elimination::forward<Wide>(const Run&, std::vector<Wide>&) const;
template void Elimination::forward<Residue>(const Run&, std::vector<Residue>&) const;
template void Elimination::backward<double>(const Run&, const std::vector<double>&, const double*, Buffers<double>&, std::vector<double>&) const;
template void Elimination::backward<Wide>(const Run&, const std::vector<Wide>&, const Wide*, Buffers<Wide>&, std::vector<Wide>&) const;

}  // namespace sapper
