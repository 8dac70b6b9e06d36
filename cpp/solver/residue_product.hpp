// Products of very many polynomials modulo a prime, for exact counts.
//
// Long products use the number-theoretic transform, for which the prime has to be one of counting_primes().
#pragma once

#include <cstdint>
#include <vector>

#include "solver/prime_field.hpp"

namespace sapper {

// The greatest `count` primes below 2^62 that are 1 modulo 2^24.
std::vector<std::uint64_t> counting_primes(std::size_t count);

// The ways to give each part a total, and the untouched cells the rest of the mines, modulo the prime: parts[i][j] is
// the number of layouts of part i with j mines more than its fewest, below the prime.
std::uint64_t join_residues(std::uint64_t prime, std::vector<std::vector<std::uint64_t>> parts, int untouched,
                            int mines);

}  // namespace sapper
