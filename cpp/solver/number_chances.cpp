// The numbers that a cell may show, on a board with many components.
//
// Opening a cell changes only the components next to it. These are counted anew for each number, on a small board of
// their own. All other components and the untouched cells are joined once: they give the weight of each number of mines
// that the cells next to the opened one leave to them.
#include <algorithm>
#include <array>
#include <span>

#include "solver/solver.hpp"

namespace sapper {

namespace {

// The unknown cells that are connected with a cell by numbers, and these numbers.
struct Surroundings {
    std::vector<int> cells, numbers;     // padded; without the cell itself
    std::vector<std::uint8_t> is_local;  // by padded cell: 1 for all cells above, and for the cell itself

    Surroundings(const Field& field, int cell) : is_local(static_cast<std::size_t>(field.size()), 0) {
        is_local[cell] = 1;
        const auto add_unknown = [&](int at) {
            for (int i = 0; i < 8; ++i) {
                const int near = at + field.offsets()[i];
                if (!field.is_unknown(near) || is_local[near]) continue;
                is_local[near] = 1;
                cells.push_back(near);
            }
        };
        const auto add_numbers = [&](int at) {
            for (int i = 0; i < 8; ++i) {
                const int near = at + field.offsets()[i];
                if (!field.is_active(near) || is_local[near]) continue;
                is_local[near] = 1;
                numbers.push_back(near);
                add_unknown(near);
            }
        };
        add_unknown(cell);
        if (field.is_unknown(cell)) add_numbers(cell);
        for (std::size_t next = 0; next < cells.size(); ++next) {
            if (next % 256 == 0) check_interruption();
            add_numbers(cells[next]);
        }
    }

