// Finding the states of an elimination, layer by layer.
//
// The keys of a layer are kept in ascending order. Equal keys are then adjacent and need no hash table, and the passes
// over the weights access memory in order.
#include <algorithm>
#include <bit>
#include <limits>

#include "solver/elimination.hpp"

namespace sapper {

namespace {

constexpr std::size_t MAX_STATES = 0xf0000000u;
constexpr std::size_t FEW = 32;            // up to so many states of a layer, each is expanded by itself
constexpr std::size_t CHECK_EVERY = 4096;  // states between two checks of the meter

}  // namespace

// Eliminates a few joined groups: builds the states of the next layer from those of the newest one.
template <int W>
Built Elimination::grow(Scratch<W>& scratch, std::span<const Step> steps, const Meter& meter) {
    Layer& layer = layers_.emplace_back();
    layer.first_state = scratch.first;
    layer.first_transition = static_cast<std::uint32_t>(transitions_.size());
    layer.count = static_cast<int>(steps.size());
    for (int s = 0; s < layer.count; ++s) {
        layer.group[s] = steps[s].group;
        layer.size[s] = steps[s].size;
    }
    scratch.next.clear();
    scratch.arrivals.clear();
    const bool few = scratch.keys.size() <= FEW || choices_of(steps) > MOST_STREAMS;
    if (!(few ? grow_few(scratch, steps, meter) : grow_many(scratch, steps, meter))) return Built::OverBudget;
    scratch.first += static_cast<std::uint32_t>(scratch.keys.size());
    scratch.keys.swap(scratch.next);
    return scratch.keys.empty() ? Built::Impossible : Built::Done;
}

// Adds a new state and all transitions into it.
template <int W>
void Elimination::arrive(Scratch<W>& scratch, const Arrival<W>* arrivals, int count) {
    const auto to = static_cast<std::uint32_t>(states_.size());
    int low = std::numeric_limits<int>::max(), high = 0;
    for (int i = 0; i < count; ++i) {
        const Arrival<W>& arrival = arrivals[i];
        const Window& from = states_[arrival.from];
        low = std::min(low, from.low + arrival.mines);
        high = std::max(high, from.length + arrival.mines);
        transitions_.push_back({arrival.from, to, arrival.split, arrival.mines});
    }
    scratch.next.push_back(arrivals->key);
    states_.push_back({0, low, high});
}

template <int W>
bool Elimination::grow_few(Scratch<W>& scratch, std::span<const Step> steps, const Meter& meter) {
    const int count = static_cast<int>(steps.size());
    auto& arrivals = scratch.arrivals;
    Key<W> add[MOST_JOINED], sub[MOST_JOINED];
    for (int s = 0; s < count; ++s)
        for (int i = 0; i < steps[s].count; ++i) {
            sub[s].add(steps[s].slot[i], 1);
            if (steps[s].fresh[i]) add[s].add(steps[s].slot[i], steps[s].need[i]);
        }
    std::uint32_t from = scratch.first;
    // Tries every number of mines that step s allows, then continues with the next step; there are at most
    // MOST_JOINED steps. The residuals bound that number, so no choice has to be rejected afterwards.
    const auto descend = [&](auto& self, int s, Key<W> key, int mines, unsigned split) -> void {
        const Step& step = steps[s];
        for (int w = 0; w < W; ++w) key.word[w] += add[s].word[w];
        int low = 0, high = step.size;
        for (int i = 0; i < step.count; ++i) {
            const int left = key[step.slot[i]];
            high = std::min(high, left);
            low = std::max(low, left - step.spare[i]);
        }
        for (int w = 0; w < W; ++w) key.word[w] -= static_cast<std::uint64_t>(low) * sub[s].word[w];
        for (int k = low; k <= high; ++k) {
            const unsigned parts = split | static_cast<unsigned>(k) << (4 * s);
            if (s + 1 < count)
                self(self, s + 1, key, mines + k, parts);
            else
                arrivals.push_back(
                    {key, from, static_cast<std::uint16_t>(parts), static_cast<std::uint16_t>(mines + k)});
            for (int w = 0; w < W; ++w) key.word[w] -= sub[s].word[w];
        }
    };
    for (const Key<W>& key : scratch.keys) {
        descend(descend, 0, key, 0, 0);
        if (++from % CHECK_EVERY == 0 && !affordable(scratch, meter)) return false;
    }
    std::sort(arrivals.begin(), arrivals.end(), [](const auto& a, const auto& b) {
        return a.key == b.key ? a.from == b.from ? a.split < b.split : a.from < b.from : a.key < b.key;
    });
    for (const Arrival<W>*at = arrivals.begin(), *end = arrivals.end(); at != end;) {
        const Arrival<W>* last = at + 1;
        while (last != end && last->key == at->key) ++last;
        arrive(scratch, at, static_cast<int>(last - at));
        at = last;
    }
    return true;
}

template <int W>
bool Elimination::grow_many(Scratch<W>& scratch, std::span<const Step> steps, const Meter& meter) {
    std::size_t made = 0;
    return Successors<W>(steps).visit(scratch.keys, scratch.first, scratch.arrivals,
                                      [&](const Arrival<W>* arrivals, int count, std::uint32_t) {
                                          if (++made % CHECK_EVERY == 0 && !affordable(scratch, meter)) return false;
                                          arrive(scratch, arrivals, count);
                                          return true;
                                      });
}

template <int W>
bool Elimination::affordable(const Scratch<W>& scratch, const Meter& meter) const {
    const std::size_t used = states_.size() * sizeof(Window) + transitions_.size() * sizeof(Transition) +
                             (scratch.keys.size() + scratch.next.size()) * sizeof(Key<W>) +
                             scratch.arrivals.size() * sizeof(Arrival<W>);
    // An array grows by half of its size.
    return !meter.expired() && meter.fits(used + used / 2) && states_.size() < MAX_STATES;
}

template Built Elimination::grow(Scratch<1>&, std::span<const Step>, const Meter&);
template Built Elimination::grow(Scratch<2>&, std::span<const Step>, const Meter&);
template Built Elimination::grow(Scratch<4>&, std::span<const Step>, const Meter&);
template Built Elimination::grow(Scratch<8>&, std::span<const Step>, const Meter&);

}  // namespace sapper
