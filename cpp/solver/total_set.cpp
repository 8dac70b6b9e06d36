#include "solver/total_set.hpp"

#include <algorithm>

#include "support/sorting.hpp"

namespace sapper {

void TotalSet::append(int total) {
    if (!ranges_.empty() && ranges_.back().high + 1 == total)
        ranges_.back().high = total;
    else
        ranges_.push_back({total, total});
}

bool TotalSet::contains(int total) const {
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), total,
                                        [](int value, const Range& range) { return value < range.low; });
    return after != ranges_.begin() && total <= std::prev(after)->high;
}

// Sorts the ranges and unites those that overlap or touch.
void TotalSet::merge() {
    if (ranges_.size() < 2) return;
    sort_stably(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.low < b.low; });
    std::size_t last = 0;
    for (std::size_t i = 1; i < ranges_.size(); ++i) {
        if (ranges_[i].low <= ranges_[last].high + 1)
            ranges_[last].high = std::max(ranges_[last].high, ranges_[i].high);
        else
            ranges_[++last] = ranges_[i];
    }
    ranges_.resize(last + 1);
}

TotalSet TotalSet::sums(const TotalSet& first, const TotalSet& second) {
    TotalSet result;
    result.ranges_.reserve(first.ranges_.size() * second.ranges_.size());
    for (const Range& a : first.ranges_)
        for (const Range& b : second.ranges_) result.ranges_.push_back({a.low + b.low, a.high + b.high});
    result.merge();
    return result;
}

TotalSet TotalSet::differences(const TotalSet& from, const TotalSet& subtracted) {
    TotalSet result;
    result.ranges_.reserve(from.ranges_.size() * subtracted.ranges_.size());
    for (const Range& a : from.ranges_)
        for (const Range& b : subtracted.ranges_) result.ranges_.push_back({a.low - b.high, a.high - b.low});
    result.merge();
    return result;
}

TotalSet TotalSet::common(const TotalSet& first, const TotalSet& second) {
    TotalSet result;
    auto a = first.ranges_.begin(), b = second.ranges_.begin();
    while (a != first.ranges_.end() && b != second.ranges_.end()) {
        const int low = std::max(a->low, b->low), high = std::min(a->high, b->high);
        if (low <= high) result.ranges_.push_back({low, high});
        (a->high < b->high ? a : b)++;
    }
    return result;
}

}  // namespace sapper
