#include "support/whole_number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace sapper {

namespace {

constexpr std::uint32_t CHUNK = 1'000'000'000;  // nine decimal digits at a time

}  // namespace

WholeNumber::WholeNumber(std::uint64_t value) {
    limbs_ = {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
    trim();
}

WholeNumber WholeNumber::choose(std::uint64_t total, std::uint64_t chosen) {
    if (chosen > total) return 0;
    chosen = std::min(chosen, total - chosen);
    WholeNumber number(1);
    for (std::uint64_t i = 0; i < chosen; ++i) {
        number.multiply(static_cast<std::uint32_t>(total - i));
        number.divide(static_cast<std::uint32_t>(i + 1));
    }
    return number;
}

void WholeNumber::multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (auto& limb : limbs_) {
        carry += std::uint64_t{limb} * factor;
        limb = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    if (carry) limbs_.push_back(static_cast<std::uint32_t>(carry));
    trim();
}

void WholeNumber::multiply_long(std::uint64_t factor) {
    const std::uint64_t low = factor & 0xFFFFFFFF, high = factor >> 32;
    std::uint64_t carry = 0;     // of the low half
    std::uint64_t high_sum = 0;  // of the high half, one limb later
    std::uint32_t before = 0;    // the limb below, as it was
    for (auto& limb : limbs_) {
        const std::uint32_t now = limb;
        carry += now * low;
        high_sum += before * high;
        const std::uint64_t sum = (carry & 0xFFFFFFFF) + (high_sum & 0xFFFFFFFF);
        limb = static_cast<std::uint32_t>(sum);
        carry >>= 32;
        high_sum = (high_sum >> 32) + (sum >> 32);
        before = now;
    }
    high_sum += before * high;
    for (int i = 0; i < 3; ++i) {
        const std::uint64_t sum = (carry & 0xFFFFFFFF) + (high_sum & 0xFFFFFFFF);
        limbs_.push_back(static_cast<std::uint32_t>(sum));
        carry >>= 32;
        high_sum = (high_sum >> 32) + (sum >> 32);
    }
    trim();
}

void WholeNumber::add(std::uint64_t value) {
    for (std::size_t i = 0; value; ++i) {
        if (i == limbs_.size()) limbs_.push_back(0);
        const std::uint64_t sum = limbs_[i] + (value & 0xFFFFFFFF);
        limbs_[i] = static_cast<std::uint32_t>(sum);
        value = (value >> 32) + (sum >> 32);
    }
}

std::uint32_t WholeNumber::divide(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
        rest = rest << 32 | *limb;
        *limb = static_cast<std::uint32_t>(rest / divisor);
        rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
}

std::string WholeNumber::decimal() const {
    std::vector<std::uint32_t> chunks;
    for (WholeNumber rest = *this; !rest.is_zero();) chunks.push_back(rest.divide(CHUNK));
    if (chunks.empty()) return "0";
    std::string text = std::to_string(chunks.back());
    std::array<char, 16> digits;
    for (auto chunk = chunks.rbegin() + 1; chunk != chunks.rend(); ++chunk) {
        std::snprintf(digits.data(), digits.size(), "%09u", *chunk);
        text += digits.data();
    }
    return text;
}

std::string WholeNumber::hexadecimal() const {
    std::string text;
    std::array<char, 16> digits;
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
        std::snprintf(digits.data(), digits.size(), "%08x", *limb);
        text += digits.data();
    }
    return text.empty() ? "0" : text;
}

double WholeNumber::log2() const {
    // The leading bits, rounded to a double to nearest, ties to even: a 1 below them keeps a tie from looking like one.
    const std::size_t used = std::min<std::size_t>(limbs_.size(), 3);
    std::uint64_t leading = 0;
    int shift = 0;
    bool below = false;
    for (std::size_t i = 0; i + used < limbs_.size(); ++i) below |= limbs_[i] != 0;
    std::array<std::uint32_t, 3> top{};
    for (std::size_t i = 0; i < used; ++i) top[i] = limbs_[limbs_.size() - 1 - i];
    if (used < 3) {
        for (std::size_t i = 0; i < used; ++i) leading = leading << 32 | top[i];
    } else {
        leading = std::uint64_t{top[0]} << 32 | top[1];
        int free = 0;
        while (!(leading >> 63)) {
            leading <<= 1;
            ++free;
        }
        if (free) leading |= top[2] >> (32 - free);
        below |= free < 32 && (top[2] << free) != 0;
        leading |= below;
        shift = 32 - free + 32 * static_cast<int>(limbs_.size() - 3);
    }
    int exponent = 0;
    const double fraction = std::frexp(static_cast<double>(leading), &exponent);
    exponent += shift;
    // Within the range of doubles the logarithm is of the number itself, so that it is exact for powers of two.
    if (exponent <= 1024) return std::log2(std::ldexp(fraction, exponent));
    return std::log2(fraction) + exponent;
}

void WholeNumber::trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

}  // namespace sapper
