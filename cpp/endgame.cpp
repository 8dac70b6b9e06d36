#include "endgame.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

constexpr std::size_t MOST_CELLS = 250;
constexpr std::size_t MOST_LAYOUTS = 60'000;          // indices are sixteen bits
constexpr std::size_t ENUMERATION_STEPS = 2'000'000;  // dead ends are bounded too

std::uint64_t layout_key(std::uint64_t i) {
    i += 0x9e3779b97f4a7c15u * (i + 1);
    i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9u;
    i = (i ^ i >> 27) * 0x94d049bb133111ebu;
    return i ^ i >> 31;
}

}  // namespace

bool Endgame::solve(const Field& field, std::size_t most_layouts, std::size_t most_nodes, EndgameValue& value) {
    if (!enumerate(field, std::min<std::size_t>(most_layouts, MOST_LAYOUTS))) return false;
    read_numbers(field);
    nodes_ = 0;
    most_nodes_ = most_nodes;
    gave_up_ = false;
    known_.clear();
    memory_.clear();
    table_.assign(256, 0);
    stack_.resize(count_);
    keys_.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) {
        stack_[i] = static_cast<std::uint16_t>(i);
        keys_[i] = layout_key(i);
    }
    live_.resize(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) live_[i] = static_cast<std::uint16_t>(i);
    int chosen = -1;
    const std::uint32_t won = wins({0, count_, 0, live_.size()}, 0, &chosen);
    if (gave_up_ || chosen < 0) return false;
    value = {won, static_cast<std::uint32_t>(count_), cells_[chosen]};
    return true;
}

// Places mines cell by cell within what every number and the mine count still allow.
bool Endgame::enumerate(const Field& field, std::size_t most_layouts) {
    cells_.clear();
    layouts_.clear();
    count_ = 0;
    for (int at = 0; at < field.size(); ++at)
        if (field.is_unknown(at)) cells_.push_back(at);
    const std::size_t size = cells_.size();
    if (size == 0 || size > MOST_CELLS) return false;
    std::vector<std::int8_t> need(static_cast<std::size_t>(field.size()), 0), room(need.size(), 0);
    std::vector<std::array<int, 8>> numbers(size);
    std::vector<int> number_count(size, 0);
    for (std::size_t i = 0; i < size; ++i)
        for (int k = 0; k < 8; ++k) {
            const int near = cells_[i] + field.offsets()[k];
            if (!field.is_active(near)) continue;
            need[near] = static_cast<std::int8_t>(field.need(near));
            room[near] = static_cast<std::int8_t>(field.unknown_around(near));
            numbers[i][number_count[i]++] = near;
        }
    std::vector<std::uint8_t> layout(size, 0);
    std::size_t steps = 0;
    bool fits = true;
    const auto place = [&](auto& self, std::size_t i, int left) -> void {
        if (!fits || left < 0 || left > static_cast<int>(size - i)) return;
        if (++steps > ENUMERATION_STEPS || count_ > most_layouts) {
            fits = false;
            return;
        }
        if (i == size) {
            layouts_.insert(layouts_.end(), layout.begin(), layout.end());
            ++count_;
            return;
        }
        for (int mine = 0; mine <= 1; ++mine) {
            bool allowed = true;
            for (int k = 0; k < number_count[i]; ++k) {
                const int near = numbers[i][k];
                need[near] = static_cast<std::int8_t>(need[near] - mine);
                --room[near];
                allowed &= need[near] >= 0 && need[near] <= room[near];
            }
            layout[i] = static_cast<std::uint8_t>(mine);
            if (allowed) self(self, i + 1, left - mine);
            for (int k = 0; k < number_count[i]; ++k) {
                need[numbers[i][k]] = static_cast<std::int8_t>(need[numbers[i][k]] + mine);
                ++room[numbers[i][k]];
            }
        }
    };
    place(place, 0, field.mines() - field.mine_count());
    return fits && count_ > 0 && count_ <= most_layouts;
}

