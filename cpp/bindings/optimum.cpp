// Perfect play of small boards, and how often agents win them.
#include "search/optimum.hpp"

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
        "optimum",
        [](const sapper::Rules& rules, int start, std::size_t bytes, const Progress& progress) {
            const Unlocked unlocked;
            sapper::Optimum optimum(rules, bytes, poll_with(progress));
            std::optional<std::tuple<std::uint64_t, std::uint64_t, int, std::uint64_t>> answer;
            if (const auto value = optimum.solve(start))
                answer.emplace(value->wins, value->layouts, value->start, optimum.nodes());
            return answer;
        },
        "rules"_a, "start"_a, "bytes"_a, "progress"_a,
        "Perfect play from a start (-1: a best one): (wins, layouts, start, nodes), or None beyond the memory.");
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
