// Products of very many polynomials modulo a prime, for exact counts.
//
// Arithmetic is in Montgomery's form, and long products use the number-theoretic transform, for which the prime has to
// be one of counting_primes().
#pragma once

#include <cstdint>
#include <vector>

#include "support/twice.hpp"

namespace sapper {

// Odd numbers below 2^62 only.
class PrimeField {
public:
    explicit PrimeField(std::uint64_t prime);

    std::uint64_t prime() const { return prime_; }
    // Into Montgomery's form and back. All other functions take and return numbers in that form.
    std::uint64_t enter(std::uint64_t value) const { return multiply(value % prime_, enter_); }
    std::uint64_t leave(std::uint64_t value) const { return reduce(value); }

    std::uint64_t multiply(std::uint64_t a, std::uint64_t b) const { return reduce(static_cast<Twice>(a) * b); }
    std::uint64_t add(std::uint64_t a, std::uint64_t b) const {
        const std::uint64_t sum = a + b;
        return sum >= prime_ ? sum - prime_ : sum;
    }
    std::uint64_t subtract(std::uint64_t a, std::uint64_t b) const { return a >= b ? a - b : a + prime_ - b; }
    std::uint64_t power(std::uint64_t base, std::uint64_t exponent) const;
    std::uint64_t inverse(std::uint64_t value) const { return power(value, prime_ - 2); }

private:
    std::uint64_t reduce(Twice value) const {
        const std::uint64_t factor = static_cast<std::uint64_t>(value) * negative_inverse_;
        const auto result = static_cast<std::uint64_t>((value + static_cast<Twice>(factor) * prime_) >> 64);
        return result >= prime_ ? result - prime_ : result;
    }

    std::uint64_t prime_;
    std::uint64_t negative_inverse_ = 0;  // of the prime, modulo 2^64
    std::uint64_t enter_ = 0;             // 2^128 modulo the prime
};

// The greatest `count` primes below 2^62 that are 1 modulo 2^24.
std::vector<std::uint64_t> counting_primes(std::size_t count);

// The ways to give each part a total, and the untouched cells the rest of the mines, modulo the prime: parts[i][j] is
// the number of layouts of part i with j mines more than its fewest, below the prime.
std::uint64_t join_residues(std::uint64_t prime, std::vector<std::vector<std::uint64_t>> parts, int untouched,
                            int mines);

}  // namespace sapper
