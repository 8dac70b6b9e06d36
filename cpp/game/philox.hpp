// Philox4x64-10: a counter-based generator, so that stream (seed, index) is the same on every machine and in every
// worker.
//
// Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). Bit-equal to
// numpy.random.Philox(key=[seed, index], counter=[0, 0, 0, purpose]).random_raw().
#pragma once

#include <array>
#include <cstdint>

#include "support/twice.hpp"

namespace sapper {

// Separate streams for separate purposes: a board never shares random numbers with the agent that plays it.
enum class Purpose : std::uint64_t { Board = 0, Agent = 1, Thought = 2 };

class Philox {
public:
    Philox(std::uint64_t seed, std::uint64_t index, Purpose purpose)
        : counter_{0, 0, 0, static_cast<std::uint64_t>(purpose)}, key_{seed, index} {}

    std::uint64_t next() {
        if (used_ == block_.size()) refill();
        return block_[used_++];
    }

    // A whole number in [0, n), each equally likely, for n >= 1. Lemire, "Fast random integer generation in an
    // interval" (2019): takes the high half of a product and draws again in the rare case that would favour some
    // values.
    std::uint64_t below(std::uint64_t n) {
        auto [high, low] = multiply(next(), n);
        if (low < n) {
            const std::uint64_t threshold = (0 - n) % n;
            while (low < threshold) {
                const auto again = multiply(next(), n);
                high = again.high;
                low = again.low;
            }
        }
        return high;
    }

    // The same kind of number from exactly one draw, for small n: the bias, n / 2^64, is too small to measure.
    std::uint64_t pick(std::uint64_t n) { return multiply(next(), n).high; }

    // A number in [0, 1).
    double share() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    struct Product {
        std::uint64_t high, low;
    };

    static Product multiply(std::uint64_t a, std::uint64_t b) {
        const Twice product = static_cast<Twice>(a) * b;
        return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
    }

    void refill() {
        // As in numpy, the counter is incremented before the block is computed.
        for (auto& word : counter_)
            if (++word != 0) break;
        auto block = counter_;
        auto key = key_;
        for (int round = 0; round < 10; ++round) {
            if (round > 0) {
                key[0] += 0x9E3779B97F4A7C15u;
                key[1] += 0xBB67AE8584CAA73Bu;
            }
            const auto a = multiply(0xD2E7470EE14C6C93u, block[0]);
            const auto b = multiply(0xCA5A826395121157u, block[2]);
            block = {b.high ^ block[1] ^ key[0], b.low, a.high ^ block[3] ^ key[1], a.low};
        }
        block_ = block;
        used_ = 0;
    }

    std::array<std::uint64_t, 4> counter_;
    std::array<std::uint64_t, 2> key_;
    std::array<std::uint64_t, 4> block_{};
    std::size_t used_ = 4;
};

}  // namespace sapper
