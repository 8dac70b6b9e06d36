#include "endgame.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

constexpr std::size_t MOST_CELLS = 250;
constexpr std::size_t ENUMERATION_STEPS = 200'000;   // dead ends are bounded too

std::uint64_t layout_key(std::uint64_t i) {
    i += 0x9e3779b97f4a7c15u * (i + 1);
    i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9u;
    i = (i ^ i >> 27) * 0x94d049bb133111ebu;
    return i ^ i >> 31;
}

}  // namespace

bool Endgame::solve(const Field& field, const Frontier& frontier, std::size_t most_layouts, std::size_t most_nodes,
                    EndgameValue& value) {
    if (!enumerate(field, frontier, most_layouts)) return false;
    read_numbers(field);
    nodes_ = 0;
    most_nodes_ = most_nodes;
    gave_up_ = false;
    known_.clear();
    memory_.clear();
    stack_.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) stack_[i] = static_cast<std::uint16_t>(i);
    keys_.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) keys_[i] = layout_key(i);
    int chosen = -1;
    const std::uint32_t wins = best(0, count_, &chosen);
    if (gave_up_ || chosen < 0) return false;
    value = {wins, static_cast<std::uint32_t>(count_), cells_[chosen]};
    return true;
}

// Places mines cell by cell, group after group, within what every number and the mine count still allow.
bool Endgame::enumerate(const Field& field, const Frontier& frontier, std::size_t most_layouts) {
    cells_.clear();
    layouts_.clear();
    count_ = 0;
    for (const auto& cell : frontier.cells) cells_.push_back(cell.at);
    const std::size_t bound = cells_.size();
    if (frontier.untouched > 0)
        for (int at = 0; at < field.size(); ++at)
            if (field.is_unknown(at) && frontier.group_at(at) < 0) cells_.push_back(at);
    const std::size_t size = cells_.size();
    if (size == 0 || size > MOST_CELLS) return false;

    // The numbers around each frontier cell, and what each still needs and has room for.
    std::vector<int> need(static_cast<std::size_t>(field.size()), 0), room(static_cast<std::size_t>(field.size()), 0);
    std::vector<std::array<int, 8>> numbers(bound);
    std::vector<int> number_count(bound, 0);
    for (std::size_t i = 0; i < bound; ++i)
        for (int k = 0; k < 8; ++k) {
            const int near = cells_[i] + field.offsets()[k];
            if (!field.is_active(near)) continue;
            need[near] = field.need(near);
            room[near] = field.unknown_around(near);
            numbers[i][number_count[i]++] = near;
        }
    const int mines = field.mines() - field.mine_count();
    std::vector<std::uint8_t> layout(size, 0);
    std::size_t steps = 0;
    bool fits = true;
    const auto place = [&](auto& self, std::size_t i, int left) -> void {
        if (!fits) return;
        if (++steps > ENUMERATION_STEPS) {
            fits = false;
            return;
        }
        if (left < 0 || left > static_cast<int>(size - i)) return;
        if (i == size) {
            if (count_ == most_layouts) {
                fits = false;
                return;
            }
            layouts_.insert(layouts_.end(), layout.begin(), layout.end());
            ++count_;
            return;
        }
        for (int mine = 0; mine <= 1; ++mine) {
            bool allowed = true;
            if (i < bound)
                for (int k = 0; k < number_count[i]; ++k) {
                    const int near = numbers[i][k];
                    need[near] -= mine;
                    --room[near];
                    allowed &= need[near] >= 0 && need[near] <= room[near];
                }
            layout[i] = static_cast<std::uint8_t>(mine);
            if (allowed) self(self, i + 1, left - mine);
            if (i < bound)
                for (int k = 0; k < number_count[i]; ++k) {
                    need[numbers[i][k]] += mine;
                    ++room[numbers[i][k]];
                }
        }
    };
    place(place, 0, mines);
    return fits && count_ > 0;
}

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

