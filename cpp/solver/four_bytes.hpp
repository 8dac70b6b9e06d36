// The eight bytes around a padded cell, taken from each of its three rows as one word.
#pragma once

#include <cstdint>

namespace sapper {

// Four adjacent bytes as one number, the first byte lowest. Compilers turn each function into one instruction.
inline std::uint32_t load_four(const std::uint8_t* from) {
    return from[0] | static_cast<std::uint32_t>(from[1]) << 8 | static_cast<std::uint32_t>(from[2]) << 16 |
           static_cast<std::uint32_t>(from[3]) << 24;
}
inline void store_four(std::uint32_t four, std::uint8_t* to) {
    to[0] = static_cast<std::uint8_t>(four);
    to[1] = static_cast<std::uint8_t>(four >> 8);
    to[2] = static_cast<std::uint8_t>(four >> 16);
    to[3] = static_cast<std::uint8_t>(four >> 24);
}

// Calls visit(first, ones) for the row above a cell, for its own row and for the row below. The four cells from `first`
// on lie inside the padded board; `ones` has a 1 in the byte of each neighbour.
template <class Visit>
inline void for_row_around(int stride, int at, Visit&& visit) {
    visit(at - stride - 1, 0x00010101u);
    visit(at - 1, 0x00010001u);
    visit(at + stride - 2, 0x01010100u);
}

// One bit for each of the eight neighbours, in row-major order, from bytes of 0 or 1.
inline unsigned bits_around(const std::uint8_t* at, int stride) {
    const std::uint32_t above = load_four(at - stride - 1), beside = load_four(at - 1),
                        below = load_four(at + stride - 2) >> 8;
    return ((above | above >> 7 | above >> 14) & 7) | ((beside | beside >> 15) & 3) << 3 |
           ((below | below >> 7 | below >> 14) & 7) << 5;
}

}  // namespace sapper
