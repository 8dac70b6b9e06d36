// The transitions from the states of one layer to those of the next, for each choice of mines in the groups eliminated.
//
// The residual of a constraint is the number of mines it still needs. The key of a state holds the residual of each
// open constraint, in four bits per slot. Taking k mines from all constraints of a group is one subtraction, and
// opening constraints is one addition. Nothing is ever carried from one slot to the next.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "solver/elimination_order.hpp"
#include "support/interruption.hpp"
#include "support/store.hpp"

namespace sapper {

inline constexpr unsigned WORD_SLOTS = 16, SLOT_BITS = 4;

template <int W>
struct Key {
    std::array<std::uint64_t, W> word{};
    bool operator==(const Key& other) const {
        std::uint64_t differs = 0;  // no early exit: comparing all words is cheaper than branching
        for (int w = 0; w < W; ++w) differs |= word[w] ^ other.word[w];
        return differs == 0;
    }
    bool operator<(const Key& other) const { return word < other.word; }
    int operator[](int slot) const {
        const auto at = static_cast<unsigned>(slot);
        if constexpr (W == 1)
            return static_cast<int>(word[0] >> (at * SLOT_BITS) & 15);
        else
            return static_cast<int>(word[at / WORD_SLOTS] >> (at % WORD_SLOTS * SLOT_BITS) & 15);
    }
    void add(int slot, int value) {
        const auto at = static_cast<unsigned>(slot);
        word[at / WORD_SLOTS] += static_cast<std::uint64_t>(value) << (at % WORD_SLOTS * SLOT_BITS);
    }
    friend Key operator+(Key a, const Key& b) {
        for (int w = 0; w < W; ++w) a.word[w] += b.word[w];
        return a;
    }
    void subtract(const Key& b, int times) {
        for (int w = 0; w < W; ++w) word[w] -= static_cast<std::uint64_t>(times) * b.word[w];
    }
};

// A transition into a state of the layer being built.
template <int W>
struct Arrival {
    Key<W> key;
    std::uint32_t from;
    std::uint16_t split, mines;
};

// One choice of mines for the joined groups. It changes all keys by the same amount and so keeps their order: the
// arrivals of a stream are sorted like the states they come from.
template <int W>
struct Stream {
    Key<W> change{};
    std::uint16_t split = 0, mines = 0;
};

// Which streams a residual allows: those that take at most that many mines, and leave at most as many as there are
// cells left.
struct Gate {
    int slot;
    std::uint32_t open[16] = {};  // indexed by residual: one bit for each stream
};

// An upper bound on the ways to distribute mines among the groups of joined steps.
inline std::size_t choices_of(std::span<const Step> steps) {
    std::size_t choices = 1;
    for (const Step& step : steps) choices *= static_cast<std::size_t>(step.size) + 1;
    return choices;
}

template <int W>
struct Successors {
    int streams = 0, gates = 0;
    Stream<W> stream[MOST_STREAMS];
    Gate gate[8 * MOST_JOINED];

    // The steps must not have more than MOST_STREAMS choices.
    explicit Successors(std::span<const Step> steps);

