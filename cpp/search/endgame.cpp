#include "search/endgame.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

#include "support/interruption.hpp"

namespace sapper {

namespace {

constexpr std::size_t MOST_LAYOUTS = 60'000;  // indices have sixteen bits
constexpr std::size_t CHECK_EVERY = 16;       // nodes between two checks for an interruption
// Layouts from which on quick bounds save time. Chosen by hand, not tuned.
constexpr std::uint32_t QUICK_BOUND_FROM = 24;

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
    table_.assign(256, 0);
    stack_.resize(count);
    std::iota(stack_.begin(), stack_.end(), std::uint16_t{0});
    keys_.resize(count);
    for (std::size_t i = 0; i < count; ++i) keys_[i] = layout_key(i);
    live_.resize(cells);
    std::iota(live_.begin(), live_.end(), std::uint16_t{0});
    seen_.assign(count, 0);
    stamp_ = 0;
    depth_ = 0;
    return {0, count, 0, cells};
}

Endgame::Known* Endgame::recall(const Set& set, std::uint64_t key) {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = key & mask; table_[at] != 0; at = (at + 1) & mask) {
        Known& known = known_[table_[at] - 1];
        // Equal hashes are not enough: the sets themselves are compared.
        if (known.key == key && known.size == set.size() &&
            std::equal(stack_.begin() + static_cast<std::ptrdiff_t>(set.begin),
                       stack_.begin() + static_cast<std::ptrdiff_t>(set.end),
                       memory_.begin() + static_cast<std::ptrdiff_t>(known.begin)))
            return &known;
    }
    return nullptr;
}

void Endgame::remember(const Set& set, std::uint64_t key, std::uint32_t wins, bool exact) {
    if (Known* known = recall(set, key)) {
        known->wins = wins;
        known->exact = exact;
        return;
    }
    known_.push_back({key, memory_.size(), static_cast<std::uint32_t>(set.size()), wins, exact});
    memory_.insert(memory_.end(), stack_.begin() + static_cast<std::ptrdiff_t>(set.begin),
                   stack_.begin() + static_cast<std::ptrdiff_t>(set.end));
    const auto insert = [&](std::size_t i) {
        const std::size_t mask = table_.size() - 1;
        std::size_t at = known_[i].key & mask;
        while (table_[at] != 0) at = (at + 1) & mask;
        table_[at] = static_cast<std::uint32_t>(i + 1);
    };
    if (known_.size() * 2 > table_.size()) {
        table_.assign(table_.size() * 4, 0);
        for (std::size_t i = 0; i < known_.size(); ++i) insert(i);
    } else {
        insert(known_.size() - 1);
    }
}

// Splits the set by what the cell shows and pushes the parts on the stack. The largest part comes first: most can be
// lost there, so a poor cell is given up early.
Endgame::Parts Endgame::divide(const Set& set, int cell) {
    const std::uint8_t* value = layouts_.shown(cell);
    std::array<std::uint32_t, 16> tally{};
    for (std::size_t i = set.begin; i < set.end; ++i) ++tally[value[stack_[i]]];
    Parts parts;
    std::array<int, 9> shown;
    for (int v = 0; v <= 8; ++v)
        if (tally[v] > 0) shown[parts.count++] = v;
    std::sort(shown.begin(), shown.begin() + parts.count, [&](int a, int b) { return tally[a] > tally[b]; });
    std::array<std::size_t, 16> fill{};
    std::size_t next = stack_.size();
    for (int i = 0; i < parts.count; ++i) {
        parts.begin[i] = fill[shown[i]] = next;
        parts.size[i] = tally[shown[i]];
        next += parts.size[i];
    }
    stack_.resize(next);
    for (std::size_t i = set.begin; i < set.end; ++i)
        if (const std::uint8_t v = value[stack_[i]]; v != Layouts::MINE) stack_[fill[v]++] = stack_[i];
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
        won += wins({parts.begin[i], parts.begin[i] + parts.size[i], set.first_cell, set.last_cell}, needed, nullptr);
        if (gave_up_ || won + rest <= floor) break;
    }
    stack_.resize(base);
    return won + rest;
}

