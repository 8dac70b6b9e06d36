// Finding the states of an elimination, layer by layer.
//
// The keys of a layer are kept in ascending order. Equal keys then lie side by side and need no table to be found,
// and the passes over the weights go through memory in order.
#include <algorithm>
#include <bit>
#include <limits>

#include "elimination.hpp"

namespace sapper {

namespace {

constexpr std::size_t MAX_STATES = 0xf0000000u;
constexpr std::size_t FEW = 32;            // states of a layer that are taken one by one
constexpr std::size_t MOST_STREAMS = 24;   // choices of mines that are worth a stream each
constexpr std::size_t CHECK_EVERY = 4096;  // states between two looks at the meter

// A residual is four bits of the key, so taking k mines from all of a group's constraints is one subtraction, and
// opening constraints one addition; no bit is ever carried between slots.
constexpr unsigned WORD_SLOTS = 16, SLOT_BITS = 4;

template <class Key>
void add_to(Key& key, int slot, int value) {
    const auto at = static_cast<unsigned>(slot);
    key.word[at / WORD_SLOTS] += static_cast<std::uint64_t>(value) << (at % WORD_SLOTS * SLOT_BITS);
}

template <class Key>
int value_of(const Key& key, int slot) {
    const auto at = static_cast<unsigned>(slot);
    return static_cast<int>(key.word[at / WORD_SLOTS] >> (at % WORD_SLOTS * SLOT_BITS) & 15);
}

template <class Key>
Key sum(Key a, const Key& b) {
    for (std::size_t w = 0; w < a.word.size(); ++w) a.word[w] += b.word[w];
    return a;
}

}  // namespace

// Eliminates a few joined groups: from the states of the newest layer to those of the next.
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
    std::size_t choices = 1;
    for (const Step& step : steps) choices *= static_cast<std::size_t>(step.size) + 1;
    const bool few = scratch.keys.size() <= FEW || choices > MOST_STREAMS;
    if (!(few ? grow_few(scratch, steps, meter) : grow_many(scratch, steps, meter))) return Built::OverBudget;
    scratch.first += static_cast<std::uint32_t>(scratch.keys.size());
    scratch.keys.swap(scratch.next);
    return scratch.keys.empty() ? Built::Impossible : Built::Done;
}

