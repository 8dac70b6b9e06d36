// What an analysis may spend, wall time and memory, and how it is interrupted.
#pragma once

#include <algorithm>
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

// What long work of this thread asks now and then, if anything: it may throw, which ends the work.
inline thread_local void (*interruption_hook)() = nullptr;

inline void check_interruption() {
    if (interruption_hook) interruption_hook();
}

class Meter {
public:
    explicit Meter(const Limits& limits) : bytes_(limits.bytes), timed_(limits.seconds < 1e9) {
        // No clock is read when no time limit is set: a typical analysis takes microseconds.
        if (timed_)
            deadline_ = Clock::now() +
                        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
    }
    bool fits(std::size_t bytes) const { return bytes <= bytes_; }
    bool expired() const {
        check_interruption();
        return timed_ && Clock::now() >= deadline_;
    }
    // For work that takes little memory: as much as usual, and it does not expire within the next so many seconds.
    Meter with_grace(double seconds) const {
        Meter later = *this;
        later.bytes_ = std::max(bytes_, DEFAULT_BYTES);
        later.deadline_ = std::max(later.deadline_, Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                                       std::chrono::duration<double>(seconds)));
        return later;
    }
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
