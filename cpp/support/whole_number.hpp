// Whole numbers of any size, for exact counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sapper {

class WholeNumber {
public:
    WholeNumber(std::uint64_t value = 0);
    // The number of ways to choose `chosen` of `total` things.
    static WholeNumber choose(std::uint64_t total, std::uint64_t chosen);

    void multiply(std::uint32_t factor);
    void multiply_long(std::uint64_t factor);
    void add(std::uint64_t value);
    // Divides, and returns the remainder.
    std::uint32_t divide(std::uint32_t divisor);

    bool is_zero() const { return limbs_.empty(); }
    std::string decimal() const;
    std::string hexadecimal() const;
    // The base-two logarithm, as that of the double nearest to the number or to its leading bits.
    double log2() const;

private:
    void trim();

    std::vector<std::uint32_t> limbs_;  // the lowest first; the highest is not zero
};

}  // namespace sapper
