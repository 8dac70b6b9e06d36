// Limits on the time and memory of an analysis.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>

#include "support/interruption.hpp"

namespace sapper {

#ifdef __EMSCRIPTEN__
inline constexpr std::size_t DEFAULT_BYTES = std::size_t{512} << 20;  // of the 1 GiB that CMakeLists.txt allows
#else
inline constexpr std::size_t DEFAULT_BYTES = std::size_t{2} << 30;
#endif
inline constexpr std::size_t LEAST_BYTES = std::size_t{4} << 20;  // what an estimate may use in any case

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::size_t bytes = DEFAULT_BYTES;
    bool estimate = true;  // whether to estimate a position that exceeds the limits; otherwise the verdict only says so
};

class Meter {
public:
    explicit Meter(const Limits& limits) : bytes_(limits.bytes), timed_(limits.seconds < 1e9) {
        // The clock is read only when a time limit is set: a typical analysis takes microseconds.
        if (timed_)
            deadline_ = Clock::now() +
                        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
    }
    bool fits(std::size_t bytes) const { return bytes <= bytes_; }
    bool expired() const {
        check_interruption();
        return timed_ && Clock::now() >= deadline_;
    }
    // A meter for an estimate: it has at least LEAST_BYTES, and does not expire within the next `seconds` seconds.
    Meter with_grace(double seconds) const {
        Meter later = *this;
        later.bytes_ = std::max(bytes_, LEAST_BYTES);
        later.deadline_ = std::max(later.deadline_, Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                                       std::chrono::duration<double>(seconds)));
        return later;
    }
    // The same limits, but with at most `seconds` left.
    Meter within(double seconds) const {
        Meter sooner = *this;
        if (!timed_) return sooner;
        sooner.deadline_ = std::min(deadline_, Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                                  std::chrono::duration<double>(seconds)));
        return sooner;
    }
    std::size_t bytes() const { return bytes_; }
    bool timed() const { return timed_; }
    double seconds_left() const {
        return timed_ ? std::chrono::duration<double>(deadline_ - Clock::now()).count()
                      : std::numeric_limits<double>::infinity();
    }

private:
    using Clock = std::chrono::steady_clock;
    std::size_t bytes_;
    bool timed_;
    Clock::time_point deadline_;
};

}  // namespace sapper
