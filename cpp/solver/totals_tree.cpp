#include "solver/totals_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/byte_passes.hpp"
#include "support/meter.hpp"

namespace sapper {

namespace {

// A tail of a distribution is dropped where its chance is below this. Even the sum over all nodes of a tree is lost in
// the rounding of any chance above LEAST_CHANCE.
constexpr double TAIL = 1e-34;
constexpr double LEAST_CHANCE = 1e-12;

// The context of a possible total that does not matter: with the chance of that total below TAIL, or a context that is
// even less, the product is negligible, but it must not be zero.
constexpr double FLOOR = 0x1p-300;

constexpr double MOST_LOG_ODDS = 60;         // nearer to certainty than any rounding
constexpr double LEAST_SHIFT = 1e-9;         // mines: means closer than this to the goal count as equal
constexpr double CLOSE = 0.01;               // of a standard deviation; the odds need not be exact
constexpr int MOST_STEPS = 200;              // of the search for the odds
constexpr std::size_t MOST_PAIRS = 1 << 16;  // of ranges; with more gaps the tree is not used
constexpr double PLAIN_BITS = 250;           // how far odds^total may lie from 1 in plain doubles
constexpr double WORK_BETWEEN_CHECKS = 1e5;

// out[x + j] += a[j] * b[x].
SAPPER_VECTOR void add_products(const double* a, int count_a, const double* b, int count_b, double* __restrict out) {
    for (int j = 0; j < count_a; ++j) {
        const double weight = a[j];
        double* __restrict row = out + j;
        for (int x = 0; x < count_b; ++x) row[x] += weight * b[x];
    }
}

// out[x] += a[j] * b[x + j] for all x from `first` to before `last` that x + j leaves inside b.
SAPPER_VECTOR void add_inner_products(const double* a, int count_a, const double* b, int count_b, int shift, int count,
                                      double* __restrict out) {
    for (int j = 0; j < count_a; ++j) {
        const double weight = a[j];
        const int offset = j + shift;
        const int first = std::max(0, -offset), last = std::min(count, count_b - offset);
        for (int x = first; x < last; ++x) out[x] += weight * b[x + offset];
    }
}

// Asks now and then whether the work was interrupted.
class WorkCounter {
public:
    void add(double work) {
        done_ += work;
        if (done_ < WORK_BETWEEN_CHECKS) return;
        done_ = 0;
        check_interruption();
    }

private:
    double done_ = 0;
};

Wide power(Wide base, int exponent) {
    Wide result(1);
    for (; exponent > 0; exponent >>= 1, base = base * base)
        if (exponent & 1) result = result * base;
    return result;
}

}  // namespace

void TotalsTree::clear() {
    ways_.clear();
    logs_.clear();
    first_.assign(1, 0);
}

template <class T>
void TotalsTree::add(std::span<const T> ways) {
    for (const T& way : ways) {
        ways_.emplace_back(way);
        logs_.push_back(is_zero(way) ? -std::numeric_limits<double>::infinity() : ways_.back().log2() * std::log(2.0));
    }
    first_.push_back(ways_.size());
}
template void TotalsTree::add(std::span<const double>);
template void TotalsTree::add(std::span<const Wide>);

std::size_t TotalsTree::bytes() const {
    return ways_.capacity() * sizeof(Wide) +
           (logs_.capacity() + chances_.capacity() + contexts_.capacity()) * sizeof(double) +
           first_.capacity() * sizeof(std::size_t) * 8;
}

TotalsTree::Result TotalsTree::join(int untouched, int mines) {
    untouched_ = untouched;
    mines_ = mines;
    if (!find_possible()) return Result::Unsuited;
    root_set_ = TotalSet::common(possible_.back()[0], TotalSet(mines - untouched, mines));
    if (root_set_.empty()) return Result::Impossible;
    find_odds();
    tilt_parts();
    multiply();
    weigh_rest();
    return chance_ >= LEAST_CHANCE ? Result::Done : Result::Unsuited;
}

// The possible totals of every node. False when there are too many gaps.
bool TotalsTree::find_possible() {
    const std::size_t parts = first_.size() - 1;
    possible_.assign(1, std::vector<TotalSet>(std::max<std::size_t>(parts, 1)));
    if (parts == 0) possible_[0][0] = TotalSet(0, 0);
    for (std::size_t i = 0; i < parts; ++i)
        for (std::size_t j = first_[i]; j < first_[i + 1]; ++j)
            if (!ways_[j].is_zero()) possible_[0][i].append(static_cast<int>(j - first_[i]));
    WorkCounter counter;
    while (possible_.back().size() > 1) {
        const auto& below = possible_.back();
        std::vector<TotalSet> above((below.size() + 1) / 2);
        for (std::size_t i = 0; i < above.size(); ++i) {
            if (2 * i + 1 == below.size()) {
                above[i] = below[2 * i];
                continue;
            }
            const std::size_t pairs = below[2 * i].range_count() * below[2 * i + 1].range_count();
            if (pairs > MOST_PAIRS) return false;
            counter.add(static_cast<double>(pairs) * 10);
            above[i] = TotalSet::sums(below[2 * i], below[2 * i + 1]);
        }
        possible_.push_back(std::move(above));
    }
    return true;
}

// The mean and variance of all mines, if the parts and the untouched cells were independent.
TotalsTree::Moments TotalsTree::moments(double log_odds) const {
    const double share = 1 / (1 + std::exp(-log_odds));
    Moments all{untouched_ * share, untouched_ * share * (1 - share)};
    WorkCounter counter;
    for (std::size_t i = 0; i + 1 < first_.size(); ++i) {
        const double* logs = logs_.data() + first_[i];
        const auto count = static_cast<int>(length(i));
        counter.add(10.0 * count);
        double most = -std::numeric_limits<double>::infinity();
        for (int j = 0; j < count; ++j) most = std::max(most, logs[j] + j * log_odds);
        double sum = 0, first = 0, second = 0;
        for (int j = 0; j < count; ++j) {
            const double chance = std::exp(logs[j] + j * log_odds - most);
            sum += chance;
            first += chance * j;
            second += chance * j * j;
        }
        const double mean = first / sum;
        all.mean += mean;
        all.variance += second / sum - mean * mean;
    }
    return all;
}

// Newton's method, kept inside the interval that is known to contain the answer: the mean grows with the odds.
void TotalsTree::find_odds() {
    double low = -MOST_LOG_ODDS, high = MOST_LOG_ODDS;
    const double most = static_cast<double>(possible_.back()[0].high()) + untouched_;
    const double least = possible_.back()[0].low();
    double at = std::log((mines_ - least + 0.5) / (most - mines_ + 0.5));
    if (mines_ <= least || mines_ >= most) {
        log_odds_ = mines_ <= least ? low : high;
        variance_ = 0;
        return;
    }
    for (int step = 0; step < MOST_STEPS; ++step) {
        const Moments now = moments(at);
        const double gap = mines_ - now.mean;
        variance_ = now.variance;
        if (std::abs(gap) <= LEAST_SHIFT + CLOSE * std::sqrt(std::max(now.variance, 0.0))) break;
        (gap > 0 ? low : high) = at;
        const double next = at + gap / std::max(now.variance, 1e-300);
        at = next > low && next < high ? next : (low + high) / 2;
        if (high - low < 1e-12) break;
    }
    log_odds_ = at;
}

// Multiplies the ways of each part by powers of the odds and divides them by their sum.
void TotalsTree::tilt_parts() {
    std::size_t longest = 1;
    for (std::size_t i = 0; i + 1 < first_.size(); ++i) longest = std::max(longest, length(i));
    const Wide odds(std::exp(log_odds_));
    powers_.assign(1, Wide(1));
    while (powers_.size() < longest) powers_.push_back(powers_.back() * odds);
    levels_.assign(1, {});
    chances_.clear();
    scale_ = Wide(1);
    WorkCounter counter;
    std::vector<Wide> tilted;
    for (std::size_t i = 0; i + 1 < first_.size(); ++i) {
        const std::size_t count = length(i), at = chances_.size();
        counter.add(10.0 * static_cast<double>(count));
        tilted.assign(count, Wide());
        Wide sum;
        for (std::size_t j = 0; j < count; ++j) {
            tilted[j] = ways_[first_[i] + j] * powers_[j];
            sum += tilted[j];
        }
        scale_ = scale_ * sum;
        for (std::size_t j = 0; j < count; ++j) chances_.push_back(ratio(tilted[j], sum));
        levels_[0].push_back(trimmed(at, 0, static_cast<int>(count)));
    }
    if (levels_[0].empty()) {
        chances_.push_back(1);
        levels_[0].push_back({0, 0, 1});
    }
}

TotalsTree::Node TotalsTree::trimmed(std::size_t at, int low, int length) const {
    double lost = 0;
    while (length > 1 && (lost += chances_[at]) < TAIL) ++at, ++low, --length;
    lost = 0;
    while (length > 1 && (lost += chances_[at + static_cast<std::size_t>(length) - 1]) < TAIL) --length;
    return {at, low, length};
}

// The distributions of all nodes, from the leaves to the root.
void TotalsTree::multiply() {
    WorkCounter counter;
    while (levels_.back().size() > 1) {
        const auto& below = levels_.back();
        std::vector<Node> above;
        above.reserve((below.size() + 1) / 2);
        for (std::size_t i = 0; i + 1 < below.size(); i += 2) {
            const Node& a = below[i].length <= below[i + 1].length ? below[i] : below[i + 1];
            const Node& b = below[i].length <= below[i + 1].length ? below[i + 1] : below[i];
            const std::size_t at = chances_.size();
            const int length = a.length + b.length - 1;
            chances_.resize(at + static_cast<std::size_t>(length), 0.0);
            add_products(chances_.data() + a.at, a.length, chances_.data() + b.at, b.length, chances_.data() + at);
            counter.add(static_cast<double>(a.length) * b.length);
            above.push_back(trimmed(at, a.low + b.low, length));
            chances_.resize(above.back().at + static_cast<std::size_t>(above.back().length));
        }
        if (below.size() % 2) above.push_back(below.back());
        levels_.push_back(std::move(above));
    }
}

// The weights of the untouched cells over the window of the root, from ratios of adjacent binomials, and the chance of
// the total that matters.
void TotalsTree::weigh_rest() {
    const Node& root = levels_.back()[0];
    rest_.assign(static_cast<std::size_t>(root.length), 0.0);
    chance_ = 0;
    const int first = std::max(root.low, mines_ - untouched_), last = std::min(root.low + root.length - 1, mines_);
    if (first > last) return;
    const double odds = std::exp(log_odds_), share = odds / (1 + odds);
    peak_ = std::clamp(mines_ - static_cast<int>(untouched_ * share), first, last);
    double* rest = rest_.data() - root.low;
    rest[peak_] = 1;
    for (int x = peak_; x < last; ++x) {
        const double mines = mines_ - x;
        rest[x + 1] = rest[x] * mines / ((untouched_ - mines + 1) * odds);
    }
    for (int x = peak_; x > first; --x) {
        const double mines = mines_ - x;
        rest[x - 1] = rest[x] * ((untouched_ - mines) * odds) / (mines + 1);
    }
    rest_sum_ = 0;
    for (int x = first; x <= last; ++x) rest_sum_ += rest[x];
    for (int x = first; x <= last; ++x) {
        rest[x] /= rest_sum_;
        chance_ += rest[x] * chances_[root.at + static_cast<std::size_t>(x - root.low)];
    }
}

// From the root down: the context of a child is the context of its parent, summed over the sibling's distribution.
void TotalsTree::find_contexts() {
    WorkCounter counter;
    std::vector<double> above = rest_, below;
    std::vector<std::size_t> above_at{0}, below_at;
    std::vector<TotalSet> above_sets{TotalSet(mines_ - untouched_, mines_)}, below_sets;
    for (std::size_t l = levels_.size() - 1; l-- > 0;) {
        const auto& nodes = levels_[l];
        const auto& parents = levels_[l + 1];
        below.clear();
        below_at.resize(nodes.size());
        below_sets.resize(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const Node& parent = parents[i / 2];
            const double* context = above.data() + above_at[i / 2];
            below_at[i] = below.size();
            if ((i ^ 1) >= nodes.size()) {
                below.insert(below.end(), context, context + parent.length);
                below_sets[i] = above_sets[i / 2];
                continue;
            }
            const Node& sibling = nodes[i ^ 1];
            below.resize(below.size() + static_cast<std::size_t>(nodes[i].length), 0.0);
            add_inner_products(chances_.data() + sibling.at, sibling.length, context, parent.length,
                               nodes[i].low + sibling.low - parent.low, nodes[i].length, below.data() + below_at[i]);
            below_sets[i] = TotalSet::differences(above_sets[i / 2], possible_[l][i ^ 1]);
            counter.add(static_cast<double>(sibling.length) * nodes[i].length);
        }
        above.swap(below);
        above_at.swap(below_at);
        above_sets.swap(below_sets);
    }
    contexts_.swap(above);
    context_at_.swap(above_at);
    context_sets_.swap(above_sets);
}

double TotalsTree::floored(std::size_t part, int j) const {
    const Node& leaf = levels_[0][part];
    const bool known = j >= leaf.low && j < leaf.low + leaf.length;
    const double value = known ? contexts_[context_at_[part] + static_cast<std::size_t>(j - leaf.low)] : 0;
    if (value >= FLOOR) return value;
    return context_sets_[part].contains(j) ? FLOOR : 0;
}

void TotalsTree::context(std::size_t part, std::vector<Wide>& out) const {
    out.resize(length(part));
    for (std::size_t j = 0; j < out.size(); ++j) out[j] = Wide(floored(part, static_cast<int>(j))) * powers_[j];
}

void TotalsTree::context(std::size_t part, std::vector<double>& out) const {
    out.resize(length(part));
    for (std::size_t j = 0; j < out.size(); ++j) out[j] = floored(part, static_cast<int>(j)) * powers_[j].scaled(0);
}

bool TotalsTree::fits_double(std::size_t part) const {
    return static_cast<double>(length(part)) * std::abs(log_odds_) <= PLAIN_BITS * std::log(2.0);
}

double TotalsTree::untouched_risk() const {
    if (untouched_ == 0) return 0;
    if (root_set_.low() == mines_) return 0;
    if (root_set_.high() == mines_ - untouched_) return 1;
    const Node& root = levels_.back()[0];
    double mines = 0;
    for (int i = 0; i < root.length; ++i)
        mines += rest_[static_cast<std::size_t>(i)] * chances_[root.at + static_cast<std::size_t>(i)] *
                 (mines_ - root.low - i);
    const double risk = mines / (chance_ * untouched_);
    return std::clamp(risk, std::numeric_limits<double>::min(), 1 - std::numeric_limits<double>::epsilon() / 2);
}

Wide TotalsTree::total() const {
    const int mines = mines_ - peak_, fewer = std::min(mines, untouched_ - mines);
    Wide ways(1);
    for (int i = 1; i <= fewer; ++i) ways = ways * Wide(static_cast<double>(untouched_ - fewer + i) / i);
    return scale_ * ways * Wide(rest_sum_ * chance_) / power(Wide(std::exp(log_odds_)), peak_);
}

}  // namespace sapper
