#include "solver/analysis.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "solver/byte_passes.hpp"
#include "support/threads.hpp"

namespace sapper {

namespace {

constexpr int KEEP_CELLS = 1 << 20;  // the largest field whose memory a thread keeps: about twenty bytes per cell
constexpr int LARGE_BOARD = 4096;    // cells, from which on it may be worth joining the components of a board once
constexpr double PRIME_BITS = 61.9;  // at least, of each prime from counting_primes()
constexpr double NONE = std::numeric_limits<double>::quiet_NaN();

// The memory that a thread reuses from call to call.
struct ThreadState {
    Field field;
    Solver solver;
};

ThreadState& thread_state() {
    thread_local ThreadState mine;
    return mine;
}

// At the end of a call: frees the memory of a huge board, and all memory after an exception. Under a small memory limit
// no more than that limit is kept, because it would add to the memory of the next call.
class ReleaseAtExit {
public:
    explicit ReleaseAtExit(const Limits& limits) : most_(std::min(Solver::KEEP_BYTES, limits.bytes / 4)) {}
    ~ReleaseAtExit() {
        auto& [field, solver] = thread_state();
        if (std::uncaught_exceptions() > exceptions_ || field.size() > KEEP_CELLS)
            thread_state() = ThreadState();
        else
            solver.release_excess(most_);
    }

private:
    std::size_t most_;
    int exceptions_ = std::uncaught_exceptions();
};

constexpr const char* TOO_WIDE =
    "the position is too wide to be counted exactly within the limits; allow more time or memory";
constexpr const char* REFUSED = "the position is too wide to be counted exactly in the memory that the system has left";

// Runs an exact question within the limits. Throws std::runtime_error when they do not suffice.
template <class Ask>
auto within(const Limits& limits, Ask ask) {
    const Deadline deadline(limits.seconds);
    try {
        return ask();
    } catch (const OutOfTime&) {
        throw std::runtime_error(TOO_WIDE);
    } catch (const std::bad_alloc&) {
        throw std::runtime_error(REFUSED);
    }
}

// Counts the layouts of a view; false when there are none.
bool count_exactly(const View& view, const Limits& limits, bool trust_flags) {
    auto& [field, solver] = thread_state();
    if (!field.load(view, trust_flags)) return false;
    const Verdict verdict = solver.weigh(field, limits);
    if (verdict == Verdict::Estimated) throw std::runtime_error(TOO_WIDE);
    return verdict == Verdict::Exact;
}

}  // namespace

void analyse(const View& view, const Limits& limits, bool trust_flags, Analysis& out) {
    const ReleaseAtExit release(limits);
    auto& [field, solver] = thread_state();
    out.verdict = field.load(view, trust_flags) ? solver.solve(field, limits) : Verdict::Impossible;
    if (out.verdict == Verdict::Impossible) return;
    const bool estimated = out.verdict == Verdict::Estimated;
    const Frontier& frontier = solver.frontier();
    out.untouched = frontier.untouched;
    out.untouched_risk = frontier.untouched ? solver.untouched_risk() : NONE;
    const auto cells = static_cast<std::size_t>(view.cells());
    out.risk.resize(cells);
    const double by_kind[4] = {0.0, out.untouched_risk, 1.0, NONE};
    passes::spread(view.rows, view.cols, field.stride(), field.kinds().data(), by_kind, out.risk.data());
    // The frontier's cells are in ascending order, so no division is needed to find their rows.
    int beyond = 2 * field.stride(),
        skipped = field.stride() + 1;  // the end of the row, and the border cells before it
    for (const auto& [at, group] : frontier.cells) {
        for (; at >= beyond; beyond += field.stride()) skipped += 2;
        out.risk[at - skipped] = solver.risk()[group];
    }
    out.error.clear();
    if (estimated) {
        out.error.resize(cells);
        for (std::size_t i = 0; i < cells; ++i)
            out.error[i] = view.numbers[i] != COVERED                        ? NONE
                           : field.is_unknown(field.at(static_cast<int>(i))) ? solver.untouched_error()
                                                                             : 0.0;
        for (const auto& [at, group] : frontier.cells) out.error[field.cell(at)] = solver.error()[group];
    }
}

void analyse_many(const std::int8_t* numbers, int rows, int cols, std::span<const std::int64_t> mines, int threads,
                  const Limits& limits, double* risk, std::uint8_t* verdicts) {
    using Clock = std::chrono::steady_clock;
    const auto cells = static_cast<std::size_t>(rows) * cols;
    const auto begin = Clock::now();
    std::atomic<std::size_t> begun = 0;
    const auto share = [&] {
        Limits one = limits;
        const std::size_t left = mines.size() - begun++;
        if (limits.seconds == std::numeric_limits<double>::infinity()) return one;
        const double passed = std::chrono::duration<double>(Clock::now() - begin).count();
        const double at_once = std::min(static_cast<double>(threads), static_cast<double>(left));
        one.seconds = std::max(0.0, limits.seconds - passed) * at_once / static_cast<double>(left);
        return one;
    };
    run_in_threads(mines.size(), threads, [&] {
        return [&, view = View{rows, cols, 0, {}, {}}, analysis = Analysis{}](std::size_t i) mutable {
            view.mines = mines[i] < 0 || mines[i] > static_cast<std::int64_t>(cells) ? -1 : static_cast<int>(mines[i]);
            view.numbers.assign(numbers + i * cells, numbers + (i + 1) * cells);
            try {
                check_well_formed(view, mines[i]);
            } catch (const std::invalid_argument& error) {
                throw std::invalid_argument("view " + std::to_string(i) + ": " + error.what());
            }
            analyse(view, share(), false, analysis);
            verdicts[i] = static_cast<std::uint8_t>(analysis.verdict);
            if (analysis.verdict == Verdict::Impossible)
                std::fill_n(risk + i * cells, cells, NONE);
            else
                std::copy(analysis.risk.begin(), analysis.risk.end(), risk + i * cells);
        };
    });
}

std::array<double, 9> expected_numbers(const View& view, int cell, const Limits& limits, bool trust_flags) {
    const ReleaseAtExit release(limits);
    return within(limits, [&] {
        View opened = view;
        if (!opened.flags.empty()) opened.flags[cell] = 0;
        auto& [field, solver] = thread_state();
        std::array<Wide, 9> ways;
        std::optional<std::array<Wide, 9>> found;
        if (view.cells() >= LARGE_BOARD && count_exactly(opened, limits, trust_flags)) {
            Solver local;
            found = solver.number_ways(field, field.at(cell), local, limits);
        }
        for (int number = 0; number <= 8 && !found; ++number) {
            opened.numbers[cell] = static_cast<std::int8_t>(number);
            if (count_exactly(opened, limits, trust_flags)) ways[number] = solver.layouts();
        }
        if (found) ways = *found;
        Wide total;
        for (const Wide& way : ways) total += way;
        std::array<double, 9> chances{};
        if (!total.is_zero())
            for (int number = 0; number <= 8; ++number) chances[number] = ratio(ways[number], total);
        return chances;
    });
}

LayoutCount count_layouts(const View& view, const Limits& limits, bool trust_flags) {
    const ReleaseAtExit release(limits);
    return within(limits, [&] {
        LayoutCount count;
        if (!count_exactly(view, limits, trust_flags)) return count;
        // One prime to spare, since the logarithm is rounded.
        const double bits = thread_state().solver.layouts().log2() + 2;
        count.primes = counting_primes(static_cast<std::size_t>(bits / PRIME_BITS) + 2);
        for (const std::uint64_t prime : count.primes) {
            check_interruption();
            count.residues.push_back(thread_state().solver.layouts_modulo(prime));
        }
        return count;
    });
}

std::vector<std::uint64_t> layouts_modulo(const View& view, const std::vector<std::uint64_t>& primes,
                                          const Limits& limits, bool trust_flags) {
    const ReleaseAtExit release(limits);
    return within(limits, [&] {
        std::vector<std::uint64_t> residues(primes.size(), 0);
        if (!count_exactly(view, limits, trust_flags)) return residues;
        for (std::size_t i = 0; i < primes.size(); ++i) {
            check_interruption();
            residues[i] = thread_state().solver.layouts_modulo(primes[i]);
        }
        return residues;
    });
}

double layouts_log2(const View& view, const Limits& limits, bool trust_flags) {
    const ReleaseAtExit release(limits);
    return within(limits, [&] {
        return count_exactly(view, limits, trust_flags) ? thread_state().solver.layouts().log2()
                                                        : -std::numeric_limits<double>::infinity();
    });
}

}  // namespace sapper
