// Passes over all bytes of a padded board, written so that the compiler vectorises them.
//
// All arrays have `size` entries: a board with its border, in rows of length `stride`. Passes over neighbours run from
// stride + 1 to size - stride - 1, and only the results in that range are meaningful.
#pragma once

#include <cstdint>

// Compiles the same source also for processors with AVX2; the program selects the variant when it starts. Multiply and
// add are never fused, so every variant gives the same sums.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(SAPPER_SANITIZED) && !defined(__clang__)
#define SAPPER_VECTOR __attribute__((target_clones("avx2", "default")))
#else
#define SAPPER_VECTOR
#endif

namespace sapper::passes {

// Splits raw numbers (0..8, COVERED, HIT, or less for no cell) into marks of 0 or 1 and numbers, which become -1 where
// there is none.
void classify(int size, std::int8_t* number, std::uint8_t* unknown, std::uint8_t* mine);

// Counts the marked cells among the eight neighbours of each cell.
void count_around(int size, int stride, const std::uint8_t* marked, std::int8_t* around);

// Subtracts the number of marked neighbours from `need`.
void subtract_around(int size, int stride, const std::uint8_t* marked, std::int8_t* need);

// What each number proves about its unknown neighbours: 1 all are mines, 2 all are free, 0 nothing.
void find_conclusions(int size, const std::int8_t* number, const std::int8_t* need, const std::int8_t* around,
                      std::uint8_t* conclusion);

// Combines, for each unknown cell, the conclusions of the numbers around it by a bitwise or. Returns the or of all
// cells.
unsigned collect_conclusions(int size, int stride, const std::uint8_t* conclusion, const std::uint8_t* unknown,
                             std::uint8_t* decision);

// Turns the cells with a decision into mines or free cells and updates `need` and `around`. `delta` is scratch memory.
void apply_decisions(int size, int stride, const std::uint8_t* decision, std::uint8_t* unknown, std::uint8_t* mine,
                     std::int8_t* need, std::int8_t* around, std::uint8_t* delta);

// Turns the mines that each number needs and its unknown neighbours into the counts of Field. Where there is no number,
// `left` is -1 minus the mines around, and both counts are `raise` greater. The counts of a number that cannot be
// satisfied are meaningless, but below 128.
void split_counts(int size, int raise, const std::int8_t* number, const std::int8_t* left, const std::int8_t* around,
                  std::uint8_t* need, std::uint8_t* spare);

// Whether every number can still be satisfied.
bool all_met(int size, const std::int8_t* number, const std::int8_t* need, const std::int8_t* around);

// Marks the active numbers, which have unknown neighbours, and the unknown cells beside them.
void mark_active(int size, const std::int8_t* number, const std::uint8_t* need, const std::uint8_t* spare,
                 std::uint8_t* active);
void mark_touched(int size, int stride, const std::uint8_t* unknown, const std::uint8_t* active, std::uint8_t* touched);

// Marks cells that were unknown and are now neither unknown nor mines.
void mark_freed(int size, const std::uint8_t* was_unknown, const std::uint8_t* unknown, const std::uint8_t* mine,
                std::uint8_t* freed);

// Writes 3 for cells that were not unknown; otherwise 1 still unknown, 2 mine, 0 neither.
void mark_kinds(int size, const std::uint8_t* was_unknown, const std::uint8_t* unknown, const std::uint8_t* mine,
                std::uint8_t* kinds);

// Counts the bytes that are 1. Every byte must be 0 or 1.
int count(int size, const std::uint8_t* marks);

}  // namespace sapper::passes
