#include "solver/byte_passes.hpp"

#include "game/view.hpp"

namespace sapper::passes {

namespace {

using u8 = std::uint8_t;
using i8 = std::int8_t;

}  // namespace

SAPPER_VECTOR
void classify(int size, i8* __restrict number, u8* __restrict unknown, u8* __restrict mine) {
    for (int at = 0; at < size; ++at) {
        unknown[at] = number[at] == COVERED;
        mine[at] = number[at] == HIT;
        number[at] = number[at] < 0 ? i8{-1} : number[at];
    }
}

SAPPER_VECTOR
void subtract_around(int size, int s, const u8* __restrict m, i8* __restrict need) {
    for (int at = s + 1; at < size - s - 1; ++at)
        need[at] = static_cast<i8>(need[at] - (m[at - s - 1] + m[at - s] + m[at - s + 1] + m[at - 1] + m[at + 1] +
                                               m[at + s - 1] + m[at + s] + m[at + s + 1]));
}

SAPPER_VECTOR
void conclude(int size, int s, const i8* __restrict number, const i8* __restrict left, const u8* __restrict m,
              i8* __restrict around, u8* __restrict conclusion) {
    for (int at = s + 1; at < size - s - 1; ++at) {
        around[at] = static_cast<i8>(m[at - s - 1] + m[at - s] + m[at - s + 1] + m[at - 1] + m[at + 1] + m[at + s - 1] +
                                     m[at + s] + m[at + s + 1]);
        const bool asks = (number[at] >= 0) & (around[at] > 0);
        conclusion[at] = static_cast<u8>((asks & (left[at] == around[at])) | (asks & (left[at] == 0)) << 1);
    }
}

SAPPER_VECTOR
void decide(int size, int s, const u8* __restrict conclusion, u8* __restrict unknown, u8* __restrict mine,
            u8* __restrict decision, u8* __restrict freed) {
    for (int at = s + 1; at < size - s - 1; ++at) {
        const u8 any = conclusion[at - s - 1] | conclusion[at - s] | conclusion[at - s + 1] | conclusion[at - 1] |
                       conclusion[at + 1] | conclusion[at + s - 1] | conclusion[at + s] | conclusion[at + s + 1];
        const u8 decided = (any != 0) & unknown[at], is_mine = decided & any;
        unknown[at] ^= decided;
        mine[at] |= is_mine;
        decision[at] = static_cast<u8>(decided + is_mine * 16);
        freed[at] = decided ^ is_mine;
    }
}

SAPPER_VECTOR
bool split_counts(int size, int s, int raise, const i8* __restrict number, const i8* __restrict left,
                  const i8* __restrict around, const u8* __restrict d, u8* __restrict need, u8* __restrict spare,
                  u8* __restrict decides) {
    const auto more = static_cast<u8>(raise);
    u8 broken = 0;
    for (int at = s + 1; at < size - s - 1; ++at) {
        // Decided cells in the low four bits, mines in the high four bits. Eight of each fit.
        const u8 sum = static_cast<u8>(d[at - s - 1] + d[at - s] + d[at - s + 1] + d[at - 1] + d[at + 1] +
                                       d[at + s - 1] + d[at + s] + d[at + s + 1]);
        const u8 shows = number[at] >= 0, hidden = shows ^ 1;
        const i8 mines = static_cast<i8>(left[at] + hidden - (sum >> 4));  // as if a hidden number were 0
        const i8 free = static_cast<i8>(around[at] - (sum & 15) - mines);
        broken |= shows & ((mines < 0) | (free < 0));
        decides[at] = shows & ((mines == 0) ^ (free == 0));
        need[at] = static_cast<u8>((mines + hidden * more) & 127);
        spare[at] = static_cast<u8>((free + hidden * more) & 127);
    }
    return broken == 0;
}

SAPPER_VECTOR
void mark_active(int size, const i8* __restrict number, const u8* __restrict need, const u8* __restrict spare,
                 u8* __restrict active) {
    for (int at = 0; at < size; ++at) active[at] = (number[at] >= 0) & ((need[at] | spare[at]) != 0);
}

SAPPER_VECTOR
void mark_touched(int size, int s, const u8* __restrict unknown, const u8* __restrict active, u8* __restrict touched) {
    for (int at = s + 1; at < size - s - 1; ++at)
        touched[at] = unknown[at] & (active[at - s - 1] | active[at - s] | active[at - s + 1] | active[at - 1] |
                                     active[at + 1] | active[at + s - 1] | active[at + s] | active[at + s + 1]);
}

SAPPER_VECTOR
void mark_kinds(int size, const u8* __restrict was_unknown, const u8* __restrict unknown, const u8* __restrict mine,
                u8* __restrict kinds) {
    for (int at = 0; at < size; ++at)
        kinds[at] = static_cast<u8>((unknown[at] | (mine[at] + mine[at])) | (was_unknown[at] ^ 1) * 3);
}

SAPPER_VECTOR
int count(int size, const u8* marks) {
    // Adds as bytes while the sum fits into one: vectors of bytes are the widest.
    constexpr int MOST = 240;
    int total = 0;
    for (int first = 0; first < size; first += MOST) {
        const int last = first + MOST < size ? first + MOST : size;
        u8 sum = 0;
        for (int at = first; at < last; ++at) sum = static_cast<u8>(sum + marks[at]);
        total += sum;
    }
    return total;
}

}  // namespace sapper::passes
