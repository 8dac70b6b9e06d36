// A table of the sets of layouts met so far and their values.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "support/interruption.hpp"
#include "support/store.hpp"

namespace sapper {

// Everything that the value of a set of layouts depends on: sets with equal keys are equal up to symmetry. Four bits
// per cell of the smallest box that contains all undecided cells and the numbers beside them; then the size of the box
// and the number of undecided mines.
using SetKey = std::array<std::uint64_t, 5>;

struct SetValue {
    std::uint32_t wins = 0;  // exact, or an upper bound
    bool exact = false;
};

// An open-addressed hash table that compares whole keys. Pointers to entries become invalid when it grows.
class SetTable {
public:
    const SetValue* find(const SetKey& key) const {
        if (slots_.empty()) return nullptr;
        const Slot& slot = slots_[seek(slots_, key)];
        return slot.used ? &slot.value : nullptr;
    }

    void put(const SetKey& key, SetValue value) {
        if (2 * (count_ + 1) > slots_.size()) grow();
        Slot& slot = slots_[seek(slots_, key)];
        count_ += !slot.used;
        slot = {key, value, true};
    }

    std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }
    // The memory it needs once one more entry is added.
    std::size_t bytes_next() const { return 2 * (count_ + 1) > slots_.size() ? 3 * bytes() : bytes(); }

private:
    struct Slot {
        SetKey key;
        SetValue value;
        bool used = false;
    };

    static std::uint64_t hash(const SetKey& key) {
        std::uint64_t h = 0;
        for (std::uint64_t word : key) {
            h = (h ^ word) * 0x9e3779b97f4a7c15u;
            h ^= h >> 29;
        }
        h *= 0xbf58476d1ce4e5b9u;
        return h ^ h >> 32;
    }
    static std::size_t seek(const Store<Slot>& slots, const SetKey& key) {
        const std::size_t mask = slots.size() - 1;
        std::size_t i = hash(key) & mask;
        while (slots[i].used && slots[i].key != key) i = (i + 1) & mask;
        return i;
    }
    // A table of gigabytes takes a second to grow, so it asks for interruptions meanwhile, and stays whole if one
    // comes.
    void grow() {
        const std::size_t size = slots_.empty() ? SMALLEST : 2 * slots_.size();
        Store<Slot> larger;
        larger.resize(size);
        for (std::size_t at = 0; at < size; at += SMALLEST) {
            std::fill_n(larger.data() + at, SMALLEST, Slot());
            check_interruption();
        }
        RareCheck<12> check;
        for (const Slot& slot : slots_) {
            check();
            if (slot.used) larger[seek(larger, slot.key)] = slot;
        }
        slots_.swap(larger);
    }

    static constexpr std::size_t SMALLEST = 1 << 12;

    Store<Slot> slots_;  // their number is a power of two
    std::size_t count_ = 0;
};

}  // namespace sapper
