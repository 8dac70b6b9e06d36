// Unsigned integers of 128 bits: the compiler's own type, or a class where the compiler or its library lacks one.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace sapper {

// The part of a 128-bit integer that products of two 64-bit integers need. Clang for Windows has the type but not the
// library function that divides it.
class PortableTwice {
public:
    constexpr PortableTwice(std::uint64_t low) : low_(low) {}  // NOLINT: as implicit as the compiler's own type
    constexpr PortableTwice(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

    constexpr explicit operator std::uint64_t() const { return low_; }
    constexpr explicit operator bool() const { return high_ != 0 || low_ != 0; }

    friend constexpr PortableTwice operator+(PortableTwice a, PortableTwice b) {
        const std::uint64_t low = a.low_ + b.low_;
        return {a.high_ + b.high_ + (low < a.low_ ? 1 : 0), low};
    }
    friend constexpr PortableTwice operator*(PortableTwice a, PortableTwice b) {
        PortableTwice product = multiply(a.low_, b.low_);
        product.high_ += a.high_ * b.low_ + a.low_ * b.high_;
        return product;
    }
    friend constexpr PortableTwice operator/(PortableTwice a, std::uint64_t divisor) {
        a.divide(divisor);
        return a;
    }
    friend constexpr PortableTwice operator%(PortableTwice a, std::uint64_t divisor) { return a.divide(divisor); }
    friend constexpr PortableTwice operator>>(PortableTwice a, int bits) {
        if (bits >= 64) return {0, a.high_ >> (bits - 64)};
        return bits == 0 ? a : PortableTwice{a.high_ >> bits, a.low_ >> bits | a.high_ << (64 - bits)};
    }
    friend constexpr bool operator==(PortableTwice a, PortableTwice b) = default;

private:
    // The four products of the halves, added with their carries.
    static constexpr PortableTwice multiply(std::uint64_t a, std::uint64_t b) {
        constexpr std::uint64_t HALF = 0xFFFFFFFF;
        const std::uint64_t low = (a & HALF) * (b & HALF);
        const std::uint64_t middle = (a >> 32) * (b & HALF) + (low >> 32);
        const std::uint64_t other = (a & HALF) * (b >> 32) + (middle & HALF);
        return {(a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32), other << 32 | (low & HALF)};
    }
    // Long division in digits of 32 bits, by Knuth's algorithm D. Returns the remainder.
    constexpr std::uint64_t divide(std::uint64_t divisor) {
        constexpr std::uint64_t HALF = 0xFFFFFFFF;
        std::uint64_t rest = high_ % divisor;
        high_ /= divisor;
        // The divisor and what it divides are shifted until the divisor's first bit is set.
        const int shift = std::countl_zero(divisor);
        divisor <<= shift;
        if (shift > 0) rest = rest << shift | low_ >> (64 - shift);
        const std::uint64_t low = low_ << shift;
        low_ = 0;
        for (const std::uint64_t digit : {low >> 32, low & HALF}) {
            std::uint64_t quotient = rest / (divisor >> 32), left = rest % (divisor >> 32);
            // At most two too large.
            while (quotient > HALF || quotient * (divisor & HALF) > (left << 32 | digit)) {
                quotient -= 1;
                left += divisor >> 32;
                if (left > HALF) break;
            }
            rest = (rest << 32 | digit) - quotient * divisor;
            low_ = low_ << 32 | quotient;
        }
        return rest >> shift;
    }

    std::uint64_t high_ = 0, low_;
};

// In WebAssembly a product of the compiler's own type is a call of a library function.
#if defined(__SIZEOF_INT128__) && !defined(_MSC_VER) && !defined(__wasm__) && !defined(SAPPER_PORTABLE_TWICE)
__extension__ using Twice = unsigned __int128;
#else
using Twice = PortableTwice;
#endif

}  // namespace sapper
