// Arithmetic modulo a prime, in Montgomery's form: without divisions of 128 bits.
#pragma once

#include <cstdint>

#include "support/twice.hpp"

namespace sapper {

// Odd numbers below 2^62 only.
class PrimeField {
public:
    constexpr explicit PrimeField(std::uint64_t prime) : prime_(prime) {
        std::uint64_t inverse = prime;  // Newton's method doubles the number of right bits
        for (int i = 0; i < 6; ++i) inverse *= 2 - prime * inverse;
        negative_inverse_ = 0 - inverse;
        // 2^64 modulo the prime is 1 in Montgomery's form. Twice that is 2, whose power 2^64 takes six products.
        const std::uint64_t one = (0 - prime) % prime;
        enter_ = add(one, one);
        for (int i = 0; i < 6; ++i) enter_ = multiply(enter_, enter_);
    }

    std::uint64_t prime() const { return prime_; }
    // Into Montgomery's form and back. All other functions take and return numbers in that form.
    std::uint64_t enter(std::uint64_t value) const { return multiply(value % prime_, enter_); }
    std::uint64_t leave(std::uint64_t value) const { return reduce(value); }

    constexpr std::uint64_t multiply(std::uint64_t a, std::uint64_t b) const {
        return reduce(static_cast<Twice>(a) * b);
    }
    constexpr std::uint64_t add(std::uint64_t a, std::uint64_t b) const {
        const std::uint64_t sum = a + b;
        return sum >= prime_ ? sum - prime_ : sum;
    }
    std::uint64_t subtract(std::uint64_t a, std::uint64_t b) const { return a >= b ? a - b : a + prime_ - b; }
    std::uint64_t power(std::uint64_t base, std::uint64_t exponent) const {
        std::uint64_t result = enter(1);
        for (; exponent; exponent >>= 1, base = multiply(base, base))
            if (exponent & 1) result = multiply(result, base);
        return result;
    }
    std::uint64_t inverse(std::uint64_t value) const { return power(value, prime_ - 2); }

private:
    constexpr std::uint64_t reduce(Twice value) const {
        const std::uint64_t factor = static_cast<std::uint64_t>(value) * negative_inverse_;
        const auto result = static_cast<std::uint64_t>((value + static_cast<Twice>(factor) * prime_) >> 64);
        return result >= prime_ ? result - prime_ : result;
    }

    std::uint64_t prime_;
    std::uint64_t negative_inverse_ = 0;  // of the prime, modulo 2^64
    std::uint64_t enter_ = 0;             // 2^128 modulo the prime
};

}  // namespace sapper
