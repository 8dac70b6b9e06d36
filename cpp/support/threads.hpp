// Running independent pieces of work in several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace sapper {

// Each thread calls make_worker() once and then worker(i) for its share of all i below `count`. The first exception
// ends the work and is thrown again in the calling thread.
template <class MakeWorker>
void run_in_threads(std::size_t count, int threads, MakeWorker make_worker) {
    constexpr std::size_t CHUNK = 16;
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex guard;
    const auto run = [&] {
        try {
            auto work = make_worker();
            for (;;) {
                const std::size_t begin = next.fetch_add(CHUNK);
                if (begin >= count) return;
                for (std::size_t i = begin; i < std::min(begin + CHUNK, count); ++i) work(i);
            }
        } catch (...) {
            const std::scoped_lock lock(guard);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    const auto helpers = std::min<std::size_t>(std::max(threads, 1), count / CHUNK + 1) - 1;
    std::vector<std::jthread> pool;
    try {
        for (std::size_t i = 0; i < helpers; ++i) pool.emplace_back(run);
    } catch (const std::system_error&) {
        // The system provides no more threads: the existing ones do all the work.
    }
    run();
    pool.clear();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace sapper
