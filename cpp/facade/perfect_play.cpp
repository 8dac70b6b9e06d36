#include "facade/perfect_play.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "facade/record_messages.hpp"
#include "facade/sentence.hpp"
#include "search/optimum.hpp"

namespace sapper::facade {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds TELLING{100};  // between two answers about the progress

std::string size_of(const Rules& rules) {
    return std::to_string(rules.rows) + "x" + std::to_string(rules.cols) + "/" + std::to_string(rules.mines);
}

// Without decimals that are zero, as in "0" and "2.5".
std::string seconds_text(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", seconds);
    return text;
}

}  // namespace

void optimum(const Call& call, const OptimumRequest& request, const Tell<OptimumAnswer>& tell) {
    const Rules rules = request.rules.checked();
    if (request.budget && !(*request.budget >= 0)) throw malformed("a budget is a number of seconds, 0 or more");
    if (!(request.memory >= 0)) throw malformed("memory is a number of bytes, 0 or more");
    if (rules.cells() > Optimum::MOST_CELLS)
        throw out_of_budget("perfect play is within reach up to " + std::to_string(Optimum::MOST_CELLS) +
                            " cells, not for " + size_of(rules));
    const int start = request.start ? index_of(rules, *request.start) : -1;
    const auto began = Clock::now();
    const auto poll = [&, next = began](std::uint64_t nodes) mutable {
        const auto time = Clock::now();
        if (call.is_stopped()) throw out_of_budget("the search was stopped");
        if (request.budget && std::chrono::duration<double>(time - began).count() >= *request.budget)
            throw out_of_budget(size_of(rules) + " takes more than " + seconds_text(*request.budget) +
                                " s; the search ended after " + with_commas(static_cast<std::int64_t>(nodes)) +
                                (nodes == 1 ? " position" : " positions"));
        if (time < next) return;
        next = time + TELLING;
        tell(OptimumAnswer{false, nodes, {}, {}, {}, {}});
    };
    const double most = static_cast<double>(~std::size_t{0} / 2);
    Optimum search(rules, static_cast<std::size_t>(std::min(request.memory, most)), poll);
    const auto found = search.solve(start);
    if (!found)
        throw out_of_budget("perfect play of " + size_of(rules) + " does not fit into " +
                            with_commas(static_cast<std::int64_t>(std::nearbyint(request.memory / (1 << 20)))) +
                            " MiB");
    const double win = static_cast<double>(found->wins) / static_cast<double>(found->layouts);
    tell(OptimumAnswer{true, search.nodes(), win, std::to_string(found->wins), std::to_string(found->layouts),
                       cell_at(found->start, rules.cols)});
}

}  // namespace sapper::facade
