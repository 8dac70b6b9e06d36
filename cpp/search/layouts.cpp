#include "search/layouts.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace sapper {

namespace {

constexpr std::size_t STEPS = 2'000'000;  // the most steps of the search, dead ends included; chosen by hand

}  // namespace

bool Layouts::list(const Field& field, std::size_t most) {
    list_cells(field);
    if (cells_.empty() || cells_.size() > MOST_CELLS || !place_mines(field, most)) return false;
    read_numbers(field);
    find_kinds(field);
    find_regions(field);
    return true;
}

bool Layouts::draw(const Field& field, Solver& solved, Philox& random, std::size_t count) {
    list_cells(field);
    if (cells_.empty() || cells_.size() > MOST_CELLS) return false;
    std::vector<int> index(static_cast<std::size_t>(field.size()), -1), drawn;
    for (std::size_t i = 0; i < cells_.size(); ++i) index[cells_[i]] = static_cast<int>(i);
    count_ = count;
    mines_.assign(count * cells_.size(), 0);
    for (std::size_t i = 0; i < count; ++i) {
        if (!solved.draw(field, random, drawn)) return false;
        for (int at : drawn) mines_[i * cells_.size() + static_cast<std::size_t>(index[at])] = 1;
    }
    drop_repeated();
    read_numbers(field);
    // In a random sample, a layout with two cells exchanged, or with the contents of two regions combined, may be
    // missing. So every cell is its own kind, and all cells are one region.
    std::iota(kinds_.begin(), kinds_.end(), std::uint8_t{0});
    region_of_.fill(0);
    region_count_ = 1;
    return true;
}

// Lists cells that share numbers one after another, so that a number that cannot be satisfied is noticed early. Cells
// away from all numbers come last.
void Layouts::list_cells(const Field& field) {
    std::vector<std::uint8_t> is_listed(static_cast<std::size_t>(field.size()), 0);
    const auto list = [&](int at) {
        if (!field.is_unknown(at) || is_listed[at]) return;
        is_listed[at] = 1;
        cells_.push_back(at);
    };
    cells_.clear();
    for (int number = 0; number < field.size(); ++number) {
        if (!field.is_active(number)) continue;
        std::size_t next = cells_.size();
        for (int k = 0; k < 8; ++k) list(number + field.offsets()[k]);
        for (; next < cells_.size(); ++next)
            for (int k = 0; k < 8; ++k)
                if (const int near = cells_[next] + field.offsets()[k]; field.is_active(near))
                    for (int j = 0; j < 8; ++j) list(near + field.offsets()[j]);
    }
    for (int at = 0; at < field.size(); ++at) list(at);
}

// Places mines cell by cell, as far as every number and the mine count allow.
bool Layouts::place_mines(const Field& field, std::size_t most) {
    const std::size_t size = cells_.size();
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
    mines_.clear();
    count_ = 0;
    std::vector<std::uint8_t> layout(size, 0);
    std::size_t steps = 0;
    bool fits = true;
    // The calls nest as deep as there are cells, at most MOST_CELLS.
    const auto place = [&](auto& self, std::size_t i, int left) -> void {
        if (!fits || left < 0 || left > static_cast<int>(size - i)) return;
        if (++steps > STEPS || count_ > most) {
            fits = false;
            return;
        }
        if (i == size) {
            mines_.insert(mines_.end(), layout.begin(), layout.end());
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
    return fits && count_ > 0 && count_ <= most;
}

void Layouts::drop_repeated() {
    const std::size_t size = cells_.size();
    std::vector<std::size_t> order(count_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return std::memcmp(layout(a), layout(b), size) < 0; });
    const auto last = std::unique(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::memcmp(layout(a), layout(b), size) == 0;
    });
    std::vector<std::uint8_t> kept;
    kept.reserve(mines_.size());
    for (auto it = order.begin(); it != last; ++it) kept.insert(kept.end(), layout(*it), layout(*it) + size);
    mines_ = std::move(kept);
    count_ = static_cast<std::size_t>(last - order.begin());
}

// Finds what every cell would show in every layout.
void Layouts::read_numbers(const Field& field) {
    const std::size_t size = cells_.size();
    std::vector<int> index(static_cast<std::size_t>(field.size()), -1);
    for (std::size_t i = 0; i < size; ++i) index[cells_[i]] = static_cast<int>(i);
    shown_.resize(size * count_);
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
            int number = known;
            for (int k = 0; k < near_count; ++k) number += layout(l)[near[k]];
            shown_[c * count_ + l] = layout(l)[c] ? MINE : static_cast<std::uint8_t>(number);
        }
    }
}

// Cells that touch the same cells and numbers can be exchanged.
void Layouts::find_kinds(const Field& field) {
    const auto can_swap = [&](int a, int b) {
        const auto tells_apart = [&](int near, int other) {
            return near != other && (field.is_unknown(near) || field.is_active(near)) && !field.touch(near, other);
        };
        for (int k = 0; k < 8; ++k)
            if (tells_apart(a + field.offsets()[k], b) || tells_apart(b + field.offsets()[k], a)) return false;
        return true;
    };
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        kinds_[i] = static_cast<std::uint8_t>(i);
        for (std::size_t j = 0; j < i && kinds_[i] == i; ++j)
            if (kinds_[j] == j && can_swap(cells_[i], cells_[j])) kinds_[i] = static_cast<std::uint8_t>(j);
    }
}

// A region is connected by cells that touch each other or a common number.
void Layouts::find_regions(const Field& field) {
    std::vector<int> region(static_cast<std::size_t>(field.size()), -1), queue;
    region_count_ = 0;
    for (int cell : cells_) {
        if (region[cell] >= 0) continue;
        const int own = static_cast<int>(region_count_++);
        queue.assign(1, cell);
        region[cell] = own;
        while (!queue.empty()) {
            const int at = queue.back();
            queue.pop_back();
            for (int k = 0; k < 8; ++k) {
                const int near = at + field.offsets()[k];
                if (region[near] >= 0 || !(field.is_unknown(near) || (field.is_unknown(at) && field.is_active(near))))
                    continue;
                region[near] = own;
                queue.push_back(near);
            }
        }
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) region_of_[i] = static_cast<std::uint8_t>(region[cells_[i]]);
    if (region_count_ < 2) return;
    contents_.resize(region_count_ * count_);
    std::vector<std::uint16_t> order(count_);
    std::vector<std::size_t> own;  // the region's cells
    for (std::size_t r = 0; r < region_count_; ++r) {
        own.clear();
        for (std::size_t i = 0; i < cells_.size(); ++i)
            if (region_of_[i] == r) own.push_back(i);
        const auto comes_before = [&](std::size_t a, std::size_t b) {
            for (std::size_t i : own)
                if (layout(a)[i] != layout(b)[i]) return layout(a)[i] < layout(b)[i];
            return false;
        };
        std::iota(order.begin(), order.end(), std::uint16_t{0});
        std::sort(order.begin(), order.end(), comes_before);
        std::uint16_t number = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            if (i > 0 && comes_before(order[i - 1], order[i])) ++number;
            contents_[r * count_ + order[i]] = number;
        }
    }
}

}  // namespace sapper
