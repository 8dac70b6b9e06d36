// Sets of mine totals, stored as ranges.
#pragma once

#include <cstddef>
#include <vector>

namespace sapper {

// The possible totals of a component are mostly one range of whole numbers, sometimes with a few gaps.
class TotalSet {
public:
    struct Range {
        int low, high;  // both included
    };

    TotalSet() = default;
    TotalSet(int low, int high) {
        if (low <= high) ranges_.push_back({low, high});
    }

    // Adds one total, which must be greater than all totals of the set.
    void append(int total);

    bool empty() const { return ranges_.empty(); }
    bool contains(int total) const;
    int low() const { return ranges_.front().low; }
    int high() const { return ranges_.back().high; }
    std::size_t range_count() const { return ranges_.size(); }
    const std::vector<Range>& ranges() const { return ranges_; }

    // All sums of one total from each set, and all differences.
    static TotalSet sums(const TotalSet& first, const TotalSet& second);
    static TotalSet differences(const TotalSet& from, const TotalSet& subtracted);
    static TotalSet common(const TotalSet& first, const TotalSet& second);

private:
    void merge();

    std::vector<Range> ranges_;  // ascending; between two ranges at least one total is missing
};

}  // namespace sapper
