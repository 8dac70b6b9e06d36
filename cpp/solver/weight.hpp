// The types of number that weights are made of: doubles, doubles of any magnitude, and residues.
#pragma once

#include <cmath>
#include <cstdint>

#include "solver/prime_field.hpp"

namespace sapper {

// A non-negative double with a separate exponent, for boards with more layouts than a double can express. Zero is
// exact: it means that nothing was added.
class Wide {
public:
    Wide() = default;
    Wide(double value) : mantissa_(value), exponent_(0) { settle(); }  // NOLINT: as implicit as a double
    Wide(double mantissa, std::int64_t exponent) : mantissa_(mantissa), exponent_(exponent) { settle(); }

    bool is_zero() const { return mantissa_ == 0; }
    double log2() const { return std::log2(mantissa_) + static_cast<double>(exponent_); }
    // The value times 2^-shift; 0 or infinity where a double cannot hold it.
    double scaled(std::int64_t shift) const {
        const std::int64_t e = exponent_ - shift;
        return std::ldexp(mantissa_, static_cast<int>(e < -4000 ? -4000 : e > 4000 ? 4000 : e));
    }
    std::int64_t exponent() const { return exponent_; }

    Wide& operator+=(const Wide& other) {
        if (other.mantissa_ == 0) return *this;
        if (mantissa_ == 0) return *this = other;
        const std::int64_t gap = exponent_ - other.exponent_;
        if (gap >= 0) {
            if (gap < 1024) mantissa_ += std::ldexp(other.mantissa_, static_cast<int>(-gap));
        } else {
            mantissa_ = gap > -1024 ? std::ldexp(mantissa_, static_cast<int>(gap)) + other.mantissa_ : other.mantissa_;
            exponent_ = other.exponent_;
        }
        settle();
        return *this;
    }
    friend Wide operator*(const Wide& a, const Wide& b) {
        return Wide(a.mantissa_ * b.mantissa_, a.exponent_ + b.exponent_);
    }
    friend Wide operator/(const Wide& a, const Wide& b) {
        return Wide(a.mantissa_ / b.mantissa_, a.exponent_ - b.exponent_);
    }
    friend double ratio(const Wide& a, const Wide& b) { return (a / b).scaled(0); }

private:
    // Rescales only when the mantissa leaves a wide range, so that most sums cost one comparison.
    void settle() {
        if (mantissa_ == 0) {
            exponent_ = 0;
        } else if (mantissa_ > 0x1p200 || mantissa_ < 0x1p-200) {
            int shift;
            mantissa_ = std::frexp(mantissa_, &shift);
            exponent_ += shift;
        }
    }
    double mantissa_ = 0;
    std::int64_t exponent_ = 0;
};

inline double ratio(double a, double b) { return a / b; }
inline bool is_zero(double value) { return value == 0; }
inline bool is_zero(const Wide& value) { return value.is_zero(); }

// A residue modulo the thread's current prime, which is odd and below 2^62. Exact counts are reconstructed from several
// residues.
class Residue {
public:
    Residue() = default;
    explicit Residue(std::uint64_t value) : inside_(field().enter(value)) {}
    std::uint64_t value() const { return field().leave(inside_); }
    static std::uint64_t prime() { return field().prime(); }
    static void set_prime(std::uint64_t prime) { field() = PrimeField(prime); }

    friend Residue operator*(const Residue& a, const Residue& b) {
        Residue product;
        product.inside_ = field().multiply(a.inside_, b.inside_);
        return product;
    }
    Residue& operator+=(const Residue& other) {
        inside_ = field().add(inside_, other.inside_);
        return *this;
    }

private:
    static PrimeField& field() {
        static constinit thread_local PrimeField current(1);
        return current;
    }
    std::uint64_t inside_ = 0;  // in Montgomery's form
};

template <class T>
T from_integer(double value) {
    return T(value);
}
template <>
inline Residue from_integer<Residue>(double value) {
    return Residue(static_cast<std::uint64_t>(value));
}

// Ways to place k mines in n interchangeable cells, n <= 8.
inline constexpr double CHOOSE[9][9] = {{1},
                                        {1, 1},
                                        {1, 2, 1},
                                        {1, 3, 3, 1},
                                        {1, 4, 6, 4, 1},
                                        {1, 5, 10, 10, 5, 1},
                                        {1, 6, 15, 20, 15, 6, 1},
                                        {1, 7, 21, 35, 35, 21, 7, 1},
                                        {1, 8, 28, 56, 70, 56, 28, 8, 1}};

}  // namespace sapper
