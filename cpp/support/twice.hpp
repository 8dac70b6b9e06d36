// Unsigned integers of 128 bits: the compiler's own type, or a class where the compiler or its library lacks one.
#pragma once

#include <cstdint>

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
    // Long division, the high word at once and the low word bit by bit. Returns the remainder.
    constexpr std::uint64_t divide(std::uint64_t divisor) {
        std::uint64_t remainder = high_ % divisor, quotient = 0;
        high_ /= divisor;
        for (int bit = 63; bit >= 0; --bit) {
            const bool overflows = remainder >> 63;
            remainder = remainder << 1 | (low_ >> bit & 1);
            if (overflows || remainder >= divisor) {
                remainder -= divisor;
                quotient |= std::uint64_t{1} << bit;
            }
        }
        low_ = quotient;
        return remainder;
    }

    std::uint64_t high_ = 0, low_;
};

#if defined(__SIZEOF_INT128__) && !defined(_MSC_VER) && !defined(SAPPER_PORTABLE_TWICE)
__extension__ using Twice = unsigned __int128;
#else
using Twice = PortableTwice;
#endif

}  // namespace sapper
