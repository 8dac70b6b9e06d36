// Joining the parts along a tree, where there are too many possible totals to join them one after another.
#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "solver/solver.hpp"

namespace sapper {

namespace {

// The most cells of a part that is weighed in plain doubles: a count never exceeds 2^cells, and the contexts stay above
// 2^-600, so no product leaves the range of a double.
constexpr int PLAIN_PART = 400;

constexpr int CHECK_EVERY = 16;  // parts between two checks of the clock

}  // namespace

bool Solver::uses_tree() const { return !is_plain_ && window_ >= tree_from_; }

Verdict Solver::join(bool backward) {
    try {
        if (uses_tree()) {
            if (const auto verdict = join_by_tree(backward)) return *verdict;
        }
        const bool possible = is_plain_ ? combine<double>(backward) : combine<Wide>(backward);
        if (!possible) return Verdict::Impossible;
        if (backward) is_plain_ ? conclude<double>() : conclude<Wide>();
        return Verdict::Exact;
    } catch (const OutOfTime&) {
        return Verdict::Estimated;
    }
}

bool Solver::is_small(const Part& part) const { return frontier_.components[part.component].cells <= PLAIN_PART; }

// The cells of the parts that were not counted.
int Solver::loose_cells() const {
    int cells = 0;
    for (const Part& part : parts_)
        if (part.progress < Progress::Counted) cells += frontier_.components[part.component].cells;
    return cells;
}

// Nothing where the tree does not suit the parts. Parts that were not counted are treated as untouched cells: this
// allows more layouts than there are, so what is impossible or certain then is impossible or certain in fact.
std::optional<Verdict> Solver::join_by_tree(bool backward) {
    joined_ = false;
    tree_.clear();
    counted_.clear();
    const std::size_t pool = elimination_.pool_size();
    plain_.pool.resize(std::max(plain_.pool.size(), pool));
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (i % CHECK_EVERY == 0) check_interruption();
        if (parts_[i].progress < Progress::Counted) continue;
        const Run& run = parts_[i].run;
        const auto add_part = [&](auto& work) {
            work.pool.resize(std::max(work.pool.size(), pool));
            elimination_.forward(run, work.pool);
            tree_.add(std::span(std::as_const(work.pool).data() + elimination_.total_at(run),
                                static_cast<std::size_t>(run.length)));
        };
        is_small(parts_[i]) ? add_part(plain_) : add_part(wide_);
        counted_.push_back(i);
    }
    const int loose = loose_cells();
    const auto result = tree_.join(frontier_.untouched + loose, left_ - base_);
    if (result == TotalsTree::Result::Unsuited) return std::nullopt;
    if (result == TotalsTree::Result::Impossible) return Verdict::Impossible;
    wide_.total = tree_.total();
    if (backward) {
        tree_.find_contexts();
        joined_ = true;
        untouched_risk_ = tree_.untouched_risk();
        weigh_parts();
    }
    return loose == 0 ? Verdict::Exact : Verdict::Estimated;
}

// The backward pass of every counted part, in its context.
void Solver::weigh_parts() {
    for (std::size_t i = 0; i < counted_.size(); ++i) {
        if (i % CHECK_EVERY == 0) check_interruption();
        Part& part = parts_[counted_[i]];
        if (is_small(part) && tree_.fits_double(i)) {
            weigh_part<double>(i);
        } else {
            if (is_small(part)) {  // its contexts differ too much for doubles, so it is weighed again
                wide_.pool.resize(std::max(wide_.pool.size(), elimination_.pool_size()));
                elimination_.forward(part.run, wide_.pool);
            }
            weigh_part<Wide>(i);
        }
        part.progress = Progress::Weighed;
    }
}

template <class T>
void Solver::weigh_part(std::size_t i) {
    auto& work = workspace<T>();
    const Part& part = parts_[counted_[i]];
    clear_weights<T>(part);
    tree_.context(i, work.context);
    elimination_.backward(part.run, work.pool, work.context.data(), work.buffers, work.weights);
    conclude_part<T>(part);
}

// The counts of all parts modulo the current prime. Most are small enough to be exact in the doubles that
// join_by_tree() has left; the others are counted again.
std::vector<std::vector<std::uint64_t>> Solver::part_residues() {
    constexpr double EXACT = 0x1p53;
    std::vector<std::vector<std::uint64_t>> residues(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (i % CHECK_EVERY == 0) check_interruption();
        const Run& run = parts_[i].run;
        const auto length = static_cast<std::size_t>(run.length);
        const double* counts = plain_.pool.data() + elimination_.total_at(run);
        if (is_small(parts_[i]) && std::accumulate(counts, counts + length, 0.0) < EXACT) {
            for (std::size_t j = 0; j < length; ++j)
                residues[i].push_back(static_cast<std::uint64_t>(counts[j]) % Residue::prime());
            continue;
        }
        residues_.pool.resize(std::max(residues_.pool.size(), elimination_.pool_size()));
        elimination_.forward(run, residues_.pool);
        for (std::size_t j = 0; j < length; ++j)
            residues[i].push_back(residues_.pool[elimination_.total_at(run) + j].value());
    }
    return residues;
}

// Sets the weights of a part's groups to zero.
template <class T>
void Solver::clear_weights(const Part& part) {
    auto& weights = workspace<T>().weights;
    weights.resize(frontier_.groups.size() * 9);
    const Component& component = frontier_.components[part.component];
    for (int at = component.first_group; at < component.last_group; ++at)
        std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(frontier_.group_order[at]) * 9, 9, T{});
}
template void Solver::clear_weights<Wide>(const Part&);

}  // namespace sapper
