// Joining the components and the untouched cells by their mine totals.
//
// The total of all mines is fixed, so a layout of one component counts as often as there are ways to give the rest of
// the board the mines that are left. Suffix i holds, by the number of mines in the first i parts, the weight of all
// later parts and the untouched cells. A prefix holds the weight of the earlier parts by their number of mines. Prefix
// and suffix together are the context in which the backward pass weighs one part.
#include <algorithm>
#include <cmath>

#include "solver/solver.hpp"

namespace sapper {

namespace {

// Weights of the untouched cells below this make plain doubles unsafe: see PLAIN_CELLS in solver.cpp.
constexpr double PLAIN_REST = 0x1p-400;

// With at most this many entries, all suffixes are kept at once.
constexpr std::size_t MOST_SUFFIXES = std::size_t{1} << 20;

}  // namespace

// rest[x] is the number of ways to put the remaining mines into the untouched cells when the parts hold base + x mines,
// relative to the greatest. It is computed from ratios of adjacent binomials, so no factorial is needed.
bool Solver::rest_fits_double() {
    auto& rest = plain_.rest;
    rest.assign(static_cast<std::size_t>(window_), 0);
    const int n = frontier_.untouched;
    // The mines left for the untouched cells decrease from left - base as x grows.
    const int first = std::max(0, left_ - base_ - n), last = std::min(window_ - 1, left_ - base_);
    if (first > last) return true;
    const int peak = std::clamp(left_ - base_ - n / 2, first, last);
    peak_ = peak;
    rest[peak] = 1;
    for (int x = peak; x < last; ++x) {
        const double mines = left_ - base_ - x;
        rest[x + 1] = rest[x] * mines / (n - mines + 1);
    }
    for (int x = peak; x > first; --x) {
        const double mines = left_ - base_ - x;
        rest[x - 1] = rest[x] * (n - mines) / (mines + 1);
    }
    return rest[first] > PLAIN_REST && rest[last] > PLAIN_REST;
}

// The same as exact binomials, for weights that can hold them.
template <>
void Solver::rest_exactly(std::vector<Wide>& rest) const {
    rest.assign(static_cast<std::size_t>(window_), Wide());
    const int n = frontier_.untouched;
    const int first = std::max(0, left_ - base_ - n), last = std::min(window_ - 1, left_ - base_);
    if (first > last) return;
    const int mines = left_ - base_ - last;
    Wide ways(1);
    for (int i = 1; i <= mines; ++i) ways = ways * Wide(static_cast<double>(n - mines + i) / i);
    rest[last] = ways;
    for (int x = last; x > first; --x) {
        const double m = left_ - base_ - x;
        rest[x - 1] = rest[x] * Wide((n - m) / (m + 1));
    }
}

template <>
void Solver::rest_exactly(std::vector<Residue>& rest) const {
    rest.assign(static_cast<std::size_t>(window_), Residue());
    const int n = frontier_.untouched;
    const int first = std::max(0, left_ - base_ - n), last = std::min(window_ - 1, left_ - base_);
    if (first > last) return;
    const auto power = [](Residue x, std::uint64_t exponent) {
        Residue result = from_integer<Residue>(1);
        for (; exponent; exponent >>= 1, x = x * x)
            if (exponent & 1) result = result * x;
        return result;
    };
    // Numerators and denominators are kept apart, and all denominators are inverted together: the inverse of their last
    // one, which is their product, leads back to the others. Fermat: the inverse is the power p - 2.
    Residue above = from_integer<Residue>(1), below = from_integer<Residue>(1);
    const int mines = left_ - base_ - last;
    for (int i = 1; i <= mines; ++i) {
        above = above * Residue(static_cast<std::uint64_t>(n - mines + i));
        below = below * Residue(static_cast<std::uint64_t>(i));
    }
    const auto mines_at = [&](int x) { return left_ - base_ - x; };
    const auto factor = [](int value) { return Residue(static_cast<std::uint64_t>(value)); };
    for (int x = last; x > first; --x) below = below * factor(mines_at(x) + 1);
    rest[last] = above;
    for (int x = last; x > first; --x) rest[x - 1] = rest[x] * factor(n - mines_at(x));
    Residue inverse = power(below, Residue::prime() - 2);
    for (int x = first; x < last; ++x) {
        rest[x] = rest[x] * inverse;
        inverse = inverse * factor(mines_at(x));
    }
    rest[last] = rest[last] * inverse;
}

// Lays out the suffixes after parts first .. last, one after another; `end` is the last of them.
template <class T>
void Solver::lay_suffixes(std::size_t first, std::size_t last, const std::vector<T>& end) {
    auto& work = workspace<T>();
    std::size_t at = 0;
    for (std::size_t i = first; i < last; ++i) at += totals_[i];
    work.suffix.assign(at + totals_[last], T{});
    std::copy(end.begin(), end.end(), work.suffix.begin() + static_cast<std::ptrdiff_t>(at));
    for (std::size_t i = last; i-- > first;) {
        check_interruption();
        const Run& run = parts_[i].run;
        const T* ways = work.pool.data() + elimination_.total_at(run);
        const T* from = work.suffix.data() + at;
        T* to = work.suffix.data() + (at - totals_[i]);
        for (int j = 0; j < run.length; ++j) {
            const T weight = ways[j];
            for (std::size_t x = 0; x < totals_[i]; ++x) to[x] += weight * from[x + static_cast<std::size_t>(j)];
        }
        at -= totals_[i];
    }
}

// Lays out the suffixes of block b.
template <class T>
void Solver::lay_block(const SuffixBlocks<T>& blocks, std::size_t b) {
    lay_suffixes(b * blocks.size, std::min((b + 1) * blocks.size, parts_.size()),
                 b + 1 < blocks.count ? blocks.ends[b] : workspace<T>().rest);
}

// Lays out all suffixes, the last first; those of the first block are left in place. The memory of all suffixes grows
// quadratically with the number of parts. Where there are very many parts, only the suffixes of one block are kept,
// and of each other block the last suffix, from which the others are computed again. Plain doubles are used for few
// cells only, so all their suffixes are kept, and draw() needs them.
template <class T>
Solver::SuffixBlocks<T> Solver::lay_all_suffixes() {
    auto& work = workspace<T>();
    totals_.assign(1, 1);
    std::size_t needed = 1;
    for (const Part& part : parts_) {
        totals_.push_back(totals_.back() + static_cast<std::size_t>(part.run.length) - 1);
        needed += totals_.back();
    }
    const std::size_t parts = parts_.size();
    const bool keep_all = std::is_same_v<T, double> || needed <= MOST_SUFFIXES;
    const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(parts)));
    SuffixBlocks<T> blocks;
    blocks.size = std::max<std::size_t>(keep_all ? parts : root, 1);
    blocks.count = std::max<std::size_t>((parts + blocks.size - 1) / blocks.size, 1);
    blocks.ends.resize(blocks.count - 1);
    for (std::size_t b = blocks.count; b-- > 0;) {
        lay_block(blocks, b);
        if (b > 0)
            blocks.ends[b - 1].assign(work.suffix.begin(),
                                      work.suffix.begin() + static_cast<std::ptrdiff_t>(totals_[b * blocks.size]));
    }
    return blocks;
}