// What every cell would show in every layout.
void Endgame::read_numbers(const Field& field) {
    const std::size_t size = cells_.size();
    std::vector<int> index(static_cast<std::size_t>(field.size()), -1);
    for (std::size_t i = 0; i < size; ++i) index[cells_[i]] = static_cast<int>(i);
    values_.resize(size * count_);
    for (std::size_t c = 0; c < size; ++c) {
        int known = 0;
        std::array<int, 8> near{};
        int near_count = 0;
        for (int k = 0; k < 8; ++k) {
            const int at = cells_[c] + field.offsets()[k];
            known += field.is_mine(at);
            if (index[at] >= 0) near[near_count++] = index[at];
        }
        for (std::size_t l = 0; l < count_; ++l) {
            const std::uint8_t* layout = layouts_.data() + l * size;
            int number = known;
            for (int k = 0; k < near_count; ++k) number += layout[near[k]];
            values_[c * count_ + l] = layout[c] ? MINE : static_cast<std::uint8_t>(number);
        }
    }
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

// Splits a set by what a cell shows and adds up what the parts win; stops where more than `floor` is out of reach.
std::uint32_t Endgame::split(const Set& set, int cell, std::uint32_t free, std::uint32_t floor) {
    const std::uint8_t* value = values_.data() + static_cast<std::size_t>(cell) * count_;
    std::array<std::uint32_t, 16> tally{};
    for (std::size_t i = set.begin; i < set.end; ++i) ++tally[value[stack_[i]]];
    const std::size_t base = stack_.size();
    std::array<std::size_t, 9> at{};
    std::array<int, 9> order{};
    int parts = 0;
    std::size_t next = base;
    for (int v = 0; v <= 8; ++v) {
        at[v] = next;
        next += tally[v];
        if (tally[v] > 0) order[parts++] = v;
    }
    stack_.resize(next);
    auto fill = at;
    for (std::size_t i = set.begin; i < set.end; ++i)
        if (const std::uint8_t v = value[stack_[i]]; v != MINE) stack_[fill[v]++] = stack_[i];
    // The largest part first: it is where most can be lost, so that a hopeless cell is given up early.
    std::sort(order.begin(), order.begin() + parts, [&](int a, int b) { return tally[a] > tally[b]; });
    std::uint32_t won = 0, rest = free;
    for (int i = 0; i < parts; ++i) {
        const int v = order[i];
        rest -= tally[v];
        const std::uint32_t sure = won + rest, needed = floor > sure ? floor - sure : 0;
        won += wins({at[v], at[v] + tally[v], set.first_cell, set.last_cell}, needed, nullptr);
        if (gave_up_ || won + rest <= floor) break;
    }
    stack_.resize(base);
    return won + rest;
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
    // free, and how many numbers it can show.
    struct Candidate {
        int cell;
        std::uint32_t free;
        int parts;
    };
    std::array<Candidate, MOST_CELLS> candidates;
    std::size_t candidate_count = 0;
    Set inner = set;
    inner.first_cell = live_.size();
    int informative = -1, most_parts = 1, safe = -1;
    for (std::size_t i = set.first_cell; i < set.last_cell; ++i) {
        const int c = live_[i];
        const std::uint8_t* value = values_.data() + static_cast<std::size_t>(c) * count_;
        std::array<std::uint32_t, 16> tally{};
        for (std::size_t l = set.begin; l < set.end; ++l) ++tally[value[stack_[l]]];
        if (tally[MINE] == size) continue;
        int parts = 0;
        for (int v = 0; v <= 8; ++v) parts += tally[v] > 0;
        if (tally[MINE] == 0) {
            safe = c;
            if (parts == 1) continue;  // dead: it shows the same in every layout
            if (parts > most_parts) most_parts = parts, informative = c;
        } else {
            candidates[candidate_count++] = {c, size - tally[MINE], parts};
        }
        live_.push_back(static_cast<std::uint16_t>(c));
    }
    inner.last_cell = live_.size();

    std::uint32_t won = 0, ceiling = 0;
    if (informative >= 0) {
        // Step 3. A safe cell that tells something costs nothing: whatever else is good can follow it.
        won = ceiling = split(inner, informative, size, floor);
        if (chosen) *chosen = informative;
    } else if (size == 1) {
        won = ceiling = 1;
        if (chosen) *chosen = safe;
    } else {
        // Step 4. Otherwise try the cells that are free most often. No cell wins more layouts than it is free in.
        const auto last = candidates.begin() + static_cast<std::ptrdiff_t>(candidate_count);
        std::sort(candidates.begin(), last, [](const Candidate& a, const Candidate& b) {
            return a.free != b.free ? a.free > b.free : a.parts != b.parts ? a.parts > b.parts : a.cell < b.cell;
        });
        for (auto it = candidates.begin(); it != last && !gave_up_; ++it) {
            const std::uint32_t bound = std::max(won, floor);
            if (it->free <= bound) {
                ceiling = std::max(ceiling, it->free);
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
