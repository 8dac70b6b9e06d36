// The values of the sets of layouts that the endgame search has met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/store.hpp"

namespace sapper {

class KnownSets {
public:
    using Set = std::span<const std::uint16_t>;  // indices of layouts, ascending
    static constexpr std::size_t NONE = static_cast<std::size_t>(-1);

    struct Value {
        std::uint32_t wins;
        bool exact;  // otherwise `wins` is an upper bound
    };

    // Forgets all sets, and prepares keys for layouts with indices below `layouts`.
    void clear(std::size_t layouts);

    // A hash of the set.
    std::uint64_t key(Set set) const;
    // The place of a set with this key, or NONE. It stays valid until clear().
    std::size_t find(Set set, std::uint64_t key) const;
    Value& at(std::size_t place) { return known_[place].value; }
    // Adds a set that is not known yet.
    void add(Set set, std::uint64_t key, const Value& value);

private:
    struct Known {
        std::uint64_t key;
        std::size_t begin;  // start of the set in layouts_
        std::uint32_t size;
        Value value;
    };
    struct Slot {
        std::uint32_t index = 0;  // into known_, plus 1; 0 in an empty slot
        std::uint32_t tag = 0;    // the high half of the key: most other sets differ in it
    };
    void insert(std::size_t place);

    std::vector<std::uint64_t> keys_;  // by layout: random keys for hashing sets
    std::vector<Known> known_;
    std::vector<Slot> table_;  // hash table of known_
    Store<std::uint16_t> layouts_;
};

}  // namespace sapper
