// The interface of the exact engine: it takes a view and returns the risk of every cell.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "game/view.hpp"
#include "solver/solver.hpp"
#include "support/meter.hpp"
#include "support/store.hpp"

namespace sapper {

struct Analysis {
    Verdict verdict = Verdict::Exact;
    Store<double> risk;         // indexed by cell; nan where opened. Exactly 0 or 1 if and only if the cell is certain
    std::vector<double> error;  // standard errors by cell; empty when exact
    double untouched_risk = 0;  // of the cells next to no active number; nan when there are none
    int untouched = 0;          // how many such cells there are
};

// All functions of this header are safe to call from several threads at once.
void analyse(const View& view, const Limits& limits, bool trust_flags, Analysis& out);

// Analyses many views of one size, which follow each other in `numbers`, and writes their risks and verdicts. All risks
// of an impossible view are nan. The views share the time of the limits: each gets as much of what is left as any
// other, so that those which need little leave it to the rest. Throws std::invalid_argument when a view is malformed.
void analyse_many(const std::int8_t* numbers, int rows, int cols, std::span<const std::int64_t> mines, int threads,
                  const Limits& limits, double* risk, std::uint8_t* verdicts);

// The chance of each number 0..8 that `cell` shows, given that it is free; all zero when it is certainly a mine. Throws
// std::runtime_error when the limits do not allow an exact answer.
std::array<double, 9> expected_numbers(const View& view, int cell, const Limits& limits, bool trust_flags);

// The number of layouts that fit, modulo so many primes that they determine it. Throws std::runtime_error when the
// limits do not suffice.
struct LayoutCount {
    std::vector<std::uint64_t> primes, residues;
};
LayoutCount count_layouts(const View& view, const Limits& limits, bool trust_flags);

// The number of layouts that fit, modulo each odd prime (below 2^62).
std::vector<std::uint64_t> layouts_modulo(const View& view, const std::vector<std::uint64_t>& primes,
                                          const Limits& limits, bool trust_flags);

// The base-two logarithm of the number of layouts; -infinity when no layout fits.
double layouts_log2(const View& view, const Limits& limits, bool trust_flags);

}  // namespace sapper
