// Finding the states of an elimination, layer by layer.
//
// The keys of a layer are kept in ascending order. Equal keys are then adjacent and need no hash table, and the passes
// over the weights access memory in order.
#include <algorithm>
#include <bit>
#include <limits>

#include "solver/elimination.hpp"
#include "support/sorting.hpp"

namespace sapper {

namespace {

constexpr std::size_t MAX_STATES = 0xf0000000u;
constexpr std::size_t FEW = 32;            // if a layer has at most this many states, each is expanded by itself
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
    Transition* out = transitions_.extend(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const Arrival<W>& arrival = arrivals[i];
        const Window& from = states_[arrival.from];
        low = std::min(low, from.low + arrival.mines);
        high = std::max(high, from.length + arrival.mines);
        out[i] = {arrival.from, to, arrival.split, arrival.mines};
    }
    scratch.next.push_back(arrivals->key);
    states_.push_back({0, low, high});
}

// Extends the arrivals by one more step: tries every number of mines that the step allows. The residuals bound that
// number, so no choice has to be rejected afterwards. `shift` is the place of the step in a split.
template <int W>
bool Elimination::distribute(Scratch<W>& scratch, const Step& step, int shift, const Meter& meter) {
    Key<W> opening, one;
    for (int i = 0; i < step.count; ++i) {
        one.add(step.slot[i], 1);
        if (step.fresh[i]) opening.add(step.slot[i], step.need[i]);
    }
    scratch.partial.swap(scratch.arrivals);
    scratch.arrivals.clear();
    std::size_t made = 0;
    for (const Arrival<W>& arrival : scratch.partial) {
        Key<W> key = arrival.key + opening;
        int low = 0, high = step.size;
        for (int i = 0; i < step.count; ++i) {
            const int left = key[step.slot[i]];
            high = std::min(high, left);
            low = std::max(low, left - step.spare[i]);
        }
        if (++made % CHECK_EVERY == 0 && !affordable(scratch, meter)) return false;
        if (low > high) continue;
        key.subtract(one, low);
        Arrival<W>* out = scratch.arrivals.extend(static_cast<std::size_t>(high - low + 1));
        for (int k = low; k <= high; ++k, ++out) {
            *out = {key, arrival.from, static_cast<std::uint16_t>(arrival.split | k << shift),
                    static_cast<std::uint16_t>(arrival.mines + k)};
            key.subtract(one, 1);
        }
    }
    return true;
}

template <int W>
bool Elimination::grow_few(Scratch<W>& scratch, std::span<const Step> steps, const Meter& meter) {
    auto& arrivals = scratch.arrivals;
    Arrival<W>* out = arrivals.extend(scratch.keys.size());
    std::uint32_t from = scratch.first;
    for (const Key<W>& key : scratch.keys) *out++ = {key, from++, 0, 0};
    int shift = 0;
    for (const Step& step : steps) {
        if (!distribute(scratch, step, shift, meter)) return false;
        shift += static_cast<int>(SLOT_BITS);
    }
    sort_stably(arrivals.begin(), arrivals.end(), [](const auto& a, const auto& b) {
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
                             (scratch.arrivals.size() + scratch.partial.size()) * sizeof(Arrival<W>);
    // An array grows by half of its size.
    return !meter.expired() && meter.fits(used + used / 2) && states_.size() < MAX_STATES;
}

template Built Elimination::grow(Scratch<1>&, std::span<const Step>, const Meter&);
template bool Elimination::affordable(const Scratch<1>&, const Meter&) const;
template Built Elimination::grow(Scratch<2>&, std::span<const Step>, const Meter&);
template bool Elimination::affordable(const Scratch<2>&, const Meter&) const;
template Built Elimination::grow(Scratch<4>&, std::span<const Step>, const Meter&);
template bool Elimination::affordable(const Scratch<4>&, const Meter&) const;
template Built Elimination::grow(Scratch<8>&, std::span<const Step>, const Meter&);
template bool Elimination::affordable(const Scratch<8>&, const Meter&) const;

}  // namespace sapper
