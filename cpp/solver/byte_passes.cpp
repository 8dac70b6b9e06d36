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
void count_around(int size, int s, const u8* __restrict m, i8* __restrict around) {
    for (int at = s + 1; at < size - s - 1; ++at)
        around[at] = static_cast<i8>(m[at - s - 1] + m[at - s] + m[at - s + 1] + m[at - 1] + m[at + 1] + m[at + s - 1] +
                                     m[at + s] + m[at + s + 1]);
}

SAPPER_VECTOR
void subtract_around(int size, int s, const u8* __restrict m, i8* __restrict need) {
    for (int at = s + 1; at < size - s - 1; ++at)
        need[at] = static_cast<i8>(need[at] - (m[at - s - 1] + m[at - s] + m[at - s + 1] + m[at - 1] + m[at + 1] +
                                               m[at + s - 1] + m[at + s] + m[at + s + 1]));
}

SAPPER_VECTOR
void find_conclusions(int size, const i8* __restrict number, const i8* __restrict need, const i8* __restrict around,
                      u8* __restrict conclusion) {
    for (int at = 0; at < size; ++at) {
        const bool asks = (number[at] >= 0) & (around[at] > 0);
        conclusion[at] = static_cast<u8>((asks & (need[at] == around[at])) | (asks & (need[at] == 0)) << 1);
    }
}

SAPPER_VECTOR
unsigned collect_conclusions(int size, int s, const u8* __restrict conclusion, const u8* __restrict unknown,
                             u8* __restrict decision) {
    u8 all = 0;
    for (int at = s + 1; at < size - s - 1; ++at) {
        const u8 any = conclusion[at - s - 1] | conclusion[at - s] | conclusion[at - s + 1] | conclusion[at - 1] |
                       conclusion[at + 1] | conclusion[at + s - 1] | conclusion[at + s] | conclusion[at + s + 1];
        decision[at] = unknown[at] ? any : u8{0};
        all |= decision[at];
    }
    return all;
}

SAPPER_VECTOR
void apply_decisions(int size, int s, const u8* __restrict decision, u8* __restrict unknown, u8* __restrict mine,
                     i8* __restrict need, i8* __restrict around, u8* __restrict delta) {
    // One byte counts both: decided cells in its low four bits, mines in its high four bits. Eight of each fit.
    for (int at = s + 1; at < size - s - 1; ++at) {
        const u8 is_mine = decision[at] & 1, settled = decision[at] != 0;
        mine[at] |= is_mine;
        unknown[at] &= static_cast<u8>(settled ^ 1);
        delta[at] = static_cast<u8>(settled + is_mine * 16);
    }
    for (int at = s + 1; at < size - s - 1; ++at) {
        const u8 sum = static_cast<u8>(delta[at - s - 1] + delta[at - s] + delta[at - s + 1] + delta[at - 1] +
                                       delta[at + 1] + delta[at + s - 1] + delta[at + s] + delta[at + s + 1]);
        around[at] = static_cast<i8>(around[at] - (sum & 15));
        need[at] = static_cast<i8>(need[at] - (sum >> 4));
    }
}

SAPPER_VECTOR
void split_counts(int size, int raise, const i8* __restrict number, const i8* __restrict left,
                  const i8* __restrict around, u8* __restrict need, u8* __restrict spare) {
    const auto more = static_cast<u8>(raise);
    for (int at = 0; at < size; ++at) {
        const u8 hidden = number[at] < 0;  // as if the number were 0
        const u8 mines = static_cast<u8>(left[at] + hidden), free = static_cast<u8>(around[at] - mines);
        need[at] = static_cast<u8>((mines + hidden * more) & 127);
        spare[at] = static_cast<u8>((free + hidden * more) & 127);
    }
}

SAPPER_VECTOR
bool all_met(int size, const i8* __restrict number, const i8* __restrict need, const i8* __restrict around) {
    u8 broken = 0;
    for (int at = 0; at < size; ++at) broken |= (number[at] >= 0) & ((need[at] < 0) | (need[at] > around[at]));
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
void mark_freed(int size, const u8* __restrict was_unknown, const u8* __restrict unknown, const u8* __restrict mine,
                u8* __restrict freed) {
    for (int at = 0; at < size; ++at) freed[at] = was_unknown[at] & static_cast<u8>((unknown[at] | mine[at]) ^ 1);
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