// An upper bound on the wins of a set, from one pass over its cells: all of them when a safe cell can show several
// numbers, otherwise the layouts in which the safest cell is free.
std::uint32_t Endgame::quick_bound(const Set& set) const {
    const auto size = static_cast<std::uint32_t>(set.size());
    if (size == 1) return 1;
    std::uint32_t most = 1;
    for (std::size_t i = set.first_cell; i < set.last_cell; ++i) {
        const std::uint8_t* value = layouts_.shown(live_[i]);
        std::uint32_t mines = 0;
        for (std::size_t l = set.begin; l < set.end; ++l) mines += value[stack_[l]] == Layouts::MINE;
        if (mines == 0) {
            const std::uint8_t shown = value[stack_[set.begin]];
            for (std::size_t l = set.begin; l < set.end; ++l)
                if (value[stack_[l]] != shown) return size;
        } else {
            most = std::max(most, size - mines);
        }
    }
    return most;
}

// An upper bound on the wins after opening the cell: the sum of the quick bounds of its parts.
std::uint32_t Endgame::quick_bound_after(const Set& set, int cell, std::uint32_t free, std::uint32_t floor) {
    const std::size_t base = stack_.size();
    const Parts parts = divide(set, cell);
    std::uint32_t most = free;
    for (int i = 0; i < parts.count && most > floor; ++i) {
        const Set part{parts.begin[i], parts.begin[i] + parts.size[i], set.first_cell, set.last_cell};
        most -= parts.size[i] - quick_bound(part);
    }
    stack_.resize(base);
    return most;
}

// Whether another candidate is free wherever this cell is: opening the other one first risks less, and this cell can
// follow.
bool Endgame::is_dominated(const Set& set, int cell, std::span<const Candidate> others) const {
    const std::uint8_t* value = layouts_.shown(cell);
    return std::any_of(others.begin(), others.end(), [&](const Candidate& other) {
        const std::uint8_t* better = layouts_.shown(other.cell);
        return std::all_of(stack_.begin() + static_cast<std::ptrdiff_t>(set.begin),
                           stack_.begin() + static_cast<std::ptrdiff_t>(set.end),
                           [&](std::uint16_t l) { return value[l] == Layouts::MINE || better[l] != Layouts::MINE; });
    });
}

// A set that holds every combination of its regions' contents is a product of independent games, and all of them have
// to be won. The cell is chosen in region `lead`. False when the set is not such a product.
bool Endgame::multiply(const Set& set, std::size_t lead, std::uint32_t floor, std::uint32_t& won, int* chosen) {
    const std::size_t size = set.size(), regions = layouts_.regions();
    if (regions < 2 || size < 4) return false;
    std::vector<std::uint32_t> alike(regions);
    std::size_t product = 1;
    int open_regions = 0;
    for (std::size_t r = 0; r < regions; ++r) {
        const std::uint16_t* content = layouts_.contents(r);
        ++stamp_;
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
        // The game of one region: everything else as in the first layout.
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
        won *= wins({base, stack_.size(), set.first_cell, set.last_cell}, floor / enough, r == lead ? chosen : nullptr);
        stack_.resize(base);
        if (gave_up_) return true;
        if (won * others <= floor) {
            won *= others;
            return true;
        }
    }
    return true;
}

