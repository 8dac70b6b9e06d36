#include "knowledge/consistency.hpp"

#include <algorithm>

#include "support/interruption.hpp"
#include "support/sorting.hpp"

namespace sapper {

namespace {
// The most sets examined in one call. The rest is left out; what was found is still true.
constexpr int MOST_SETS = 2'000'000;
}  // namespace

// Finds which equations share cells.
void Consistency::prepare(Equations& equations) {
    const auto& alive = equations.alive();
    if (near_.size() < alive.size()) near_.resize(alive.size());
    int most = 0;
    for (int id : alive) most = std::max(most, id + 1);
    position_.assign(most, -1);
    for (std::size_t at = 0; at < alive.size(); ++at) {
        position_[alive[at]] = static_cast<int>(at);
        near_[at].clear();
    }
    for (std::size_t at = 0; at < alive.size(); ++at) {
        for (int cell : equations[alive[at]].cells)
            for (int other : equations.with(cell))
                if (other != alive[at]) near_[at].push_back(position_[other]);
        sort_stably(near_[at].begin(), near_[at].end());
        near_[at].erase(std::unique(near_[at].begin(), near_[at].end()), near_[at].end());
    }
    proven_.clear();
}

void Consistency::note(const Equations& equations, int cell, bool mine) {
    for (const Proven& known : proven_)
        if (known.cell == cell && known.mine == mine) return;
    numbers_.clear();
    std::vector<int> both;
    for (int id : set_) {
        unite(numbers_, equations[id].numbers, both);
        std::swap(numbers_, both);
    }
    proven_.push_back({cell, mine, numbers_});
}

void Consistency::pairs(Equations& equations) {
    if (seen_.size() < 3) seen_.resize(3, 0);
    since_ = seen_[2];
    const auto now = equations.now();
    proven_.clear();
    std::vector<int> a_only, both, b_only;
    const std::vector<int> alive = equations.alive();
    for (int first : alive) {
        check_interruption();
        for (int cell : equations[first].cells)
            for (int second : equations.with(cell)) {
                const Equation &a = equations[first], &b = equations[second];
                if (second <= first || (a.changed <= since_ && b.changed <= since_)) continue;
                both.clear();
                std::set_intersection(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
                                      std::back_inserter(both));
                if (both.front() != cell) continue;  // a pair is examined at its first shared cell only
                equations.look();
                const int a_size = a.size() - static_cast<int>(both.size());
                const int b_size = b.size() - static_cast<int>(both.size());
                const int least = std::max({0, a.mines - a_size, b.mines - b_size});
                const int most = std::min({static_cast<int>(both.size()), a.mines, b.mines});
                if (least > most) {
                    equations.contradict();
                    return;
                }
                set_ = {first, second};
                const auto tell = [&](const std::vector<int>& cells, int fewest, int greatest) {
                    if (greatest == 0 || fewest == static_cast<int>(cells.size()))
                        for (int each : cells) note(equations, each, greatest != 0);
                };
                a_only.clear();
                b_only.clear();
                std::set_difference(a.cells.begin(), a.cells.end(), both.begin(), both.end(),
                                    std::back_inserter(a_only));
                std::set_difference(b.cells.begin(), b.cells.end(), both.begin(), both.end(),
                                    std::back_inserter(b_only));
                tell(both, least, most);
                tell(a_only, a.mines - most, a.mines - least);
                tell(b_only, b.mines - most, b.mines - least);
            }
    }
    seen_[2] = now;  // only now: an interruption must not make the next call leave anything out
    equations.learn(proven_, Deduction::Pairs);
}

void Consistency::enforce(Equations& equations, int k) {
    if (seen_.size() <= static_cast<std::size_t>(k)) seen_.resize(k + 1, 0);
    since_ = seen_[k];
    const auto now = equations.now();
    prepare(equations);
    const auto count = equations.alive().size();
    std::vector<int> candidates;
    reached_.assign(count, 0);
    sets_ = 0;
    for (std::size_t root = 0; root < count && equations.consistent(); ++root) {
        // Builds every connected set once, starting from its first member (Wernicke's enumeration of subgraphs).
        set_ = {equations.alive()[root]};
        candidates.clear();
        std::vector<int> marked = {static_cast<int>(root)};
        reached_[root] = 1;
        for (int near : near_[root])
            if (near > static_cast<int>(root)) {
                candidates.push_back(near);
                reached_[near] = 1;
                marked.push_back(near);
            }
        extend(equations, static_cast<int>(root), candidates, k);
        for (int at : marked) reached_[at] = 0;
    }
    seen_[k] = now;
    equations.learn(proven_, Deduction::Consistency);
}

// Adds equations to the set until it has k of them: the calls nest k deep, at most 9.
void Consistency::extend(Equations& equations, int root, std::vector<int>& candidates, int k) {
    if (static_cast<int>(set_.size()) == k) {
        for (int id : set_)
            if (equations[id].changed > since_) {
                weigh(equations);
                return;
            }
        return;
    }
    while (!candidates.empty() && equations.consistent() && sets_ < MOST_SETS) {
        const int next = candidates.back();
        candidates.pop_back();
        std::vector<int> further = candidates, marked;
        for (int near : near_[next])
            if (near > root && !reached_[near]) {
                further.push_back(near);
                reached_[near] = 1;
                marked.push_back(near);
            }
        set_.push_back(equations.alive()[next]);
        extend(equations, root, further, k);
        set_.pop_back();
        for (int at : marked) reached_[at] = 0;
    }
}

// Splits the cells of the set into regions by the equations they are in, and finds for each region whether any of its
// cells can be free and whether any can be a mine.
void Consistency::weigh(Equations& equations) {
    check_interruption();
    equations.look(set_.size());
    ++sets_;
    region_count_ = 0;
    left_.clear();
    for (std::size_t i = 0; i < set_.size(); ++i) {
        left_.push_back(equations[set_[i]].mines);
        for (int cell : equations[set_[i]].cells) {
            unsigned members = 0;
            for (std::size_t j = 0; j < set_.size(); ++j) {
                const auto& cells = equations[set_[j]].cells;
                if (std::binary_search(cells.begin(), cells.end(), cell)) members |= 1u << j;
            }
            if (members & ((1u << i) - 1)) continue;  // already seen in an earlier equation
            std::size_t at = 0;
            while (at < region_count_ && regions_[at].members != members) ++at;
            if (at == region_count_) {
                if (regions_.size() == region_count_) regions_.emplace_back();
                regions_[at].members = members;
                regions_[at].shared = (members & (members - 1)) != 0;
                regions_[at].can_be_free = regions_[at].can_be_mine = false;
                regions_[at].cells.clear();
                ++region_count_;
            }
            regions_[at].cells.push_back(cell);
        }
    }
    // Shared regions first: the mines of a region in a single equation then follow from the others.
    sort_stably(regions_.begin(), regions_.begin() + static_cast<std::ptrdiff_t>(region_count_),
                [](const Region& a, const Region& b) { return a.shared > b.shared; });
    place(0);
    for (std::size_t at = 0; at < region_count_; ++at) {
        const Region& region = regions_[at];
        if (!region.can_be_free && !region.can_be_mine) return equations.contradict();
        if (region.can_be_free != region.can_be_mine)
            for (int cell : region.cells) note(equations, cell, region.can_be_mine);
    }
}

// Tries every number of mines for the regions from `at` on. True when every region is known to allow both a free cell
// and a mine. The calls nest as deep as there are regions: fewer than 2^9, one for each subset of at most 9 equations.
bool Consistency::place(std::size_t at) {
    if (at == region_count_) {
        for (int left : left_)
            if (left != 0) return false;
        bool all = true;
        for (std::size_t i = 0; i < region_count_; ++i) {
            Region& region = regions_[i];
            region.can_be_free |= region.mines < static_cast<int>(region.cells.size());
            region.can_be_mine |= region.mines > 0;
            all &= region.can_be_free && region.can_be_mine;
        }
        return all;
    }
    Region& region = regions_[at];
    int most = static_cast<int>(region.cells.size());
    for (std::size_t i = 0; i < left_.size(); ++i)
        if (region.members >> i & 1) most = std::min(most, left_[i]);
    int least = 0;
    if (!region.shared)
        for (std::size_t i = 0; i < left_.size(); ++i)
            if (region.members >> i & 1) least = left_[i];
    for (int mines = least; mines <= most; ++mines) {
        region.mines = mines;
        for (std::size_t i = 0; i < left_.size(); ++i)
            if (region.members >> i & 1) left_[i] -= mines;
        const bool done = place(at + 1);
        for (std::size_t i = 0; i < left_.size(); ++i)
            if (region.members >> i & 1) left_[i] += mines;
        if (done) return true;
    }
    return false;
}

}  // namespace sapper
