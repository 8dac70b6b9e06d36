// Finding the few nonzero bytes of a long array.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace sapper {

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
