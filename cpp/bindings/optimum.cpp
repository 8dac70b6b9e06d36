// How often agents win small boards.
#include <chrono>
#include <functional>

#include "bindings/bindings.hpp"
#include "game/rules.hpp"
#include "players/strength.hpp"

namespace sapper::bindings {

namespace {

using Progress = nb::typed<nb::callable, void(std::uint64_t)>;

// For long work without the lock: checks for Ctrl-C and reports progress to Python, ten times a second.
std::function<void(std::uint64_t)> poll_with(const Progress& progress) {
    using Clock = std::chrono::steady_clock;
    return [&progress, next = Clock::now()](std::uint64_t done) mutable {
        if (Clock::now() < next) return;
        next = Clock::now() + std::chrono::milliseconds(100);
        nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        progress(done);
    };
}

}  // namespace

void bind_optimum(nb::module_& m) {
    m.def(
        "strength",
        [](const sapper::Rules& rules, const std::string& agent, int start, const std::vector<std::uint64_t>& primes,
           const Progress& progress) {
            const Unlocked unlocked;
            return sapper::Strength(rules, agent, primes, poll_with(progress)).wins(start);
        },
        "rules"_a, "agent"_a, "start"_a, "primes"_a, "progress"_a,
        "The layouts a native agent wins from a start, on average over its draws, modulo each prime.");
}

}  // namespace sapper::bindings
