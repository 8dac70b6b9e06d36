// What the standalone C++ tests and fuzzers share.
#pragma once

#include <pthread.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

namespace check {
inline long current_round = -1;  // of a fuzzer
}

// Ends the program with the place and the values found, in any build. A fuzzer prints its input after that.
#define CHECK(condition, ...)                                                                            \
    do {                                                                                                 \
        if (!(condition)) {                                                                              \
            std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                 \
            const std::string about{__VA_ARGS__};                                                        \
            if (!about.empty()) std::fprintf(stderr, "%s\n", about.c_str());                             \
            if (check::current_round >= 0) std::fprintf(stderr, "in round %ld\n", check::current_round); \
            std::exit(1);                                                                                \
        }                                                                                                \
    } while (false)

namespace check {

// A deterministic source of choices: the same seed draws the same inputs on every machine.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t bits() { return engine_(); }
    // From 0 to n - 1; the small bias of the remainder does not matter here.
    int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
    int between(int low, int high) { return low + below(high - low + 1); }
    bool one_in(int n) { return below(n) == 0; }
    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

private:
    std::mt19937_64 engine_;
};

// Calls `work()` in a thread that has a stack of so many kilobytes.
template <class Work>
void with_stack(std::size_t kilobytes, Work work) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstacksize(&attributes, kilobytes << 10) == 0);
    pthread_t thread;
    const auto run = [](void* what) -> void* {
        (*static_cast<Work*>(what))();
        return nullptr;
    };
    CHECK(pthread_create(&thread, &attributes, run, &work) == 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

// Calls `round(dice, number)` again and again for `--seconds` (default 5). Each round has its own dice, which depend
// only on `--seed` and the round's number, so `--round N` repeats one round alone. With `--stack N`, everything runs on
// a stack of so many kilobytes. A failure prints the round.
template <class Round>
int fuzz(int argc, char** argv, const char* name, Round&& round) {
    double seconds = 5;
    std::uint64_t seed = 1;
    long only = -1;
    std::size_t stack = 0;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && std::strcmp(argv[i], "--seconds") == 0) {
            seconds = std::atof(argv[i + 1]);
        } else if (i + 1 < argc && std::strcmp(argv[i], "--seed") == 0) {
            seed = std::strtoull(argv[i + 1], nullptr, 10);
        } else if (i + 1 < argc && std::strcmp(argv[i], "--round") == 0) {
            only = std::atol(argv[i + 1]);
        } else if (i + 1 < argc && std::strcmp(argv[i], "--stack") == 0) {
            stack = std::strtoull(argv[i + 1], nullptr, 10);
        } else {
            std::fprintf(stderr, "usage: %s [--seconds N] [--seed S] [--round R] [--stack KILOBYTES]\n", name);
            return 2;
        }
    }
    const auto play = [&](long number) {
        current_round = number;
        Dice dice(seed * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(number));
        round(dice, number);
    };
    long rounds = 0;
    const auto run = [&] {
        if (only >= 0) return play(only);
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        while (std::chrono::steady_clock::now() < end) play(rounds++);
        std::printf("%s: %ld rounds in %g s from seed %llu, nothing found\n", name, rounds, seconds,
                    static_cast<unsigned long long>(seed));
    };
    if (stack > 0)
        with_stack(stack, run);
    else
        run();
    return 0;
}

}  // namespace check