std::uint32_t Endgame::best(std::size_t begin, std::size_t end, int* chosen) {
    const std::size_t size = end - begin;
    if (gave_up_ || size == 0) return 0;
    if (size == 1 && !chosen) return 1;

    // Step 1. A set met before is worth what it was. Equal hashes are not trusted: the sets are compared.
    std::uint64_t key = size;
    for (std::size_t i = begin; i < end; ++i) key ^= keys_[stack_[i]];
    if (!chosen) {
        const auto [first, last] = known_.equal_range(key);
        for (auto it = first; it != last; ++it)
            if (it->second.end - it->second.begin == size &&
                std::equal(stack_.begin() + static_cast<std::ptrdiff_t>(begin),
                           stack_.begin() + static_cast<std::ptrdiff_t>(end),
                           memory_.begin() + static_cast<std::ptrdiff_t>(it->second.begin)))
                return it->second.wins;
    }
    if (++nodes_ > most_nodes_) {
        gave_up_ = true;
        return 0;
    }

    // Step 2. Look at every cell: in how many layouts it is free, and how many numbers it can show.
    struct Candidate {
        int cell;
        std::uint32_t free;
        int parts;
    };
    std::vector<Candidate> candidates;
    int informative = -1, most_parts = 1, safe = -1;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
        const std::uint8_t* value = values_.data() + c * count_;
        std::array<std::uint16_t, 16> tally{};
        for (std::size_t i = begin; i < end; ++i) ++tally[value[stack_[i]]];
        const auto free = static_cast<std::uint32_t>(size) - tally[MINE];
        if (free == 0) continue;
        int parts = 0;
        for (int v = 0; v <= 8; ++v) parts += tally[v] > 0;
        if (free == size) {
            safe = static_cast<int>(c);
            if (parts > most_parts) most_parts = parts, informative = static_cast<int>(c);
        } else {
            candidates.push_back({static_cast<int>(c), free, parts});
        }
    }

    // Splits the set by what cell c shows and adds up the worth of the parts; stops when `needed` is out of reach.
    const auto worth = [&](int c, std::uint32_t free, std::uint32_t needed) {
        const std::uint8_t* value = values_.data() + static_cast<std::size_t>(c) * count_;
        const std::size_t base = stack_.size();
        std::array<std::size_t, 10> at{};
        std::array<std::uint16_t, 16> tally{};
        for (std::size_t i = begin; i < end; ++i) ++tally[value[stack_[i]]];
        at[0] = base;
        for (int v = 0; v < 9; ++v) at[v + 1] = at[v] + tally[v];
        stack_.resize(at[9]);
        auto fill = at;
        for (std::size_t i = begin; i < end; ++i)
            if (const std::uint8_t v = value[stack_[i]]; v != MINE) stack_[fill[v]++] = stack_[i];
        std::uint32_t wins = 0, rest = free;
        for (int v = 0; v < 9; ++v) {
            const auto part = static_cast<std::uint32_t>(at[v + 1] - at[v]);
            if (part == 0) continue;
            rest -= part;
            wins += best(at[v], at[v + 1], nullptr);
            if (wins + rest <= needed) break;
        }
        stack_.resize(base);
        return wins;
    };

    std::uint32_t wins = 0;
    if (informative >= 0) {
        // Step 3. A safe cell that tells something costs nothing: whatever else is good can follow it.
        wins = worth(informative, static_cast<std::uint32_t>(size), 0);
        if (chosen) *chosen = informative;
    } else if (size == 1) {
        wins = 1;
        if (chosen) *chosen = safe;
    } else {
        // Step 4. Otherwise try the cells that are free most often. No cell wins more layouts than it is free in.
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.free != b.free ? a.free > b.free : a.parts != b.parts ? a.parts > b.parts : a.cell < b.cell;
        });
        for (const Candidate& candidate : candidates) {
            if (candidate.free <= wins) break;
            const std::uint32_t found = worth(candidate.cell, candidate.free, wins);
            if (gave_up_) break;
            if (found > wins) {
                wins = found;
                if (chosen) *chosen = candidate.cell;
            }
        }
    }
    if (gave_up_) return 0;
    if (!chosen) {
        const std::size_t from = memory_.size();
        memory_.insert(memory_.end(), stack_.begin() + static_cast<std::ptrdiff_t>(begin),
                       stack_.begin() + static_cast<std::ptrdiff_t>(end));
        known_.emplace(key, Known{from, from + size, wins});
    }
    return wins;
}

}  // namespace sapper