// A new state, and all the ways into it.
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
            add_to(sub[s], steps[s].slot[i], 1);
            if (steps[s].fresh[i]) add_to(add[s], steps[s].slot[i], steps[s].need[i]);
        }
    std::uint32_t from = scratch.first;
    // Takes every number of mines that step s allows, then goes on to the next step. How many a group may hold
    // follows from the residuals: nothing is tried and turned down.
    const auto descend = [&](auto& self, int s, Key<W> key, int mines, unsigned split) -> void {
        const Step& step = steps[s];
        for (int w = 0; w < W; ++w) key.word[w] += add[s].word[w];
        int low = 0, high = step.size;
        for (int i = 0; i < step.count; ++i) {
            const int left = value_of(key, step.slot[i]);
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

// One choice of mines for the joined groups. It changes all keys by the same amount, which keeps their order: the
// arrivals of a stream are sorted like the states they come from.
template <int W>
struct Elimination::Stream {
    Key<W> change{};
    std::uint16_t split = 0, mines = 0;
    Arrival<W>* next = nullptr;  // where its arrivals are written to, then read from
};

// Which streams a residual allows: those that take no more than it, and leave no more than there will be cells.
struct Elimination::Gate {
    int slot;
    std::uint32_t open[16] = {};  // by residual, a bit for each stream
};

template <int W>
struct Elimination::Fan {
    int streams = 0, gates = 0;
    Stream<W> stream[MOST_STREAMS];
    Gate gate[8 * MOST_JOINED];

    explicit Fan(std::span<const Step> steps);
};

template <int W>
Elimination::Fan<W>::Fan(std::span<const Step> steps) {
    // The constraints met, each with the steps that take from it. A slot may close and open again on the way.
    struct Met {
        int slot, spare, need;
        bool fresh;
        unsigned steps;
    };
    Met met[8 * MOST_JOINED];
    int constraints = 0;
    for (std::size_t s = 0; s < steps.size(); ++s)
        for (int i = 0; i < steps[s].count; ++i) {
            int c = steps[s].fresh[i] ? -1 : constraints - 1;
            while (c >= 0 && met[c].slot != steps[s].slot[i]) --c;
            if (c < 0) {
                c = constraints++;
                met[c] = {steps[s].slot[i], 0, steps[s].need[i], steps[s].fresh[i], 0};
            }
            met[c].spare = steps[s].spare[i];
            met[c].steps |= 1u << s;
        }
    for (int c = 0; c < constraints; ++c)
        if (!met[c].fresh) gate[gates++].slot = met[c].slot;
    int mines[MOST_JOINED] = {};
    for (;;) {
        Stream<W> made;
        std::uint32_t bit = 1u << streams;
        bool possible = true;
        for (int c = 0, g = 0; c < constraints; ++c) {
            int taken = 0;
            for (std::size_t s = 0; s < steps.size(); ++s)
                if (met[c].steps >> s & 1) taken += mines[s];
            add_to(made.change, met[c].slot, (met[c].fresh ? met[c].need : 0) - taken);
            if (met[c].fresh)
                possible &= met[c].need >= taken && met[c].need <= taken + met[c].spare;
            else
                for (int value = 0; value < 16; ++value) {
                    std::uint32_t& open = gate[g].open[value];
                    open = value >= taken && value <= taken + met[c].spare ? open | bit : open & ~bit;
                    g += value == 15;
                }
        }
        for (std::size_t s = 0; s < steps.size(); ++s) {
            made.split |= static_cast<std::uint16_t>(mines[s] << (4 * s));
            made.mines += static_cast<std::uint16_t>(mines[s]);
        }
        if (possible) stream[streams++] = made;
        std::size_t s = 0;
        while (s < steps.size() && mines[s] == steps[s].size) mines[s++] = 0;
        if (s == steps.size()) break;
        ++mines[s];
    }
}

template <int W>
bool Elimination::grow_many(Scratch<W>& scratch, std::span<const Step> steps, const Meter& meter) {
    Fan<W> fan(steps);
    if (fan.streams == 0) return true;
    const std::size_t room = scratch.keys.size() + 1;
    scratch.arrivals.resize(room * static_cast<std::size_t>(fan.streams));
    Arrival<W>* begin[MOST_STREAMS];
    for (int i = 0; i < fan.streams; ++i)
        fan.stream[i].next = begin[i] = scratch.arrivals.data() + room * static_cast<std::size_t>(i);
    std::uint32_t from = scratch.first;
    const std::uint32_t all = (1u << fan.streams) - 1;
    for (const Key<W>& key : scratch.keys) {
        std::uint32_t open = all;
        for (int g = 0; g < fan.gates; ++g) open &= fan.gate[g].open[value_of(key, fan.gate[g].slot)];
        for (; open; open &= open - 1) {
            Stream<W>& stream = fan.stream[std::countr_zero(open)];
            *stream.next++ = {sum(key, stream.change), from, stream.split, stream.mines};
        }
        ++from;
    }
    // Merges the streams. Each ends with a key that is greater than all.
    Key<W> heads[MOST_STREAMS], beyond;
    beyond.word.fill(~std::uint64_t{0});
    for (int i = 0; i < fan.streams; ++i) {
        fan.stream[i].next->key = beyond;
        fan.stream[i].next = begin[i];
        heads[i] = begin[i]->key;
    }
    Arrival<W> same[MOST_STREAMS];
    for (std::size_t made = 1;; ++made) {
        if (made % CHECK_EVERY == 0 && !affordable(scratch, meter)) return false;
        Key<W> least = heads[0];
        for (int i = 1; i < fan.streams; ++i) least = heads[i] < least ? heads[i] : least;
        if (least == beyond) return true;
        std::uint32_t who = 0;
        for (int i = 0; i < fan.streams; ++i) who |= static_cast<std::uint32_t>(heads[i] == least) << i;
        int ways = 0;
        for (; who; who &= who - 1) {
            const int i = std::countr_zero(who);
            same[ways++] = *fan.stream[i].next++;
            heads[i] = fan.stream[i].next->key;
        }
        arrive(scratch, same, ways);
    }
}

template <int W>
bool Elimination::affordable(const Scratch<W>& scratch, const Meter& meter) const {
    const std::size_t used = states_.size() * sizeof(Window) + transitions_.size() * sizeof(Transition) +
                             (scratch.keys.size() + scratch.next.size()) * sizeof(Key<W>) +
                             scratch.arrivals.size() * sizeof(Arrival<W>);
    // Arrays grow by half of what they hold.
    return !meter.expired() && meter.fits(used + used / 2) && states_.size() < MAX_STATES;
}

template Built Elimination::grow(Scratch<1>&, std::span<const Step>, const Meter&);
template Built Elimination::grow(Scratch<2>&, std::span<const Step>, const Meter&);
template Built Elimination::grow(Scratch<4>&, std::span<const Step>, const Meter&);
template Built Elimination::grow(Scratch<8>&, std::span<const Step>, const Meter&);

}  // namespace sapper
