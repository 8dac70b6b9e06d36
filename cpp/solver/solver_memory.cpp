// The memory that a solver holds, and how it goes on where the system has less than the limits allow.
#include <algorithm>
#include <new>
#include <utility>

#include "solver/solver.hpp"

namespace sapper {

// Runs `ask` with the limits. When the system refuses memory, frees everything, because an estimate needs room as well,
// and runs it again with half of the memory that was held.
template <class Ask>
auto Solver::with_less_memory(Limits limits, Ask ask) {
    const Meter meter(limits);
    for (;;) {
        try {
            return ask(limits);
        } catch (const std::bad_alloc&) {
            if (limits.bytes <= LEAST_BYTES) throw;
            limits.bytes = std::max(std::min(limits.bytes, bytes()) / 2, LEAST_BYTES);
            limits.seconds = std::max(meter.seconds_left(), 0.0);
            const int tree_from = tree_from_;
            *this = Solver();
            tree_from_ = tree_from;
        }
    }
}

Verdict Solver::solve(const Field& field, const Limits& all) {
    return with_less_memory(all, [&](const Limits& limits) { return solve_within(field, limits); });
}

Verdict Solver::weigh(const Field& field, const Limits& all) {
    return with_less_memory(all, [&](const Limits& limits) { return weigh_within(field, limits); });
}

bool Solver::fits(const Field& field, const Limits& all, bool count_mines) {
    return with_less_memory(all, [&](const Limits& limits) { return fits_within(field, limits, count_mines); });
}

// What is held by the arrays that may become large.
std::size_t Solver::bytes() const {
    return elimination_.bytes() + elimination_.sample_bytes() + plain_.pool.capacity() * sizeof(double) +
           wide_.pool.capacity() * sizeof(Wide) + residues_.pool.capacity() * sizeof(Residue) +
           plain_.suffix.capacity() * sizeof(double) + wide_.suffix.capacity() * sizeof(Wide) +
           residues_.suffix.capacity() * sizeof(Residue) + tree_.bytes();
}

void Solver::release_excess(std::size_t most) {
    if (bytes() > most) *this = Solver();
}

}  // namespace sapper
