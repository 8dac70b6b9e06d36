// Joining the parts along a tree, where there are too many possible totals to join them one after another.
#include <algorithm>

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

// Nothing where the tree does not suit the parts.
std::optional<Verdict> Solver::join_by_tree(bool backward) {
    const auto is_small = [&](const Part& part) { return frontier_.components[part.component].cells <= PLAIN_PART; };
    tree_.clear();
    const std::size_t pool = elimination_.pool_size();
    plain_.pool.resize(std::max(plain_.pool.size(), pool));
    if (!std::all_of(parts_.begin(), parts_.end(), is_small)) wide_.pool.resize(std::max(wide_.pool.size(), pool));
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (i % CHECK_EVERY == 0) check_interruption();
        const Run& run = parts_[i].run;
        const auto add_part = [&](auto& work) {
            elimination_.forward(run, work.pool);
            tree_.add(std::span(std::as_const(work.pool).data() + elimination_.total_at(run),
                                static_cast<std::size_t>(run.length)));
        };
        is_small(parts_[i]) ? add_part(plain_) : add_part(wide_);
    }
    const auto result = tree_.join(frontier_.untouched, left_ - base_);
    if (result == TotalsTree::Result::Unsuited) return std::nullopt;
    if (result == TotalsTree::Result::Impossible) return Verdict::Impossible;
    wide_.total = tree_.total();
    if (!backward) return Verdict::Exact;
    tree_.find_contexts();
    untouched_risk_ = tree_.untouched_risk();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (i % CHECK_EVERY == 0) check_interruption();
        if (is_small(parts_[i]) && tree_.fits_double(i)) {
            weigh_part<double>(i);
            continue;
        }
        if (is_small(parts_[i])) {  // its contexts differ too much for doubles, so it is weighed again
            wide_.pool.resize(std::max(wide_.pool.size(), pool));
            elimination_.forward(parts_[i].run, wide_.pool);
        }
        weigh_part<Wide>(i);
    }
    return Verdict::Exact;
}

template <class T>
void Solver::weigh_part(std::size_t i) {
    auto& work = workspace<T>();
    const Part& part = parts_[i];
    work.weights.resize(frontier_.groups.size() * 9);
    const Component& component = frontier_.components[part.component];
    for (int at = component.first_group; at < component.last_group; ++at)
        std::fill_n(work.weights.begin() + static_cast<std::ptrdiff_t>(frontier_.group_order[at]) * 9, 9, T{});
    tree_.context(i, work.context);
    elimination_.backward(part.run, work.pool, work.context.data(), work.buffers, work.weights);
    conclude_part<T>(part);
}

}  // namespace sapper
