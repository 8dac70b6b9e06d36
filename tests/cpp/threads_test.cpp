// Work in several threads, tested without Python, so that the sanitizers see it.
#include "support/threads.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"

namespace {

// Waits until `count` reaches `wanted`; false after a time in which any machine has started a thread.
bool reaches(const std::atomic<int>& count, int wanted) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (count < wanted) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

// Few pieces of long work use as many threads as there are pieces.
void every_piece_gets_a_thread() {
    for (const int pieces : {2, 3, 8}) {
        std::atomic<int> begun{0}, together{0};
        sapper::run_in_threads(static_cast<std::size_t>(pieces), 8, [&] {
            return [&](std::size_t) {
                ++begun;
                together += reaches(begun, pieces);
            };
        });
        CHECK(together == pieces);
    }
}

void every_piece_is_done_once() {
    for (const int threads : {-1, 1, 3})
        for (const std::size_t count : {0, 1, 15, 16, 17, 1000})
            for (const std::size_t chunk : {1, 16}) {
                std::vector<std::atomic<int>> done(count);
                std::atomic<int> workers{0};
                const auto make_worker = [&] {
                    ++workers;
                    return [&](std::size_t i) { ++done[i]; };
                };
                sapper::run_in_threads(count, threads, make_worker, chunk);
                for (const auto& each : done) CHECK(each == 1);
                CHECK(workers <= (threads > 1 ? threads : 1));
            }
}

void first_failure_ends_the_work() {
    std::atomic<int> done{0};
    bool failed = false;
    try {
        sapper::run_in_threads(100'000, 3, [&] {
            return [&](std::size_t i) {
                if (i == 10) throw std::runtime_error("failed");
                ++done;
            };
        });
    } catch (const std::runtime_error&) {
        failed = true;
    }
    CHECK(failed);
    CHECK(done < 100'000);
}

}  // namespace

int main() {
    every_piece_gets_a_thread();
    every_piece_is_done_once();
    first_failure_ends_the_work();
    std::puts("threads_test: all passed");
}
