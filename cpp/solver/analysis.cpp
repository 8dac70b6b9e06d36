#include "solver/analysis.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>

#include "support/threads.hpp"

namespace sapper {

namespace {

constexpr int KEEP_CELLS = 1 << 20;  // the largest field whose memory a thread keeps: about twenty bytes per cell
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

// At the end of a call: frees the memory of a huge board, and all memory after an exception.
class ReleaseAtExit {
public:
    ~ReleaseAtExit() {
        auto& [field, solver] = thread_state();
        if (std::uncaught_exceptions() > exceptions_ || field.size() > KEEP_CELLS)
            thread_state() = ThreadState();
        else
            solver.release_excess();
    }

private:
    int exceptions_ = std::uncaught_exceptions();
};

Solver& solve_exactly(const View& view, const Limits& limits, bool trust_flags, Verdict& verdict) {
    auto& [field, solver] = thread_state();
    verdict = field.load(view, trust_flags) ? solver.solve(field, limits) : Verdict::Impossible;
    if (verdict == Verdict::Estimated)
        throw std::runtime_error(
            "the position is too wide to be counted exactly within the limits; allow more time or memory");
    return solver;
}

}  // namespace

void analyse(const View& view, const Limits& limits, bool trust_flags, Analysis& out) {
    const ReleaseAtExit release;
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
    const std::uint8_t* kind = field.kinds().data() + field.stride() + 1;
    double* risk = out.risk.data();
    for (int row = 0; row < view.rows; ++row, kind += field.stride(), risk += view.cols)
        for (int col = 0; col < view.cols; ++col) risk[col] = by_kind[kind[col]];
    for (const auto& [at, group] : frontier.cells) out.risk[field.cell(at)] = solver.risk()[group];
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
                  double* risk, std::uint8_t* verdicts) {
    const auto cells = static_cast<std::size_t>(rows) * cols;
    run_in_threads(mines.size(), threads, [&] {
        return [&, view = View{rows, cols, 0, {}, {}}, analysis = Analysis{}](std::size_t i) mutable {
            view.mines = mines[i] < 0 || mines[i] > static_cast<std::int64_t>(cells) ? -1 : static_cast<int>(mines[i]);
            view.numbers.assign(numbers + i * cells, numbers + (i + 1) * cells);
            try {
                check_well_formed(view, mines[i]);
            } catch (const std::invalid_argument& error) {
                throw std::invalid_argument("view " + std::to_string(i) + ": " + error.what());
            }
            analyse(view, Limits{}, false, analysis);
            verdicts[i] = static_cast<std::uint8_t>(analysis.verdict);
            if (analysis.verdict == Verdict::Impossible)
                std::fill_n(risk + i * cells, cells, NONE);
            else
                std::copy(analysis.risk.begin(), analysis.risk.end(), risk + i * cells);
        };
    });
}

std::array<double, 9> expected_numbers(const View& view, int cell, const Limits& limits, bool trust_flags) {
    const ReleaseAtExit release;
    View opened = view;
    if (!opened.flags.empty()) opened.flags[cell] = 0;
    std::array<Wide, 9> ways;
    Wide total;
    for (int number = 0; number <= 8; ++number) {
        opened.numbers[cell] = static_cast<std::int8_t>(number);
        Verdict verdict;
        Solver& solver = solve_exactly(opened, limits, trust_flags, verdict);
        if (verdict == Verdict::Exact) ways[number] = solver.layouts();
        total += ways[number];
    }
    std::array<double, 9> chances{};
    if (!total.is_zero())
        for (int number = 0; number <= 8; ++number) chances[number] = ratio(ways[number], total);
    return chances;
}

std::vector<std::uint64_t> layouts_modulo(const View& view, const std::vector<std::uint64_t>& primes,
                                          const Limits& limits, bool trust_flags) {
    const ReleaseAtExit release;
    std::vector<std::uint64_t> residues(primes.size(), 0);
    Verdict verdict;
    Solver& solver = solve_exactly(view, limits, trust_flags, verdict);
    if (verdict == Verdict::Exact)
        for (std::size_t i = 0; i < primes.size(); ++i) {
            check_interruption();
            residues[i] = solver.layouts_modulo(primes[i]);
        }
    return residues;
}

double layouts_log2(const View& view, const Limits& limits, bool trust_flags) {
    const ReleaseAtExit release;
    Verdict verdict;
    Solver& solver = solve_exactly(view, limits, trust_flags, verdict);
    return verdict == Verdict::Exact ? solver.layouts().log2() : -std::numeric_limits<double>::infinity();
}

}  // namespace sapper
