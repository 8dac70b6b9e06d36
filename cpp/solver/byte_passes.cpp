#include "solver/byte_passes.hpp"

#include <cstring>

#include "game/view.hpp"
#include "solver/four_bytes.hpp"

namespace sapper::passes {

namespace {

using u8 = std::uint8_t;
using i8 = std::int8_t;

// All passes work on whole blocks. The compiler turns the inner loop into a few vector instructions, and there is no
// remainder, which would take as long as several blocks.
#define SAPPER_BLOCKS(first, last)                          \
    for (int block = first; block < (last); block += BLOCK) \
        for (int at = block; at < block + BLOCK; ++at)
#define SAPPER_ALL_BLOCKS SAPPER_BLOCKS(0, static_cast<int>(room(size)))
#define SAPPER_INNER_BLOCKS SAPPER_BLOCKS(s + 1, size - s - 1)

}  // namespace

SAPPER_VECTOR
void classify(int size, i8* __restrict number, u8* __restrict unknown, u8* __restrict mine) {
    SAPPER_ALL_BLOCKS {
        unknown[at] = number[at] == COVERED;
        mine[at] = number[at] == HIT;
        number[at] = number[at] < 0 ? i8{-1} : number[at];
    }
}

SAPPER_VECTOR
void subtract_around(int size, int s, const u8* __restrict m, i8* __restrict need) {
    SAPPER_INNER_BLOCKS
    need[at] = static_cast<i8>(need[at] - (m[at - s - 1] + m[at - s] + m[at - s + 1] + m[at - 1] + m[at + 1] +
                                           m[at + s - 1] + m[at + s] + m[at + s + 1]));
}

SAPPER_VECTOR
void conclude(int size, int s, const i8* __restrict number, const i8* __restrict left, const u8* __restrict m,
              i8* __restrict around, u8* __restrict conclusion) {
    SAPPER_INNER_BLOCKS {
        around[at] = static_cast<i8>(m[at - s - 1] + m[at - s] + m[at - s + 1] + m[at - 1] + m[at + 1] + m[at + s - 1] +
                                     m[at + s] + m[at + s + 1]);
        const bool asks = (number[at] >= 0) & (around[at] > 0);
        conclusion[at] = static_cast<u8>((asks & (left[at] == around[at])) | (asks & (left[at] == 0)) << 1);
    }
}

SAPPER_VECTOR
void decide(int size, int s, const u8* __restrict conclusion, u8* __restrict unknown, u8* __restrict mine,
            u8* __restrict decision, u8* __restrict freed) {
    SAPPER_INNER_BLOCKS {
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
    SAPPER_INNER_BLOCKS {
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
    SAPPER_ALL_BLOCKS active[at] = (number[at] >= 0) & ((need[at] | spare[at]) != 0);
}

SAPPER_VECTOR
void mark_touched(int size, int s, const u8* __restrict unknown, const u8* __restrict active, u8* __restrict touched) {
    SAPPER_INNER_BLOCKS
    touched[at] = unknown[at] & (active[at - s - 1] | active[at - s] | active[at - s + 1] | active[at - 1] |
                                 active[at + 1] | active[at + s - 1] | active[at + s] | active[at + s + 1]);
}

SAPPER_VECTOR
void mark_kinds(int size, const u8* __restrict was_unknown, const u8* __restrict unknown, const u8* __restrict mine,
                u8* __restrict kinds) {
    SAPPER_ALL_BLOCKS kinds[at] = static_cast<u8>((unknown[at] | (mine[at] + mine[at])) | (was_unknown[at] ^ 1) * 3);
}

SAPPER_VECTOR
int count(int size, const u8* marks) {
    // Adds blocks as bytes while the sums fit into them: vectors of bytes are the widest.
    constexpr int MOST = 255 * BLOCK;
    const int last = static_cast<int>(room(size));
    int total = 0;
    for (int first = 0; first < last; first += MOST) {
        u8 sums[BLOCK] = {};
        for (int block = first; block < last && block < first + MOST; block += BLOCK)
            for (int i = 0; i < BLOCK; ++i) sums[i] = static_cast<u8>(sums[i] + marks[block + i]);
        for (int i = 0; i < BLOCK; ++i) total += sums[i];
    }
    return total;
}

void spread(int rows, int cols, int stride, const u8* kinds, const double* by_kind, double* out) {
    // Two cells at a time, by the pair of their kinds.
    struct Pair {
        double values[2];
    };
    Pair pairs[16];
    for (int i = 0; i < 16; ++i) pairs[i] = {by_kind[i & 3], by_kind[i >> 2]};
    constexpr int FEW = 8;  // written together; what lies beyond a row is overwritten by the next one
    kinds += stride + 1;
    for (int row = 0; row < rows; ++row, kinds += stride, out += cols) {
        const int last = cols >= FEW && row + 1 < rows ? cols : cols / FEW * FEW;
        for (int col = 0; col < last; col += FEW) {
            std::uint64_t eight = load_four(kinds + col) | std::uint64_t{load_four(kinds + col + 4)} << 32;
            eight |= eight >> 6;
            for (int i = 0; i < FEW; i += 2, eight >>= 16) std::memcpy(out + col + i, &pairs[eight & 15], sizeof(Pair));
        }
        for (int col = last; col < cols; ++col) out[col] = by_kind[kinds[col]];
    }
}

#undef SAPPER_BLOCKS
#undef SAPPER_ALL_BLOCKS
#undef SAPPER_INNER_BLOCKS

}  // namespace sapper::passes