// Runs the backward pass of every part in its context. Afterwards the prefix holds all parts.
template <class T>
void Solver::weigh_groups(const SuffixBlocks<T>& blocks) {
    auto& work = workspace<T>();
    work.weights.assign(frontier_.groups.size() * 9, T{});
    work.prefix.assign(1, T(1));
    std::size_t at = 1;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        check_interruption();
        if (i > 0 && i % blocks.size == 0) {
            lay_block(blocks, i / blocks.size);
            at = totals_[i];
        }
        const Run& run = parts_[i].run;
        const auto length = static_cast<std::size_t>(run.length);
        const T* beyond = work.suffix.data() + at;
        work.context.assign(length, T{});
        for (std::size_t j = 0; j < length; ++j)
            for (std::size_t x = 0; x < work.prefix.size(); ++x) work.context[j] += work.prefix[x] * beyond[x + j];
        elimination_.backward(run, work.pool, work.context.data(), work.buffers, work.weights);
        const T* ways = work.pool.data() + elimination_.total_at(run);
        work.product.assign(work.prefix.size() + length - 1, T{});
        for (std::size_t j = 0; j < length; ++j) {
            const T weight = ways[j];
            for (std::size_t x = 0; x < work.prefix.size(); ++x) work.product[x + j] += weight * work.prefix[x];
        }
        std::swap(work.prefix, work.product);
        at += work.prefix.size();
    }
}

// Sums the mines and the free cells among the untouched cells over all layouts.
template <class T>
void Solver::weigh_untouched() {
    auto& work = workspace<T>();
    work.untouched_mines = work.untouched_free = T{};
    for (std::size_t x = 0; x < work.prefix.size(); ++x) {
        const T weight = work.prefix[x] * work.rest[x];
        if (is_zero(weight)) continue;
        const int mines = left_ - base_ - static_cast<int>(x);
        work.untouched_mines += T(mines) * weight;
        work.untouched_free += T(frontier_.untouched - mines) * weight;
    }
}

template <class T>
bool Solver::combine(bool backward) {
    auto& work = workspace<T>();
    if constexpr (!std::is_same_v<T, double>) rest_exactly(work.rest);  // for doubles it is filled already
    if (work.pool.size() < elimination_.pool_size()) work.pool.resize(elimination_.pool_size());
    for (const Part& part : parts_) elimination_.forward(part.run, work.pool);
    const SuffixBlocks<T> blocks = lay_all_suffixes<T>();
    work.total = work.suffix[0];
    if constexpr (std::is_same_v<T, Residue>) {
        return true;  // a residue of zero says nothing about the count
    } else {
        if (is_zero(work.total)) return false;
        if (!backward) return true;
        weigh_groups(blocks);
        weigh_untouched<T>();
        return true;
    }
}

template bool Solver::combine<double>(bool);
template bool Solver::combine<Wide>(bool);
template bool Solver::combine<Residue>(bool);

}  // namespace sapper
