// Joining very many components by their mine totals.
//
// The number of ways to give every part a total, so that all mines are used, is one coefficient of a product of
// polynomials, one per part. Only sums of weights matter, so every weight may be multiplied by odds^mines: this changes
// all layouts of the whole board by the same factor. The odds are chosen so that the expected number of mines, if all
// parts were independent, is the number of mines that are left. Each part becomes a probability distribution, and the
// total that matters lies in the middle of the distribution of their sum. So its tails, far away from the mean, can be
// dropped: what is lost is far below the rounding of a double.
//
// The distributions are multiplied along a balanced binary tree, from the leaves up. The context of a part, the weight
// of everything else by what the part leaves to it, is computed along the same tree, from the root down.
//
// Which totals are possible at all is computed apart, with sets instead of weights. So a context is exactly zero if and
// only if no layout of the rest fits.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/total_set.hpp"
#include "solver/weight.hpp"

namespace sapper {

class TotalsTree {
public:
    void clear();

    // Adds a part; ways[j] is the number of its layouts with j mines more than its fewest.
    template <class T>
    void add(std::span<const T> ways);

    std::size_t parts() const { return first_.size() - 1; }

    // Unsuited: the total that matters is too improbable in this form, or the possible totals have too many gaps. The
    // caller must join the parts in another way.
    enum class Result { Done, Impossible, Unsuited };

    // Joins the parts and `untouched` more cells. Together they hold `mines` mines in addition to the fewest of each
    // part.
    Result join(int untouched, int mines);

    // After join(): computes the contexts of all parts.
    void find_contexts();

    // After find_contexts(): the context of a part by its total, times a factor common to all totals. A context that
    // does not matter beside the others may be replaced by a tiny number.
    void context(std::size_t part, std::vector<Wide>& out) const;
    void context(std::size_t part, std::vector<double>& out) const;
    // Whether the contexts of a part lie within 2^-600 and 2^600.
    bool fits_double(std::size_t part) const;

    // After join(): the chance that an untouched cell is a mine, exactly 0 or 1 if and only if that is certain.
    double untouched_risk() const;
    // After join(): the number of layouts.
    Wide total() const;

    // After join(): the logarithm of the odds of a mine, and the variance that all mines would have if the parts were
    // independent.
    double log_odds() const { return log_odds_; }
    double variance() const { return variance_; }

    std::size_t bytes() const;

private:
    // The distribution of the sum of one or more parts, without its tails.
    struct Node {
        std::size_t at;  // in chances_
        int low, length;
    };
    struct Moments {
        double mean, variance;
    };

    std::size_t length(std::size_t part) const { return first_[part + 1] - first_[part]; }
    Moments moments(double log_odds) const;
    void find_odds();
    bool find_possible();
    void tilt_parts();
    void multiply();
    void weigh_rest();
    Node trimmed(std::size_t at, int low, int length) const;
    double floored(std::size_t part, int j) const;

    std::vector<Wide> ways_;             // of all parts, one after another
    std::vector<double> logs_;           // their logarithms
    std::vector<std::size_t> first_{0};  // by part, in ways_
    int untouched_ = 0, mines_ = 0;

    double log_odds_ = 0, variance_ = 0;
    std::vector<Wide> powers_;               // of the odds
    Wide scale_;                             // the product of what the parts were divided by
    std::vector<std::vector<Node>> levels_;  // the leaves first; the last level is the root
    std::vector<std::vector<TotalSet>> possible_;
    std::vector<double> chances_;
    int peak_ = 0;                      // the total of the parts at which the untouched cells have the greatest weight
    double rest_sum_ = 0, chance_ = 0;  // of the total that matters
    std::vector<double> rest_;          // by the total of the parts, over the window of the root
    std::vector<double> contexts_;      // of the leaves, over their windows
    std::vector<std::size_t> context_at_;
    std::vector<TotalSet> context_sets_;
    TotalSet root_set_;
};

}  // namespace sapper
