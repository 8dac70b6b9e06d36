// What an analysis may spend: wall time and memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <limits>

namespace sapper {

inline constexpr std::size_t DEFAULT_BYTES = std::size_t{2} << 30;

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::size_t bytes = DEFAULT_BYTES;
    bool estimate = true;  // whether to estimate what does not fit; otherwise only to say so
};

class Meter {
public:
    explicit Meter(const Limits& limits) : bytes_(limits.bytes), timed_(limits.seconds < 1e9) {
        // No clock is read when no time limit is set: a typical analysis takes microseconds.
        if (timed_)
            deadline_ = Clock::now() +
                        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
    }
    bool fits(std::size_t bytes) const { return bytes <= bytes_; }
    bool expired() const { return timed_ && Clock::now() >= deadline_; }
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
