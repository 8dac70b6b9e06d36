// A table of the views that a computation has met, with a few numbers for each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "support/interruption.hpp"
#include "support/store.hpp"

namespace sapper {

// An open-addressed hash table. The views and the values lie in one array each: millions of views take no memory
// beyond them, and are freed at once. Pointers to values become invalid when it grows.
class KnownViews {
public:
    // Every view is a text of `cells` characters, and has `values` numbers.
    KnownViews(std::size_t cells, std::size_t values) : cells_(cells), values_(values) {}

    std::size_t size() const { return count_; }

    // The numbers of a view; null if it was not met before.
    const std::uint64_t* find(std::string_view view) const {
        if (slots_.empty()) return nullptr;
        const std::uint32_t index = slots_[seek(slots_, view)];
        return index ? numbers_.data() + (index - 1) * values_ : nullptr;
    }

    // Adds a view that was not met before.
    void put(std::string_view view, std::span<const std::uint64_t> numbers) {
        if (2 * (count_ + 1) > slots_.size()) grow();
        std::copy(view.begin(), view.end(), views_.extend(cells_));
        std::copy(numbers.begin(), numbers.end(), numbers_.extend(values_));
        slots_[seek(slots_, view)] = static_cast<std::uint32_t>(++count_);
    }

private:
    std::string_view view(std::uint32_t index) const { return {views_.data() + (index - 1) * cells_, cells_}; }

    // The slot of a view, or the empty one where it belongs. FNV-1a, mixed once more because its low bits are used.
    std::size_t seek(const Store<std::uint32_t>& slots, std::string_view wanted) const {
        std::uint64_t hash = 0xcbf29ce484222325u;
        for (const char c : wanted) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
        const std::size_t mask = slots.size() - 1;
        std::size_t at = (hash ^ hash >> 32) & mask;
        while (slots[at] && view(slots[at]) != wanted) at = (at + 1) & mask;
        return at;
    }

    // Takes a while when there are millions of views, so it asks for interruptions. The table is whole if one comes.
    void grow() {
        Store<std::uint32_t> larger;
        larger.resize(std::max<std::size_t>(2 * slots_.size(), 1 << 10));
        std::fill(larger.begin(), larger.end(), 0u);
        in_pieces(1, count_ + 1, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                const auto index = static_cast<std::uint32_t>(i);
                larger[seek(larger, view(index))] = index;
            }
        });
        slots_.swap(larger);
    }

    std::size_t cells_, values_, count_ = 0;
    Store<char> views_;
    Store<std::uint64_t> numbers_;
    Store<std::uint32_t> slots_;  // by hash: the number of a view, counted from 1, or 0. Their number is a power of two
};

}  // namespace sapper
