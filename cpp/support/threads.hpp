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
#include <utility>

#include "support/interruption.hpp"

namespace sapper {

// A thread that its owner waits for. Not every standard library has std::jthread.
class JoinedThread {
public:
    JoinedThread() = default;
    template <class Work>
    explicit JoinedThread(Work work) : thread_(std::move(work)) {}
    JoinedThread(JoinedThread&& other) noexcept = default;
    JoinedThread& operator=(JoinedThread&& other) noexcept {
        join();
        thread_ = std::move(other.thread_);
        return *this;
    }
    ~JoinedThread() { join(); }

    void join() {
        if (thread_.joinable()) thread_.join();
    }

private:
    std::thread thread_;
};

// What the threads of one call of run_in_threads() share.
class SharedWork {
public:
    SharedWork(std::size_t count, std::size_t chunk) : count_(count), chunk_(chunk) {}

    // Runs chunks of the work until none is left, or until one of the threads fails. Before that, if work is left for
    // another thread and `helpers` allows one, starts it.
    template <class MakeWorker>
    void run(MakeWorker& make_worker, int helpers, JoinedThread& helper) {
        try {
            std::size_t begin = next_.fetch_add(chunk_);
            if (begin >= count_) return;
            if (helpers > 0 && begin + chunk_ < count_) start(make_worker, helpers, helper);
            auto work = make_worker();
            for (; begin < count_; begin = next_.fetch_add(chunk_)) {
                check_interruption();
                for (std::size_t i = begin; i < std::min(begin + chunk_, count_); ++i) work(i);
            }
        } catch (...) {
            fail();
        }
    }

    // Waits for the helpers. Meanwhile the calling thread, which has nothing left to do, can still be interrupted.
    void wait() {
        std::unique_lock lock(guard_);
        while (!all_finished_.wait_for(lock, PATIENCE, [&] { return running_ == 0; })) {
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

private:
    struct Stopped {};
    static constexpr std::chrono::milliseconds PATIENCE{20};
    static constexpr int CHECKS = 16;  // a hook may look at the clock only at every few calls

    template <class MakeWorker>
    void start(MakeWorker& make_worker, int helpers, JoinedThread& helper) {
        count_running(1);
        try {
            helper = JoinedThread([this, &make_worker, helpers] { help(make_worker, helpers - 1); });
        } catch (const std::system_error&) {
            count_running(-1);  // the system provides no more threads: the existing ones do all the work
        }
    }

    // Runs in a helper thread, which check_interruption() ends soon after another thread has failed.
    template <class MakeWorker>
    void help(MakeWorker& make_worker, int helpers) {
        JoinedThread helper;
        stopped_ = &is_stopped_;
        {
            const InterruptionHook hook([] {
                if (stopped_->load(std::memory_order_relaxed)) throw Stopped();
            });
            run(make_worker, helpers, helper);
        }
        count_running(-1);
    }

    void count_running(int change) {
        const std::scoped_lock lock(guard_);
        running_ += change;
        all_finished_.notify_one();
    }

    void fail() {
        const std::scoped_lock lock(guard_);
        if (!failure_) failure_ = std::current_exception();
        next_ = count_;
        is_stopped_ = true;
    }

    static inline thread_local const std::atomic<bool>* stopped_ = nullptr;
    const std::size_t count_, chunk_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> is_stopped_{false};
    std::mutex guard_;
    std::condition_variable all_finished_;
    int running_ = 0;  // helpers
    std::exception_ptr failure_;
};

// Each thread calls make_worker() once and then worker(i) for its share of all i below `count`, `chunk` of them at a
// time. A chunk should take longer than the start of a thread, some 20 microseconds; Ctrl-C is looked for once in each,
// so it should not take longer than some milliseconds, unless its work looks itself. The first exception ends the work
// in all threads and is thrown again in the calling thread, whose interruption hook stays in effect.
//
// Each thread starts the next one, as long as there is work that no thread has taken. So the calling thread starts at
// most one thread itself, and short work is done before many threads are started.
template <class MakeWorker>
void run_in_threads(std::size_t count, int threads, MakeWorker make_worker, std::size_t chunk = 1) {
    SharedWork shared(count, chunk);
    JoinedThread helper;
    shared.run(make_worker, std::max(threads, 1) - 1, helper);
    shared.wait();
}

}  // namespace sapper
