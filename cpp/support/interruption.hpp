// Ending long work early, when the user or another thread asks for it.
#pragma once

#include <utility>

namespace sapper {

// Called now and then by long work in this thread, unless it is null. It may throw, which ends the work.
using Hook = void (*)();
inline constinit thread_local Hook interruption_hook = nullptr;

// Long work calls this at least every few milliseconds. Without a hook it costs a nanosecond.
inline void check_interruption() {
    if (interruption_hook) interruption_hook();
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
