// Byte passes over a whole padded board, written so that the compiler turns them into vector code.
//
// All arrays have `size` entries of a board with rows of length `stride`, its border included; neighbours are looked
// at from stride + 1 up to size - stride - 1, and results there alone are meaningful.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// The same source compiled for the vectors of newer processors too, chosen when the program starts. No
// multiply-add is ever fused, so every variant gives the same sums.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(SAPPER_SANITIZED) && !defined(__clang__)
#define SAPPER_VECTOR __attribute__((target_clones("avx2", "default")))
#else
#define SAPPER_VECTOR
#endif

namespace sapper::passes {

// From raw numbers (0..8, COVERED, HIT, below for 'nothing here'): 0/1 marks, and numbers with -1 where there is none.
void classify(int size, std::int8_t* number, std::uint8_t* unknown, std::uint8_t* mine);

// How many of eight neighbours are marked.
void count_around(int size, int stride, const std::uint8_t* marked, std::int8_t* around);

// need -= marked neighbours.
void subtract_around(int size, int stride, const std::uint8_t* marked, std::int8_t* need);

// What each number says of its unknown neighbours: 1 all mines, 2 all free, 0 nothing.
void find_conclusions(int size, const std::int8_t* number, const std::int8_t* need, const std::int8_t* around,
                      std::uint8_t* conclusion);

// What each unknown cell hears from the numbers around it; returns all of it or-ed together.
unsigned collect_conclusions(int size, int stride, const std::uint8_t* conclusion, const std::uint8_t* unknown,
                             std::uint8_t* decision);

// Settles the cells that decision something. `delta` is scratch.
void apply_decisions(int size, int stride, const std::uint8_t* decision, std::uint8_t* unknown, std::uint8_t* mine,
                     std::int8_t* need, std::int8_t* around, std::uint8_t* delta);

// Whether every number can still be met.
bool all_met(int size, const std::int8_t* number, const std::int8_t* need, const std::int8_t* around);

// Numbers with unknown neighbours, and the unknown cells beside those.
void mark_active(int size, const std::int8_t* number, const std::int8_t* around, std::uint8_t* active);
void mark_touched(int size, int stride, const std::uint8_t* unknown, const std::uint8_t* active, std::uint8_t* touched);

// Marks cells that were unknown and are now neither unknown nor mines.
void mark_freed(int size, const std::uint8_t* was_unknown, const std::uint8_t* unknown, const std::uint8_t* mine,
                std::uint8_t* freed);

// 3 for cells that were not unknown; otherwise 1 still unknown, 2 mine, 0 neither.
void mark_kinds(int size, const std::uint8_t* was_unknown, const std::uint8_t* unknown, const std::uint8_t* mine,
                std::uint8_t* kinds);

// How many bytes are 1; all are 0 or 1.
int count(const std::vector<std::uint8_t>& marks);

}  // namespace sapper::passes
