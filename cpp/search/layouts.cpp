#include "search/layouts.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "solver/byte_passes.hpp"
#include "support/sorting.hpp"

namespace sapper {

namespace {

constexpr std::size_t STEPS = 2'000'000;  // the most steps of the search, dead ends included; chosen by hand
constexpr std::size_t WORD = 64;          // bits of a word

// The columns from which the numbers of a cell are found, with one byte for each layout.
struct Columns {
    std::array<const std::uint8_t*, 8> around;  // 1 where the neighbour is a mine
    const std::uint8_t* own;                    // 1 where the cell itself is a mine
};

// Writes what the cell shows in each layout. `known` mines around it are in all layouts.
SAPPER_VECTOR
void add_columns(const Columns& mines, std::uint8_t known, std::size_t count, std::uint8_t* __restrict shown) {
    const auto [a, b, c, d, e, f, g, h] = mines.around;
    const std::uint8_t* own = mines.own;
    for (std::size_t l = 0; l < count; ++l) {
        const int number = known + a[l] + b[l] + c[l] + d[l] + e[l] + f[l] + g[l] + h[l];
        // A mine shows no number: all bits of MINE are set.
        shown[l] = static_cast<std::uint8_t>(number | own[l] * Layouts::MINE);
    }
}

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
    if (cells_.empty() || cells_.size() > MOST_CELLS || !draw_mines(field, solved, random, count)) return false;
    read_numbers(field);
    // In a random sample, a layout with two cells exchanged, or with the contents of two regions combined, may be
    // missing. So every cell is its own kind, and all cells are one region.
    std::iota(kinds_.begin(), kinds_.end(), std::uint8_t{0});
    region_of_.fill(0);
    region_count_ = 1;
    return true;
}

bool Layouts::draw_mines(const Field& field, Solver& solved, Philox& random, std::size_t count) {
    std::vector<int> index(static_cast<std::size_t>(field.size()), -1), drawn;
    for (std::size_t i = 0; i < cells_.size(); ++i) index[cells_[i]] = static_cast<int>(i);
    table_.assign(std::bit_ceil(2 * count), 0);
    mines_.assign(count * words_, 0);
    count_ = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!solved.draw(field, random, drawn)) return false;
        std::uint64_t* layout = mines_.data() + count_ * words_;
        for (int at : drawn) layout[index[at] / WORD] |= std::uint64_t{1} << index[at] % WORD;
        if (is_repeated(layout))
            std::fill_n(layout, words_, 0);
        else
            ++count_;
    }
    mines_.resize(count_ * words_);
    return true;
}

// Looks the layout that comes after the first count_ up among these, and enters it if it is new.
bool Layouts::is_repeated(const std::uint64_t* drawn) {
    std::uint64_t key = 0;
    for (std::size_t w = 0; w < words_; ++w) key = (key ^ drawn[w]) * 0x9e3779b97f4a7c15u;
    const std::size_t mask = table_.size() - 1;
    std::size_t at = (key >> 32) & mask;
    for (; table_[at] != 0; at = (at + 1) & mask)
        if (std::equal(drawn, drawn + words_, mines_.data() + (table_[at] - std::size_t{1}) * words_)) return true;
    table_[at] = static_cast<std::uint16_t>(count_ + 1);
    return false;
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
    words_ = (cells_.size() + WORD - 1) / WORD;
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
    std::vector<std::uint64_t> layout(words_, 0);
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
            layout[i / WORD] ^= static_cast<std::uint64_t>(mine) << i % WORD;
            if (allowed) self(self, i + 1, left - mine);
            layout[i / WORD] ^= static_cast<std::uint64_t>(mine) << i % WORD;
            for (int k = 0; k < number_count[i]; ++k) {
                need[numbers[i][k]] = static_cast<std::int8_t>(need[numbers[i][k]] + mine);
                ++room[numbers[i][k]];
            }
        }
    };
    place(place, 0, field.mines() - field.mine_count());
    return fits && count_ > 0 && count_ <= most;
}

// Finds what every cell would show in every layout.
void Layouts::read_numbers(const Field& field) {
    const std::size_t size = cells_.size();
    std::vector<int> index(static_cast<std::size_t>(field.size()), -1);
    for (std::size_t i = 0; i < size; ++i) index[cells_[i]] = static_cast<int>(i);
    is_mine_.assign((size + 1) * count_, 0);
    for (std::size_t l = 0; l < count_; ++l)
        for (std::size_t w = 0; w < words_; ++w)
            for (std::uint64_t rest = mines_[l * words_ + w]; rest; rest &= rest - 1)
                is_mine_[(w * WORD + static_cast<std::size_t>(std::countr_zero(rest))) * count_ + l] = 1;
    shown_.resize(size * count_);
    const std::uint8_t* none = is_mine_.data() + size * count_;  // a column without mines
    for (std::size_t c = 0; c < size; ++c) {
        Columns mines;
        mines.own = is_mine_.data() + c * count_;
        int known = 0;
        for (int k = 0; k < 8; ++k) {
            const int at = cells_[c] + field.offsets()[k];
            known += field.is_mine(at);
            mines.around[k] = index[at] < 0 ? none : is_mine_.data() + static_cast<std::size_t>(index[at]) * count_;
        }
        add_columns(mines, static_cast<std::uint8_t>(known), count_, shown_.data() + c * count_);
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
    number_contents();
}

// Numbers the contents of every region.
void Layouts::number_contents() {
    contents_.resize(region_count_ * count_);
    std::vector<std::uint16_t> order(count_);
    std::vector<std::uint64_t> own(words_);  // the region's cells
    for (std::size_t r = 0; r < region_count_; ++r) {
        std::fill(own.begin(), own.end(), 0);
        for (std::size_t i = 0; i < cells_.size(); ++i)
            if (region_of_[i] == r) own[i / WORD] |= std::uint64_t{1} << i % WORD;
        const auto comes_before = [&](std::size_t a, std::size_t b) {
            for (std::size_t w = 0; w < words_; ++w) {
                const std::uint64_t in_a = mines_[a * words_ + w] & own[w], in_b = mines_[b * words_ + w] & own[w];
                if (in_a != in_b) return in_a < in_b;
            }
            return false;
        };
        std::iota(order.begin(), order.end(), std::uint16_t{0});
        sort_stably(order.begin(), order.end(), comes_before);
        std::uint16_t number = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            if (i > 0 && comes_before(order[i - 1], order[i])) ++number;
            contents_[r * count_ + order[i]] = number;
        }
    }
}

}  // namespace sapper