// Examines every cell that was still undecided in the set that this one is part of: in how many layouts it is free, and
// how many numbers it can show. A cell that shows the same number wherever it is free is dead: opening it can wait
// until nothing else is left. Of cells that can be exchanged, one is enough.
void Endgame::survey(const Set& set, Survey& found) {
    const auto size = static_cast<std::uint32_t>(set.size());
    std::array<std::uint8_t, ALL_CELLS> is_taken{};
    found.set = set;
    found.set.first_cell = live_.size();
    found.informative = found.safe = found.dead = -1;
    found.count = 0;
    int most_parts = 1;
    std::uint32_t dead_free = 0;
    for (std::size_t i = set.first_cell; i < set.last_cell; ++i) {
        const int c = live_[i];
        const std::uint8_t* value = layouts_.shown(c);
        std::uint32_t mines = 0, numbers = 0;  // one bit for each number shown
        for (std::size_t l = set.begin; l < set.end; ++l) {
            const std::uint8_t v = value[stack_[l]];
            mines += v == Layouts::MINE;
            numbers |= 1u << v;
        }
        if (mines == size) continue;
        const int parts = std::popcount(numbers & ~(1u << Layouts::MINE));
        const std::uint32_t free = size - mines;
        if (free == size) found.safe = c;
        if (parts == 1) {
            if (free < size && free > dead_free) found.dead = c, dead_free = free;
            continue;
        }
        live_.push_back(static_cast<std::uint16_t>(c));
        if (free == size) {
            if (parts > most_parts) most_parts = parts, found.informative = c;
        } else if (!is_taken[layouts_.kind(c)]) {
            is_taken[layouts_.kind(c)] = 1;
            found.candidates[found.count++] = {c, free, free, parts};
        }
    }
    found.set.last_cell = live_.size();
}

// Orders the candidates, the most promising first, and drops those that cannot be best. Returns an upper bound on what
// a candidate dropped for being at or below the floor can win.
std::uint32_t Endgame::order_candidates(Survey& found, std::uint32_t floor) {
    std::uint32_t ceiling = 0;
    const auto first = found.candidates.begin();
    auto last = first + static_cast<std::ptrdiff_t>(found.count);
    std::sort(first, last, [](const Candidate& a, const Candidate& b) {
        return a.free != b.free ? a.free > b.free : a.parts != b.parts ? a.parts > b.parts : a.cell < b.cell;
    });
    if (found.set.size() >= QUICK_BOUND_FROM) {
        auto kept = first;
        for (auto it = first; it != last; ++it) {
            if (it->free <= floor) {
                ceiling = std::max(ceiling, it->free);
                break;
            }
            // A search that tries only some cells needs the bounds of few more.
            if (width_ < ALL_CELLS && static_cast<std::size_t>(kept - first) > 2 * width_) break;
            if (is_dominated(found.set, it->cell, {first, kept})) continue;
            it->most = quick_bound_after(found.set, it->cell, it->free, floor);
            *kept++ = *it;
        }
        last = kept;
        std::stable_sort(first, last, [](const Candidate& a, const Candidate& b) { return a.most > b.most; });
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

    // Step 1. The value of a set met before is known.
    std::uint64_t key = size;
    for (std::size_t i = set.begin; i < set.end; ++i) key ^= keys_[stack_[i]];
    if (!chosen)
        if (const Known* known = recall(set, key); known && (known->exact || known->wins <= floor)) return known->wins;
    if (nodes_ % CHECK_EVERY == 0) check_interruption();
    if (++nodes_ > most_nodes_) {
        gave_up_ = true;
        return 0;
    }

    // Step 2. Examine the cells.
    if (depth_ == surveys_.size()) surveys_.push_back(std::make_unique<Survey>());
    Survey& found = *surveys_[depth_++];
    survey(set, found);
    Range won{0, 0};
    if (found.informative >= 0) {
        // Step 3. A safe cell that can show several numbers costs nothing: any other good move can follow it.
        won.least = won.most = split(found.set, found.informative, size, floor);
        if (chosen) *chosen = found.informative;
    } else if (found.count == 0) {
        // Step 4. No cell can give information: the player bets on one layout.
        won = {1, 1};
        if (chosen) *chosen = found.safe >= 0 ? found.safe : found.dead;
    } else if (multiply(found.set, layouts_.region(found.candidates[0].cell), floor, won.least, chosen)) {
        // Step 5. Independent regions are searched separately.
        won.most = won.least;
    } else {
        // Step 6. Otherwise try the cells.
        won = try_candidates(found, floor, chosen);
    }
    live_.resize(found.set.first_cell);
    --depth_;
    if (gave_up_) return 0;
    const bool exact = won.least > floor;
    const std::uint32_t result = exact ? won.least : won.most;
    if (!chosen) remember(set, key, result, exact);
    return result;
}

}  // namespace sapper