    // Visits the successors of the states `keys`, which must be ascending, in ascending order. act(arrivals, count,
    // who) gets all transitions into one successor, each from a different stream (a bit of `who`); returning false
    // stops the visit. keys[0] belongs to state `from`.
    template <class Act>
    bool visit(std::span<const Key<W>> keys, std::uint32_t from, Store<Arrival<W>>& arrivals, Act act) const;

private:
    // A constraint that the steps touch, and which of them take mines from it. If a slot closes and opens again within
    // these steps, it counts as two constraints.
    struct Touched {
        int slot, spare, need;
        bool fresh;
        unsigned steps;  // one bit for each step
    };
    static int find_touched(std::span<const Step> steps, Touched* touched);
    void add_stream(std::span<const Touched> touched, std::span<const Step> steps, const int* mines);
};

template <int W>
int Successors<W>::find_touched(std::span<const Step> steps, Touched* touched) {
    int count = 0;
    for (std::size_t s = 0; s < steps.size(); ++s)
        for (int i = 0; i < steps[s].count; ++i) {
            int c = steps[s].fresh[i] ? -1 : count - 1;
            while (c >= 0 && touched[c].slot != steps[s].slot[i]) --c;
            if (c < 0) {
                c = count++;
                touched[c] = {steps[s].slot[i], 0, steps[s].need[i], steps[s].fresh[i], 0};
            }
            touched[c].spare = steps[s].spare[i];
            touched[c].steps |= 1u << s;
        }
    return count;
}

template <int W>
void Successors<W>::add_stream(std::span<const Touched> touched, std::span<const Step> steps, const int* mines) {
    Stream<W> made;
    const std::uint32_t bit = 1u << streams;
    bool possible = true;
    int g = 0;
    for (const Touched& constraint : touched) {
        int taken = 0;
        for (std::size_t s = 0; s < steps.size(); ++s)
            if (constraint.steps >> s & 1) taken += mines[s];
        made.change.add(constraint.slot, (constraint.fresh ? constraint.need : 0) - taken);
        if (constraint.fresh) {
            possible &= constraint.need >= taken && constraint.need <= taken + constraint.spare;
            continue;
        }
        for (int value = 0; value < 16; ++value) {
            std::uint32_t& open = gate[g].open[value];
            open = value >= taken && value <= taken + constraint.spare ? open | bit : open & ~bit;
        }
        ++g;
    }
    for (std::size_t s = 0; s < steps.size(); ++s) {
        made.split |= static_cast<std::uint16_t>(mines[s] << (4 * s));
        made.mines += static_cast<std::uint16_t>(mines[s]);
    }
    if (possible) stream[streams++] = made;
}

template <int W>
Successors<W>::Successors(std::span<const Step> steps) {
    Touched touched[8 * MOST_JOINED];
    const int constraints = find_touched(steps, touched);
    for (int c = 0; c < constraints; ++c)
        if (!touched[c].fresh) gate[gates++].slot = touched[c].slot;
    int mines[MOST_JOINED] = {};
    for (;;) {
        add_stream({touched, static_cast<std::size_t>(constraints)}, steps, mines);
        std::size_t s = 0;
        while (s < steps.size() && mines[s] == steps[s].size) mines[s++] = 0;
        if (s == steps.size()) break;
        ++mines[s];
    }
}

template <int W>
template <class Act>
bool Successors<W>::visit(std::span<const Key<W>> keys, std::uint32_t from, Store<Arrival<W>>& arrivals,
                          Act act) const {
    if (streams == 0) return true;
    const std::size_t room = keys.size() + 1;
    arrivals.resize(room * static_cast<std::size_t>(streams));
    Arrival<W>* next[MOST_STREAMS];  // indexed by stream: where its next arrival is written, then read
    const auto rewind = [&] {
        for (int i = 0; i < streams; ++i) next[i] = arrivals.data() + room * static_cast<std::size_t>(i);
    };
    rewind();
    const std::uint32_t all = (1u << streams) - 1;
    RareCheck<10> check;  // most of the time of this loop is the first access to new memory
    for (const Key<W>& key : keys) {
        check();
        std::uint32_t open = all;
        for (int g = 0; g < gates; ++g) open &= gate[g].open[key[gate[g].slot]];
        for (; open; open &= open - 1) {
            const int i = std::countr_zero(open);
            *next[i]++ = {key + stream[i].change, from, stream[i].split, stream[i].mines};
        }
        ++from;
    }
    // Merges the streams. Each ends with a key that is greater than all others.
    Key<W> heads[MOST_STREAMS], beyond;
    beyond.word.fill(~std::uint64_t{0});
    for (int i = 0; i < streams; ++i) next[i]->key = beyond;
    rewind();
    for (int i = 0; i < streams; ++i) heads[i] = next[i]->key;
    Arrival<W> same[MOST_STREAMS];
    for (;;) {
        Key<W> least = heads[0];
        for (int i = 1; i < streams; ++i) least = heads[i] < least ? heads[i] : least;
        if (least == beyond) return true;
        std::uint32_t who = 0;
        for (int i = 0; i < streams; ++i) who |= static_cast<std::uint32_t>(heads[i] == least) << i;
        int ways = 0;
        for (std::uint32_t left = who; left; left &= left - 1) {
            const int i = std::countr_zero(left);
            same[ways++] = *next[i]++;
            heads[i] = next[i]->key;
        }
        if (!act(same, ways, who)) return false;
    }
}

}  // namespace sapper
