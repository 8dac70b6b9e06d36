#include "search/endgame.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "support/byte_scan.hpp"
#include "support/interruption.hpp"
#include "support/sorting.hpp"

namespace sapper {

namespace {

constexpr std::size_t MOST_LAYOUTS = 60'000;  // indices have sixteen bits
constexpr std::size_t CHECK_EVERY = 16;       // nodes between two checks for an interruption
// Layouts from which on quick bounds save time. Chosen by hand, not tuned.
constexpr std::uint32_t QUICK_BOUND_FROM = 24;
constexpr std::size_t SHARES = Layouts::MINE + 1;  // what a cell can show, a mine included

// Copies COPIED indices at a time, and so up to COPIED - 1 more than asked for. Most sets are small.
constexpr std::size_t COPIED = 8;
void copy_roughly(const std::uint16_t* from, std::size_t count, std::uint16_t* to) {
    for (std::size_t i = 0; i < count; i += COPIED) std::memcpy(to + i, from + i, COPIED * sizeof(*to));
}

std::uint64_t layout_key(std::uint64_t i) {
    i += 0x9e3779b97f4a7c15u * (i + 1);
    i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9u;
    i = (i ^ i >> 27) * 0x94d049bb133111ebu;
    return i ^ i >> 31;
}

}  // namespace

bool Endgame::solve(const Field& field, std::size_t most_layouts, std::size_t most_nodes, EndgameValue& value) {
    if (!layouts_.list(field, std::min<std::size_t>(most_layouts, MOST_LAYOUTS))) return false;
    const Set all = begin(most_nodes, ALL_CELLS);
    int chosen = -1;
    const std::uint32_t won = wins(all, 0, &chosen);
    if (gave_up_ || chosen < 0) return false;
    value = {won, static_cast<std::uint32_t>(layouts_.size()), layouts_.cells()[chosen]};
    return true;
}

bool Endgame::weigh(const Field& field, Solver& solved, Philox& random, const Scope& scope, std::span<const int> cells,
                    bool weigh_all, std::vector<double>& wins_of) {
    const bool is_whole =
        solved.log_layouts() <= std::log(static_cast<double>(scope.layouts)) && layouts_.list(field, scope.layouts);
    if (!is_whole && !layouts_.draw(field, solved, random, scope.layouts)) return false;
    const Set all = begin(scope.nodes, scope.width);
    wins_of.clear();
    std::uint32_t most = 0;
    for (int at : cells) {
        const auto cell = static_cast<int>(std::find(layouts_.cells().begin(), layouts_.cells().end(), at) -
                                           layouts_.cells().begin());
        const std::uint8_t* shown = layouts_.shown(cell);
        const auto free = static_cast<std::uint32_t>(layouts_.size()) -
                          static_cast<std::uint32_t>(std::count(shown, shown + layouts_.size(), Layouts::MINE));
        const std::uint32_t won = split(all, cell, free, weigh_all ? 0 : most);
        if (gave_up_) return false;
        most = std::max(most, won);
        wins_of.push_back(static_cast<double>(won) / static_cast<double>(layouts_.size()));
    }
    return true;
}

// Forgets all known sets; returns the set of all layouts.
Endgame::Set Endgame::begin(std::size_t most_nodes, std::size_t width) {
    const std::size_t count = layouts_.size(), cells = layouts_.cells().size();
    nodes_ = 0;
    most_nodes_ = most_nodes;
    width_ = width;
    gave_up_ = false;
    known_.clear();
    memory_.clear();
    table_.assign(256, {});
    stack_.resize(count);
    std::iota(stack_.begin(), stack_.end(), std::uint16_t{0});
    shares_.resize((count + COPIED) * SHARES);
    keys_.resize(count);
    for (std::size_t i = 0; i < count; ++i) keys_[i] = layout_key(i);
    marks_.build(layouts_);
    sight_ = {};
    live_.resize(marks_.width());
    std::fill(live_.begin(), live_.end(), std::uint8_t{0});
    std::fill_n(live_.begin(), cells, std::uint8_t{0xff});
    seen_.assign(count, 0);
    stamp_ = 0;
    depth_ = 0;
    return {0, count, 0};
}

// Splits the set by what the cell shows and pushes the parts on the stack. The largest part comes first: most can be
// lost there, so a poor cell is given up early. Among parts of one size, the lowest number comes first.
Endgame::Parts Endgame::divide(const Set& set, int cell) {
    const std::uint8_t* value = layouts_.shown(cell);
    std::array<std::uint16_t*, SHARES> end;  // of the layouts found so far, by what they show
    for (std::size_t v = 0; v < SHARES; ++v) end[v] = share(v);
    unsigned found = 0;
    for (const std::uint16_t layout : layouts_of(set)) {
        const std::uint8_t v = value[layout];
        *end[v]++ = layout;
        found |= 1u << v;
    }
    Parts parts;
    std::array<int, 9> shown;
    for (found &= ~(1u << Layouts::MINE); found; found &= found - 1) {
        const int v = std::countr_zero(found);
        const auto size = static_cast<std::uint32_t>(end[v] - share(v));
        int i = parts.count++;
        for (; i > 0 && parts.size[i - 1] < size; --i) {
            shown[i] = shown[i - 1];
            parts.size[i] = parts.size[i - 1];
        }
        shown[i] = v;
        parts.size[i] = size;
    }
    std::size_t next = stack_.size();
    stack_.resize(next + set.size() + COPIED);
    for (int i = 0; i < parts.count; ++i) {
        parts.begin[i] = next;
        copy_roughly(share(shown[i]), parts.size[i], stack_.data() + next);
        next += parts.size[i];
    }
    stack_.resize(next);
    return parts;
}

// Sums the wins of the parts into which the cell splits the set. Stops when more than `floor` is out of reach.
std::uint32_t Endgame::split(const Set& set, int cell, std::uint32_t free, std::uint32_t floor) {
    const std::size_t base = stack_.size();
    const Parts parts = divide(set, cell);
    std::uint32_t won = 0, rest = free;
    for (int i = 0; i < parts.count; ++i) {
        rest -= parts.size[i];
        const std::uint32_t sure = won + rest, needed = floor > sure ? floor - sure : 0;
        won += wins({parts.begin[i], parts.begin[i] + parts.size[i], set.mask}, needed, nullptr);
        if (gave_up_ || won + rest <= floor) break;
    }
    stack_.resize(base);
    return won + rest;
}

// An upper bound on the wins of a set, from one pass over its cells: all of them when a safe cell can show several
// numbers, otherwise the layouts in which the safest cell is free. Leaves in `sight` what the cells show.
std::uint32_t Endgame::quick_bound(const Set& set, Sight& sight) const {
    const auto size = static_cast<std::uint32_t>(set.size());
    const std::uint8_t* mask = live_.data() + set.mask;
    marks_.look(layouts_of(set), sight);
    if (size == 1 || marks_.is_informative(sight, mask)) return size;
    marks_.count_mines(layouts_of(set), sight);
    return std::max(1u, size - marks_.fewest_mines(sight, mask, size - 1));
}

// Finds an upper bound on the wins after opening the candidate: the sum of the quick bounds of its parts, as soon as
// the sum is at most `floor`. False when another candidate is free wherever this one is: opening the other one first
// risks less, and this one can follow.
bool Endgame::bound_candidate(const Set& set, Candidate& candidate, std::uint32_t floor,
                              std::span<const Candidate> others) {
    const std::size_t base = stack_.size();
    const Parts parts = divide(set, candidate.cell);
    alignas(16) std::array<std::uint8_t, Sight::CELLS> any;  // what the cells show where the candidate is free
    std::fill_n(any.data(), marks_.width(), std::uint8_t{0});
    candidate.most = candidate.free;
    for (int i = 0; i < parts.count; ++i) {
        const std::uint32_t bound = quick_bound({parts.begin[i], parts.begin[i] + parts.size[i], set.mask}, sight_);
        if (candidate.most > floor) candidate.most -= parts.size[i] - bound;
        marks_.merge(any.data(), sight_);
    }
    stack_.resize(base);
    return std::none_of(others.begin(), others.end(),
                        [&](const Candidate& other) { return !(any[other.cell] & Sight::MINE); });
}

// A set that holds every combination of its regions' contents is a product of independent games, and all of them have
// to be won. The cell is chosen in region `lead`. Returns false when the set is not such a product.
bool Endgame::multiply(const Set& set, std::size_t lead, std::uint32_t floor, std::uint32_t& won, int* chosen) {
    const std::size_t size = set.size(), regions = layouts_.regions();
    if (regions < 2 || size < 4) return false;
    std::array<std::uint32_t, ALL_CELLS> alike;
    std::size_t product = 1;
    int open_regions = 0;
    for (std::size_t r = 0; r < regions; ++r) {
        const std::uint16_t* content = layouts_.contents(r);
        ++stamp_;
        alike[r] = 0;
        for (std::size_t l = set.begin; l < set.end; ++l) {
            std::uint32_t& seen = seen_[content[stack_[l]]];
            alike[r] += seen != stamp_;
            seen = stamp_;
        }
        open_regions += alike[r] > 1;
        product *= alike[r];
        if (product > size) return false;
    }
    if (open_regions < 2 || product != size) return false;
    std::uint32_t others = static_cast<std::uint32_t>(size);
    won = 1;
    for (std::size_t r = 0; r < regions; ++r) {
        if (alike[r] == 1) continue;
        others /= alike[r];
        // The game of one region: everything else is as in the first layout.
        const std::size_t base = stack_.size();
        const std::uint16_t first = stack_[set.begin];
        for (std::size_t l = set.begin; l < set.end; ++l) {
            const std::uint16_t layout = stack_[l];
            bool same = true;
            for (std::size_t o = 0; o < regions && same; ++o)
                same = o == r || layouts_.contents(o)[layout] == layouts_.contents(o)[first];
            if (same) stack_.push_back(layout);
        }
        const std::uint32_t enough = won * others;
        won *= wins({base, stack_.size(), set.mask}, floor / enough, r == lead ? chosen : nullptr);
        stack_.resize(base);
        if (gave_up_) return true;
        if (won * others <= floor) {
            won *= others;
            return true;
        }
    }
    return true;
}

// Examines every cell that was still live in the set that this one is part of: in how many layouts it is free, and how
// many numbers it can show. A cell that shows the same number wherever it is free is dead: opening it can wait until
// nothing else is left. Of cells that can be exchanged, one is enough.
void Endgame::survey(const Set& set, Survey& found) {
    const auto size = static_cast<std::uint32_t>(set.size());
    const std::size_t width = marks_.width();
    found.set = set;
    found.informative = -1;
    found.count = 0;
    found.set.mask = live_.size();
    live_.resize(live_.size() + width);
    marks_.look(layouts_of(set), sight_);
    std::uint8_t* live = live_.data() + found.set.mask;
    if (marks_.find_live(sight_, live_.data() + set.mask, live)) {
        found.informative = marks_.most_informative(sight_, live);
        return;
    }
    marks_.count_mines(layouts_of(set), sight_);
    std::array<std::uint8_t, ALL_CELLS> is_taken{};
    for_each_set({live, width}, [&](int c) {
        if (is_taken[layouts_.kind(c)]) return;
        is_taken[layouts_.kind(c)] = 1;
        const std::uint32_t free = size - sight_.mines[c];
        found.candidates[found.count++] = {c, free, free, sight_.parts(c)};
    });
}

// The cell to open in a set that was just examined and has no live cell: one that is safe, otherwise the safest.
int Endgame::settled_cell(const Set& set) const {
    std::uint32_t fewest = static_cast<std::uint32_t>(set.size());
    int safe = -1, dead = -1;
    for_each_set({live_.data() + set.mask, marks_.width()}, [&](int c) {
        if (sight_.mines[c] == 0)
            safe = c;
        else if (sight_.mines[c] < fewest)
            dead = c, fewest = sight_.mines[c];
    });
    return safe >= 0 ? safe : dead;
}

// Orders the candidates, the most promising first, and drops those that cannot be best. Returns an upper bound on what
// a candidate dropped for being at or below the floor can win.
std::uint32_t Endgame::order_candidates(Survey& found, std::uint32_t floor) {
    std::uint32_t ceiling = 0;
    const auto first = found.candidates.begin();
    auto last = first + static_cast<std::ptrdiff_t>(found.count);
    // By layouts in which it is free, then by numbers shown, then the first cell.
    const auto rank = [](const Candidate& each) { return (each.free << 16) + (each.parts << 8) - each.cell; };
    sort_stably(first, last, [&](const Candidate& a, const Candidate& b) { return rank(a) > rank(b); });
    if (found.set.size() >= QUICK_BOUND_FROM) {
        auto kept = first;
        for (auto it = first; it != last; ++it) {
            if (it->free <= floor) {
                ceiling = std::max(ceiling, it->free);
                break;
            }
            // A search that tries only some cells needs the bounds of few more.
            if (width_ < ALL_CELLS && static_cast<std::size_t>(kept - first) > 2 * width_) break;
            if (bound_candidate(found.set, *it, floor, {first, kept})) *kept++ = *it;
        }
        last = kept;
        sort_stably(first, last, [](const Candidate& a, const Candidate& b) { return a.most > b.most; });
    }
    found.count = std::min(static_cast<std::size_t>(last - first), width_);
    return ceiling;
}

// Tries the candidates, the most promising first. No cell wins more layouts than it is free in.
Endgame::Range Endgame::try_candidates(Survey& found, std::uint32_t floor, int* chosen) {
    Range wins{0, order_candidates(found, floor)};
    for (std::size_t i = 0; i < found.count && !gave_up_; ++i) {
        const Candidate& candidate = found.candidates[i];
        const std::uint32_t bound = std::max(wins.least, floor);
        if (candidate.most <= bound) {
            wins.most = std::max(wins.most, candidate.most);
            break;
        }
        const std::uint32_t won = split(found.set, candidate.cell, candidate.free, bound);
        wins.most = std::max(wins.most, won);
        if (won > bound) {
            wins.least = won;
            if (chosen) *chosen = candidate.cell;
        }
    }
    return wins;
}

std::uint32_t Endgame::wins(const Set& set, std::uint32_t floor, int* chosen) {
    const auto size = static_cast<std::uint32_t>(set.size());
    if (gave_up_) return 0;
    if (size <= floor || (size == 1 && !chosen)) return size;

    // Step 1. The value of a set met before is known. Otherwise it is examined and remembered.
    if (chosen) {
        const Range won = examine(set, floor, chosen);
        return won.least > floor ? won.least : won.most;
    }
    std::uint64_t key = size;
    for (const std::uint16_t layout : layouts_of(set)) key ^= keys_[layout];
    const std::size_t known = recall(set, key);
    if (known != NONE && (known_[known].exact || known_[known].wins <= floor)) return known_[known].wins;
    const Range won = examine(set, floor, nullptr);
    if (gave_up_) return 0;
    const bool exact = won.least > floor;
    const std::uint32_t result = exact ? won.least : won.most;
    if (known == NONE) {
        remember(set, key, result, exact);
    } else {
        known_[known].wins = result;
        known_[known].exact = exact;
    }
    return result;
}

// How many layouts of a set perfect play wins: at least and at most.
Endgame::Range Endgame::examine(const Set& set, std::uint32_t floor, int* chosen) {
    const auto size = static_cast<std::uint32_t>(set.size());
    if (nodes_ % CHECK_EVERY == 0) check_interruption();
    if (++nodes_ > most_nodes_) {
        gave_up_ = true;
        return {0, 0};
    }
    // Step 2. Of two layouts, both are won if a cell that is free in both tells them apart, otherwise one.
    if (size == 2 && !chosen) {
        const std::uint32_t won = marks_.is_told_apart(stack_[set.begin], stack_[set.begin + 1]) ? 2 : 1;
        return {won, won};
    }

    // Step 3. Examine the cells.
    if (depth_ == surveys_.size()) surveys_.push_back(std::make_unique<Survey>());
    Survey& found = *surveys_[depth_++];
    survey(set, found);
    Range won{0, 0};
    if (found.informative >= 0) {
        // Step 4. A safe cell that can show several numbers costs nothing: any other good move can follow it. If it
        // shows another number in every layout, all are won.
        const bool tells_all = sight_.parts(found.informative) == static_cast<int>(size);
        won.least = won.most = tells_all ? size : split(found.set, found.informative, size, floor);
        if (chosen) *chosen = found.informative;
    } else if (found.count == 0) {
        // Step 5. No cell can give information: the player bets on one layout.
        won = {1, 1};
        if (chosen) *chosen = settled_cell(set);
    } else if (multiply(found.set, layouts_.region(found.candidates[0].cell), floor, won.least, chosen)) {
        // Step 6. Independent regions are searched separately.
        won.most = won.least;
    } else {
        // Step 7. Otherwise try the cells.
        won = try_candidates(found, floor, chosen);
    }
    live_.resize(found.set.mask);
    --depth_;
    return won;
}

}  // namespace sapper