    // A board with nothing but these cells and numbers. `at` becomes the cell on it. The mine count is that of the
    // known mines next to the numbers.
    View board(const Field& field, int cell, int& at, std::vector<std::uint8_t>& stated) const {
        const int s = field.stride();
        int top = cell / s, bottom = top, left = cell % s, right = left;
        for (const auto& list : {cells, numbers})
            for (int near : list) {
                top = std::min(top, near / s);
                bottom = std::max(bottom, near / s);
                left = std::min(left, near % s);
                right = std::max(right, near % s);
            }
        top = std::max(1, top - 1), bottom = std::min(field.rows(), bottom + 1);
        left = std::max(1, left - 1), right = std::min(field.cols(), right + 1);
        View view{bottom - top + 1, right - left + 1, 0, {}, {}};
        view.numbers.assign(static_cast<std::size_t>(view.rows) * view.cols, 0);
        stated.assign(view.numbers.size(), 0);
        const auto inside = [&](int padded) { return (padded / s - top) * view.cols + padded % s - left; };
        for (int row = top; row <= bottom; ++row)
            for (int col = left; col <= right; ++col)
                if (field.is_mine(row * s + col)) {
                    view.numbers[inside(row * s + col)] = HIT;
                    ++view.mines;
                }
        for (int near : cells) view.numbers[inside(near)] = COVERED;
        for (int near : numbers) {
            view.numbers[inside(near)] = field.numbers()[near];
            stated[inside(near)] = 1;
        }
        at = inside(cell);
        view.numbers[at] = 0;
        stated[at] = 1;
        return view;
    }
};

}  // namespace

// The layouts by mine total, of a board without untouched cells: ways[j] for low + j mines. The mine count of the field
// must be that of the mines known before.
Verdict Solver::count_by_total(const Field& field, const Limits& limits, int& low, std::vector<Wide>& ways) {
    const Verdict verdict = eliminate(field, limits, 1);
    if (verdict != Verdict::Exact) return verdict;
    low = base_ - left_;
    ways.assign(1, times_fixed(Wide(1)));
    wide_.pool.resize(std::max(wide_.pool.size(), elimination_.pool_size()));
    for (const Part& part : parts_) {
        check_interruption();
        elimination_.forward(part.run, wide_.pool);
        const Wide* counts = wide_.pool.data() + elimination_.total_at(part.run);
        wide_.product.assign(ways.size() + static_cast<std::size_t>(part.run.length) - 1, Wide());
        for (std::size_t j = 0; j < static_cast<std::size_t>(part.run.length); ++j)
            for (std::size_t x = 0; x < ways.size(); ++x) wide_.product[x + j] += counts[j] * ways[x];
        ways.swap(wide_.product);
    }
    return Verdict::Exact;
}

// Joins everything but the local cells: context[j] is its weight when the local cells hold j mines. False where the
// tree does not suit it.
bool Solver::weigh_elsewhere(const Field& field, const std::vector<std::uint8_t>& is_local,
                             std::vector<Wide>& context) {
    std::vector<std::uint8_t> local_group(frontier_.groups.size(), 0);
    int untouched = frontier_.untouched, mines = field.mines() - field.mine_count();
    for (const auto& [at, group] : frontier_.cells) {
        if (is_local[at])
            local_group[group] = 1;
        else
            mines -= frontier_.groups[group].fate == Fate::Mine;
    }
    for (int at = 0; at < field.size(); ++at)
        untouched -= is_local[at] && field.is_unknown(at) && frontier_.group_at(at) < 0;
    const auto is_elsewhere = [&](int component) {
        return !local_group[frontier_.group_order[frontier_.components[component].first_group]];
    };
    for (int i : fixed_)
        if (is_elsewhere(i))
            mines -= frontier_.constraints[frontier_.constraint_order[frontier_.components[i].first_constraint]].need;
    tree_.clear();
    for (const Part& part : parts_) {
        if (!is_elsewhere(part.component)) continue;
        mines -= part.run.low;
        const std::size_t at = elimination_.total_at(part.run), length = static_cast<std::size_t>(part.run.length);
        if (is_small(part))
            tree_.add(std::span<const double>(plain_.pool.data() + at, length));
        else
            tree_.add(std::span<const Wide>(wide_.pool.data() + at, length));
    }
    // The local cells take part as if they were free to hold any mines, so that their context is found like the others.
    std::vector<Wide> any{Wide(1)};
    for (std::size_t j = 1; j < context.size(); ++j)
        any.push_back(any.back() * Wide(static_cast<double>(context.size() - j) / static_cast<double>(j)));
    tree_.add(std::span<const Wide>(any));
    const std::size_t parts = tree_.parts();
    switch (tree_.join(untouched, mines)) {
        case TotalsTree::Result::Unsuited:
            return false;
        case TotalsTree::Result::Impossible:
            std::fill(context.begin(), context.end(), Wide());
            return true;
        case TotalsTree::Result::Done:
            tree_.find_contexts();
            tree_.context(parts - 1, context);
            return true;
    }
    return false;
}

std::optional<std::array<Wide, 9>> Solver::number_ways(const Field& field, int cell, Solver& local,
                                                       const Limits& limits) {
    if (!uses_tree()) return std::nullopt;
    const Surroundings near(field, cell);
    std::vector<Wide> context(near.cells.size() + 1);
    if (!weigh_elsewhere(field, near.is_local, context)) return std::nullopt;
    int at = 0;
    std::vector<std::uint8_t> stated;
    View view = near.board(field, cell, at, stated);
    Field board;
    std::array<Wide, 9> ways;
    std::vector<Wide> counts;
    for (int number = 0; number <= 8; ++number) {
        view.numbers[at] = static_cast<std::int8_t>(number);
        if (!board.load(view, false, {}, stated)) continue;
        int low = 0;
        const Verdict verdict = local.count_by_total(board, limits, low, counts);
        if (verdict == Verdict::Estimated) return std::nullopt;
        if (verdict == Verdict::Impossible) continue;
        for (std::size_t j = 0; j < counts.size(); ++j)
            ways[number] += counts[j] * context[static_cast<std::size_t>(low) + j];
    }
    return ways;
}

}  // namespace sapper
