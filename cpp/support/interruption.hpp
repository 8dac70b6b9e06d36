// Ending long work early, when the user or another thread asks for it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace sapper {

// Called now and then by long work in this thread, unless it is null. It may throw, which ends the work.
using Hook = void (*)();
inline constinit thread_local Hook interruption_hook = nullptr;

// Thrown by check_interruption() after the deadline of this thread's work.
struct OutOfTime {};

// While it exists, check_interruption() throws OutOfTime once the time is over. An earlier deadline stays in force.
class Deadline {
public:
    explicit Deadline(double seconds) : before_(current) {
        if (seconds < 1e9)
            current = std::min(current, Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                           std::chrono::duration<double>(seconds)));
    }
    ~Deadline() { current = before_; }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    static bool passed() { return current != NEVER && Clock::now() >= current; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr Clock::time_point NEVER = Clock::time_point::max();
    static inline constinit thread_local Clock::time_point current = NEVER;
    Clock::time_point before_;
};

// Long work calls this at least every few milliseconds. Without a hook and a deadline it costs a nanosecond.
inline void check_interruption() {
    if (interruption_hook) interruption_hook();
    if (Deadline::passed()) throw OutOfTime{};
}

// Calls check_interruption() at every 2^BITS-th call, for loops with short rounds.
template <unsigned BITS>
class RareCheck {
public:
    void operator()() {
        if ((++calls_ & ((1u << BITS) - 1)) == 0) check_interruption();
    }

private:
    unsigned calls_ = 0;
};

// Calls visit(i, j) for pieces [i, j) that make up [begin, end), and check_interruption() after each large piece.
template <class Visit>
void in_pieces(std::size_t begin, std::size_t end, Visit&& visit) {
    constexpr std::size_t LARGE = std::size_t{1} << 14;
    while (end - begin > LARGE) {
        visit(begin, begin + LARGE);
        begin += LARGE;
        check_interruption();
    }
    visit(begin, end);
}

// Sets the hook of this thread for as long as the object lives.
class InterruptionHook {
public:
    explicit InterruptionHook(Hook hook) : before_(std::exchange(interruption_hook, hook)) {}
    ~InterruptionHook() { interruption_hook = before_; }
    InterruptionHook(const InterruptionHook&) = delete;
    InterruptionHook& operator=(const InterruptionHook&) = delete;

private:
    Hook before_;
};

}  // namespace sapper
