// Finding the few nonzero bytes of a long array.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace sapper {

// Calls act(i) for every i with marks[i] == 1, in ascending order. Every byte must be 0 or 1. Collects 64 bytes into
// the bits of one word first, because a branch for every eight bytes is hard to predict.
template <class Act>
void for_each_mark(const std::vector<std::uint8_t>& marks, Act act) {
    const std::size_t size = marks.size();
    for (std::size_t first = 0; first < size; first += 64) {
        std::uint64_t bits = 0;
        if (std::endian::native == std::endian::little && first + 64 <= size) {
            for (std::size_t i = 0; i < 64; i += 8) {
                std::uint64_t eight;
                std::memcpy(&eight, marks.data() + first + i, 8);
                bits |= (eight * 0x0102040810204080u >> 56) << i;  // byte k moves to bit k
            }
        } else {
            for (std::size_t i = first; i < size && i < first + 64; ++i) bits |= std::uint64_t{marks[i]} << (i - first);
        }
        for (; bits; bits &= bits - 1) act(static_cast<int>(first) + std::countr_zero(bits));
    }
}

// Calls act(i) for every i with bytes[i] != 0, in ascending order. Skips eight zeros at a time.
template <class Act>
void for_each_set(std::span<const std::uint8_t> bytes, Act act) {
    const auto size = static_cast<int>(bytes.size());
    int i = 0;
    if constexpr (std::endian::native == std::endian::little) {
        for (; i + 8 <= size; i += 8) {
            std::uint64_t eight;
            std::memcpy(&eight, bytes.data() + i, 8);
            while (eight) {
                const int byte = std::countr_zero(eight) / 8;
                act(i + byte);
                eight &= ~(std::uint64_t{0xff} << (8 * byte));
            }
        }
    }
    for (; i < size; ++i)
        if (bytes[i]) act(i);
}

}  // namespace sapper
