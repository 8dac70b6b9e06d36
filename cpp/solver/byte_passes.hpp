// Passes over all bytes of a padded board, written so that the compiler vectorises them.
//
// All arrays hold `size` entries, a board with its border in rows of length `stride`, and after them as many entries as
// room() adds, so that every pass can work on whole blocks. Passes over neighbours run from stride + 1 to
// size - stride - 1, and only the results in that range are meaningful. Behind it are border cells and room, where
// nothing is unknown, a mine, active or decided.
#pragma once

#include <cstddef>
#include <cstdint>

// Compiles the same source also for processors with AVX2; the program selects the variant when it starts. Multiply and
// add are never fused, so every variant gives the same sums.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(SAPPER_SANITIZED) && !defined(__clang__)
#define SAPPER_VECTOR __attribute__((target_clones("avx2", "default")))
#else
#define SAPPER_VECTOR
#endif

namespace sapper::passes {

inline constexpr int BLOCK = 64;  // entries that are processed together

// The entries that an array for `size` padded cells needs, a multiple of BLOCK.
constexpr std::size_t room(int size) { return (static_cast<std::size_t>(size) + 2 * BLOCK - 2) / BLOCK * BLOCK; }

// Splits raw numbers (0..8, COVERED, HIT, or less for no cell) into marks of 0 or 1 and numbers, which become -1 where
// there is none.
void classify(int size, std::int8_t* number, std::uint8_t* unknown, std::uint8_t* mine);

// Subtracts the number of marked neighbours from `need`.
void subtract_around(int size, int stride, const std::uint8_t* marked, std::int8_t* need);

// Counts the unknown cells among the eight neighbours of each cell. `left` are the mines that each number needs among
// them. Writes what each number proves about them: 1 all are mines, 2 all are free, 0 nothing.
void conclude(int size, int stride, const std::int8_t* number, const std::int8_t* left, const std::uint8_t* unknown,
              std::int8_t* around, std::uint8_t* conclusion);

// Turns each unknown cell that some number around it decides into a mine or a free cell, and marks the free ones. A
// decision is 1 for a free cell, 17 for a mine, 0 for no decision, so that the sum over eight cells counts both.
void decide(int size, int stride, const std::uint8_t* conclusion, std::uint8_t* unknown, std::uint8_t* mine,
            std::uint8_t* decision, std::uint8_t* freed);

// Subtracts the decisions around each number from what it needs and from its unknown neighbours, and turns the results
// into the two counts of Field. Where there is no number, `left` is -1 minus the mines around, and both counts are
// `raise` greater. Marks the numbers that decide their unknown neighbours. False when a number cannot be satisfied; its
// counts are then meaningless, but below 128.
bool split_counts(int size, int stride, int raise, const std::int8_t* number, const std::int8_t* left,
                  const std::int8_t* around, const std::uint8_t* decision, std::uint8_t* need, std::uint8_t* spare,
                  std::uint8_t* decides);

// Marks the active numbers, which have unknown neighbours, and the unknown cells beside them.
void mark_active(int size, const std::int8_t* number, const std::uint8_t* need, const std::uint8_t* spare,
                 std::uint8_t* active);
void mark_touched(int size, int stride, const std::uint8_t* unknown, const std::uint8_t* active, std::uint8_t* touched);

// Writes 3 for cells that were not unknown; otherwise 1 still unknown, 2 mine, 0 neither.
void mark_kinds(int size, const std::uint8_t* was_unknown, const std::uint8_t* unknown, const std::uint8_t* mine,
                std::uint8_t* kinds);

// Writes by_kind[kind] for each cell of a board without its border. After the board, `kinds` needs seven more entries.
void spread(int rows, int cols, int stride, const std::uint8_t* kinds, const double* by_kind, double* out);

// Counts the bytes that are 1. Every byte must be 0 or 1.
int count(int size, const std::uint8_t* marks);

}  // namespace sapper::passes
