#include "search/endgame.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace sapper {

namespace {

constexpr std::size_t MOST_LAYOUTS = 60'000;    // indices are sixteen bits
constexpr std::uint32_t QUICK_BOUND_FROM = 24;  // layouts from which on a quick_bound ahead is worth its time
constexpr std::size_t EVERY = Layouts::MOST_CELLS;

std::uint64_t layout_key(std::uint64_t i) {
    i += 0x9e3779b97f4a7c15u * (i + 1);
    i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9u;
    i = (i ^ i >> 27) * 0x94d049bb133111ebu;
    return i ^ i >> 31;
}

}  // namespace

bool Endgame::solve(const Field& field, std::size_t most_layouts, std::size_t most_nodes, EndgameValue& value) {
    if (!layouts_.list(field, std::min<std::size_t>(most_layouts, MOST_LAYOUTS))) return false;
    const Set all = begin(most_nodes, EVERY);
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

// Forgets what was known of other layouts; the set of them all.
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
    return {0, count, 0, cells};
}

Endgame::Known* Endgame::recall(const Set& set, std::uint64_t key) {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = key & mask; table_[at] != 0; at = (at + 1) & mask) {
        Known& known = known_[table_[at] - 1];
        // Equal hashes are not trusted: the sets are compared.
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

// Puts the parts of the set, by what the cell shows, on the stack: the largest first, for it is where most can be lost,
// so that a hopeless cell is given up early.
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

// Adds up what the parts win that the cell splits the set into; stops where more than `floor` is out of reach.
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

// What a set can win at most, from one look at its cells: all of it when some safe cell tells something, otherwise no
// more than the layouts in which the safest cell is free.
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

// What opening the cell can win at most: the glances at its parts added up.
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

// Whether one of the others is free wherever the cell is: opening that one first risks less, and the cell can follow.
bool Endgame::is_dominated(const Set& set, int cell, std::span<const Candidate> others) const {
    const std::uint8_t* value = layouts_.shown(cell);
    return std::any_of(others.begin(), others.end(), [&](const Candidate& other) {
        const std::uint8_t* better = layouts_.shown(other.cell);
        return std::all_of(stack_.begin() + static_cast<std::ptrdiff_t>(set.begin),
                           stack_.begin() + static_cast<std::ptrdiff_t>(set.end),
                           [&](std::uint16_t l) { return value[l] == Layouts::MINE || better[l] != Layouts::MINE; });
    });
}

// A set that holds every combination of what its regions hold is as many games as there are regions, and all of them
// have to be won; the cell is chosen in region `lead`. False when it is not such a set.
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
        // The region's own game: all else as in the first layout.
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

std::uint32_t Endgame::wins(const Set& set, std::uint32_t floor, int* chosen) {
    const auto size = static_cast<std::uint32_t>(set.size());
    if (gave_up_) return 0;
    if (size <= floor || (size == 1 && !chosen)) return size;

    // Step 1. A set met before is worth what it was.
    std::uint64_t key = size;
    for (std::size_t i = set.begin; i < set.end; ++i) key ^= keys_[stack_[i]];
    if (!chosen)
        if (const Known* known = recall(set, key); known && (known->exact || known->wins <= floor)) return known->wins;
    if (++nodes_ > most_nodes_) {
        gave_up_ = true;
        return 0;
    }

    // Step 2. Look at every cell that was still undecided in the set this one is part of: in how many layouts it is
    // free, and how many numbers it can show. A cell that shows the same wherever it is free is dead: opening it can
    // wait until nothing else is left. Of cells that can change places, one will do.
    std::array<Candidate, EVERY> candidates;
    std::array<std::uint8_t, EVERY> is_taken{};
    std::size_t candidate_count = 0;
    Set inner = set;
    inner.first_cell = live_.size();
    int informative = -1, most_parts = 1, safe = -1;
    Candidate dead{-1, 0, 0, 1};
    for (std::size_t i = set.first_cell; i < set.last_cell; ++i) {
        const int c = live_[i];
        const std::uint8_t* value = layouts_.shown(c);
        std::uint32_t mines = 0, numbers = 0;  // one bit a number
        for (std::size_t l = set.begin; l < set.end; ++l) {
            const std::uint8_t v = value[stack_[l]];
            mines += v == Layouts::MINE;
            numbers |= 1u << v;
        }
        if (mines == size) continue;
        const int parts = std::popcount(numbers & ~(1u << Layouts::MINE));
        const std::uint32_t free = size - mines;
        if (free == size) safe = c;
        if (parts == 1) {
            if (free < size && free > dead.free) dead = {c, free, free, 1};
            continue;
        }
        live_.push_back(static_cast<std::uint16_t>(c));
        if (free == size) {
            if (parts > most_parts) most_parts = parts, informative = c;
        } else if (!is_taken[layouts_.kind(c)]) {
            is_taken[layouts_.kind(c)] = 1;
            candidates[candidate_count++] = {c, free, free, parts};
        }
    }
    inner.last_cell = live_.size();

    std::uint32_t won = 0, ceiling = 0;
    if (informative >= 0) {
        // Step 3. A safe cell that tells something costs nothing: whatever else is good can follow it.
        won = ceiling = split(inner, informative, size, floor);
        if (chosen) *chosen = informative;
    } else if (candidate_count == 0) {
        // Step 4. Nothing tells anything any more: the player names one layout, and hopes.
        won = ceiling = 1;
        if (chosen) *chosen = safe >= 0 ? safe : dead.cell;
    } else if (multiply(inner, layouts_.region(candidates[0].cell), floor, won, chosen)) {
        // Step 5. Regions that have nothing to do with each other are played for themselves.
        ceiling = won;
    } else {
        // Step 6. Otherwise try the cells, those that promise most first. No cell wins more layouts than it is free in.
        const auto first = candidates.begin();
        auto last = first + static_cast<std::ptrdiff_t>(candidate_count);
        std::sort(first, last, [](const Candidate& a, const Candidate& b) {
            return a.free != b.free ? a.free > b.free : a.parts != b.parts ? a.parts > b.parts : a.cell < b.cell;
        });
        if (size >= QUICK_BOUND_FROM) {
            auto kept = first;
            for (auto it = first; it != last; ++it) {
                if (it->free <= floor) {
                    ceiling = std::max(ceiling, it->free);
                    break;
                }
                // A search that tries only some cells does not quick_bound at many more.
                if (width_ < EVERY && static_cast<std::size_t>(kept - first) > 2 * width_) break;
                if (is_dominated(inner, it->cell, {first, kept})) continue;
                it->most = quick_bound_after(inner, it->cell, it->free, floor);
                *kept++ = *it;
            }
            last = kept;
            std::stable_sort(first, last, [](const Candidate& a, const Candidate& b) { return a.most > b.most; });
        }
        if (static_cast<std::size_t>(last - first) > width_) last = first + static_cast<std::ptrdiff_t>(width_);
        for (auto it = first; it != last && !gave_up_; ++it) {
            const std::uint32_t bound = std::max(won, floor);
            if (it->most <= bound) {
                ceiling = std::max(ceiling, it->most);
                break;
            }
            const std::uint32_t found = split(inner, it->cell, it->free, bound);
            ceiling = std::max(ceiling, found);
            if (found > bound) {
                won = found;
                if (chosen) *chosen = it->cell;
            }
        }
    }
    live_.resize(inner.first_cell);
    if (gave_up_) return 0;
    const bool exact = won > floor;
    const std::uint32_t result = exact ? won : ceiling;
    if (!chosen) remember(set, key, result, exact);
    return result;
}

}  // namespace sapper
