// Finding the few nonzero bytes of a long array.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace sapper {

// Calls act(i) for every i with bytes[i] != 0, in ascending order. Skips eight zeros at a time.
template <class Act>
void for_each_set(const std::vector<std::uint8_t>& bytes, Act act) {
    const auto size = static_cast<int>(bytes.size());
    if constexpr (std::endian::native == std::endian::little) {
        for (int i = 0; i < size; i += 8) {
            std::uint64_t eight = 0;
            if (i + 8 <= size)
                std::memcpy(&eight, bytes.data() + i, 8);
            else
                std::memcpy(&eight, bytes.data() + i, static_cast<std::size_t>(size - i));
            while (eight) {
                const int byte = std::countr_zero(eight) / 8;
                act(i + byte);
                eight &= ~(std::uint64_t{0xff} << (8 * byte));
            }
        }
    } else {
        for (int i = 0; i < size; ++i)
            if (bytes[i]) act(i);
    }
}

}  // namespace sapper
