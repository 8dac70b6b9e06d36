// Drawing random layouts, from the weights that an exact solve has computed.
#include <algorithm>

#include "solver/elimination.hpp"
#include "solver/solver.hpp"

namespace sapper {

namespace {

// Draws one of the indices below `count`, with chances in proportion to the weights. At least one is positive.
template <class Weight>
int take(int count, Philox& random, Weight weight) {
    const double share = random.share();
    if (count == 1) return 0;
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += weight(i);
    double left = share * sum;
    int taken = -1;
    for (int i = 0; i < count && left >= 0; ++i)
        if (const double w = weight(i); w > 0) {
            taken = i;
            left -= w;
        }
    return taken;
}

}  // namespace

bool Elimination::keeps_all(const Run& run) const {
    return !run.sampled && run.patchwork < 0 &&
           std::all_of(
               layers_.begin() + run.first_layer, layers_.begin() + run.last_layer,
               [](const Layer& layer) { return layer.kept; });
}

// Runs backwards from the final state and draws the transition into each state, in proportion to the layouts that use
// it.
void Elimination::draw(const Run& run, const Store<double>& pool, int total, Philox& random,
                       std::vector<int>& mines) const {
    std::uint32_t state = run.final_state;
    for (std::uint32_t l = run.last_layer; l-- > run.first_layer;) {
        const Layer& layer = layers_[l];
        // The transitions into a state are adjacent.
        const Transition* begin = transitions_.data() + layer.first_transition;
        const Transition* end = transitions_.data() + layers_[l + 1].first_transition;
        begin = std::lower_bound(begin, end, state, [](const Transition& a, std::uint32_t to) { return a.to < to; });
        end = std::upper_bound(begin, end, state, [](std::uint32_t to, const Transition& a) { return to < a.to; });
        const int taken = take(static_cast<int>(end - begin), random, [&](int i) {
            const Window& from = states_[begin[i].from];
            const int at = total - begin[i].mines - from.low;
            if (at < 0 || at >= from.length) return 0.0;
            return layer.ways(begin[i]) * pool[from.offset + static_cast<std::size_t>(at)];
        });
        for (int s = 0; s < layer.count; ++s) mines[layer.group[s]] = begin[taken].split >> (4 * s) & 15;
        total -= begin[taken].mines;
        state = begin[taken].from;
    }
}

// Collects what is the same for all layouts drawn from one solve.
void Solver::prepare_drawing(const Field& field) {
    drawing_.state = is_exact_ && is_plain_ &&
                             std::all_of(parts_.begin(), parts_.end(),
                                         [&](const Part& part) { return elimination_.keeps_all(part.run); })
                         ? Drawing::Ready
                         : Drawing::Impossible;
    if (drawing_.state == Drawing::Impossible) return;
    const std::size_t groups = frontier_.groups.size();
    drawing_.mines.assign(groups, 0);
    for (int i : fixed_) {
        const Component& component = frontier_.components[i];
        drawing_.mines[frontier_.group_order[component.first_group]] =
            frontier_.constraints[frontier_.constraint_order[component.first_constraint]].need;
    }
    drawing_.cells.resize(groups);
    for (std::size_t g = 0; g < groups; ++g) {
        const Group& group = frontier_.groups[g];
        drawing_.cells[g] = group.size;
        if (group.fate == Fate::Mine) drawing_.mines[g] = group.size;
    }
    drawing_.untouched.clear();
    for (int cell = 0; cell < field.size(); ++cell)
        if (field.is_unknown(cell) && frontier_.group_at(cell) < 0) drawing_.untouched.push_back(cell);
}

bool Solver::draw(const Field& field, Philox& random, std::vector<int>& mines) {
    if (drawing_.state == Drawing::Unknown) prepare_drawing(field);
    if (drawing_.state == Drawing::Impossible) return false;
    mines_of_ = drawing_.mines;
    cells_of_ = drawing_.cells;
    // Draws the totals of the parts one after another, each given the totals before it. combine() has laid out the
    // suffixes.
    std::size_t at = 1, size = 1, placed = 0;
    for (const Part& part : parts_) {
        const double* ways = plain_.pool.data() + elimination_.total_at(part.run);
        const double* beyond = plain_.suffix.data() + at + placed;
        const int total = take(part.run.length, random, [&](int j) { return ways[j] * beyond[j]; });
        elimination_.draw(part.run, plain_.pool, part.run.low + total, random, mines_of_);
        placed += static_cast<std::size_t>(total);
        size += static_cast<std::size_t>(part.run.length) - 1;
        at += size;
    }
    // Draws which cells of each group, and which untouched cells, are mines: one pass, in which each cell is taken with
    // the number of mines left over the number of cells left. Every cell is written; the next one overwrites it unless
    // it is a mine. This avoids a branch that no processor can predict.
    mines.resize(frontier_.cells.size() + drawing_.untouched.size() + 1);
    int* next = mines.data();
    const auto place = [&](int cell, int& left, int cells) {
        const bool is_mine = static_cast<int>(random.pick(static_cast<std::uint64_t>(cells))) < left;
        *next = cell;
        next += is_mine;
        left -= is_mine;
    };
    for (const auto& [cell, group] : frontier_.cells) {
        if (mines_of_[group] > 0) place(cell, mines_of_[group], cells_of_[group]);
        --cells_of_[group];
    }
    int left = left_ - base_ - static_cast<int>(placed), cells = frontier_.untouched;
    for (auto cell = drawing_.untouched.begin(); left > 0; ++cell) place(*cell, left, cells--);
    mines.resize(static_cast<std::size_t>(next - mines.data()));
    return true;
}

}  // namespace sapper
