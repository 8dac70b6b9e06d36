// Running independent pieces of work in several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "support/interruption.hpp"

namespace sapper {

// What the threads of one call of run_in_threads() share.
class SharedWork {
public:
    explicit SharedWork(std::size_t count) : count_(count) {}

    // Runs chunks of the work until none is left, or until one of the threads fails.
    template <class MakeWorker>
    void run(MakeWorker& make_worker) {
        try {
            auto work = make_worker();
            for (;;) {
                const std::size_t begin = next_.fetch_add(CHUNK);
                if (begin >= count_) return;
                for (std::size_t i = begin; i < std::min(begin + CHUNK, count_); ++i) {
                    check_interruption();
                    work(i);
                }
            }
        } catch (...) {
            fail();
        }
    }

    // The same in a helper thread, which check_interruption() ends soon after another thread has failed.
    template <class MakeWorker>
    void help(MakeWorker& make_worker) {
        stopped_ = &is_stopped_;
        {
            const InterruptionHook hook([] {
                if (stopped_->load(std::memory_order_relaxed)) throw Stopped();
            });
            run(make_worker);
        }
        const std::scoped_lock lock(guard_);
        ++finished_;
        all_finished_.notify_one();
    }

    // Waits for the helpers. Meanwhile the calling thread, which has nothing left to do, can still be interrupted.
    void wait_for(std::size_t helpers) {
        std::unique_lock lock(guard_);
        while (!all_finished_.wait_for(lock, PATIENCE, [&] { return finished_ == helpers; })) {
            lock.unlock();
            try {
                for (int i = 0; i < CHECKS && !is_stopped_; ++i) check_interruption();
            } catch (...) {
                fail();
            }
            lock.lock();
        }
        if (failure_) std::rethrow_exception(failure_);
    }

    static constexpr std::size_t CHUNK = 16;

private:
    struct Stopped {};
    static constexpr std::chrono::milliseconds PATIENCE{20};
    static constexpr int CHECKS = 16;  // a hook may look at the clock only at every few calls

    void fail() {
        const std::scoped_lock lock(guard_);
        if (!failure_) failure_ = std::current_exception();
        next_ = count_;
        is_stopped_ = true;
    }

    static inline thread_local const std::atomic<bool>* stopped_ = nullptr;
    const std::size_t count_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> is_stopped_{false};
    std::mutex guard_;
    std::condition_variable all_finished_;
    std::size_t finished_ = 0;
    std::exception_ptr failure_;
};

// Each thread calls make_worker() once and then worker(i) for its share of all i below `count`. The first exception
// ends the work in all threads and is thrown again in the calling thread, whose interruption hook stays in effect.
template <class MakeWorker>
void run_in_threads(std::size_t count, int threads, MakeWorker make_worker) {
    SharedWork shared(count);
    const auto helpers = std::min<std::size_t>(std::max(threads, 1), count / SharedWork::CHUNK + 1) - 1;
    std::vector<std::jthread> pool;
    try {
        for (std::size_t i = 0; i < helpers; ++i) pool.emplace_back([&] { shared.help(make_worker); });
    } catch (const std::system_error&) {
        // The system provides no more threads: the existing ones do all the work.
    }
    shared.run(make_worker);
    shared.wait_for(pool.size());
}

}  // namespace sapper
