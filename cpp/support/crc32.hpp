// The checksum CRC-32, the same as zlib.crc32() of Python.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace sapper {

inline std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
    static constexpr auto TABLE = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t rest = i;
            for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? 0xEDB88320U : 0U);
            table[i] = rest;
        }
        return table;
    }();
    std::uint32_t sum = ~0U;
    for (const std::uint8_t byte : bytes) sum = sum >> 8 ^ TABLE[(sum ^ byte) & 255];
    return ~sum;
}

}  // namespace sapper
