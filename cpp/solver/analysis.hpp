// The face of the exact engine: a view in, the risk of every cell out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "game/view.hpp"
#include "solver/solver.hpp"
#include "support/meter.hpp"

namespace sapper {

struct Analysis {
    Verdict verdict = Verdict::Exact;
    std::vector<double> risk;   // by cell; nan where opened. Exactly 0 or 1 if and only if certain
    std::vector<double> error;  // standard errors by cell; empty when exact
    double untouched_risk = 0;  // of cells next to no number still in question; nan when there are none
    int untouched = 0;          // how many those are
};

// All functions here may be called from several threads at once.
void analyse(const View& view, const Limits& limits, bool trust_flags, Analysis& out);

// Many views of one size, one after another in `numbers`; writes their risks and verdicts. An impossible view's
// risks are all nan. Throws std::invalid_argument when one is malformed.
void analyse_many(const std::int8_t* numbers, int rows, int cols, std::span<const std::int64_t> mines, int threads,
                  double* risk, std::uint8_t* verdicts);

// How likely a free `cell` shows each number 0..8; all zero when the cell is certainly a mine.
// Throws std::runtime_error when the limits do not allow an exact answer.
std::array<double, 9> expected_numbers(const View& view, int cell, const Limits& limits, bool trust_flags);

// The number of layouts that fit, modulo each prime (below 2^62).
std::vector<std::uint64_t> layouts_modulo(const View& view, const std::vector<std::uint64_t>& primes,
                                          const Limits& limits, bool trust_flags);

// The base-two logarithm of the number of layouts; -infinity when there is none.
double layouts_log2(const View& view, const Limits& limits, bool trust_flags);

}  // namespace sapper
