#include "search/layout_marks.hpp"

#include <algorithm>
#include <cstring>

namespace sapper {

namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;

// Sixteen bytes, in one register of every x86-64 and ARM processor.
typedef u8 Block __attribute__((vector_size(16)));
typedef std::int8_t SignedBlock __attribute__((vector_size(16)));

constexpr std::size_t BLOCK = sizeof(Block);
constexpr std::size_t MOST_COUNTED = 255;  // the most layouts that a counter of one byte holds
constexpr int NUMBER_BITS = 7;             // bits for numbers in a mark
constexpr std::size_t CHUNK = 64;          // layouts whose marks are written together

constexpr std::array<u8, 256> BITS_SET = [] {
    std::array<u8, 256> count{};
    for (std::size_t i = 1; i < 256; ++i) count[i] = static_cast<u8>(count[i / 2] + i % 2);
    return count;
}();

Block load(const u8* from) {
    Block block;
    std::memcpy(&block, from, BLOCK);
    return block;
}

void save(u8* to, Block block) { std::memcpy(to, &block, BLOCK); }

Block is_mine(Block marks) { return reinterpret_cast<Block>(reinterpret_cast<SignedBlock>(marks) < 0); }

// Adds sixteen counters of one byte to sixteen sums.
void add_counts(u16* __restrict sums, Block counts) {
    std::array<u8, BLOCK> count;
    save(count.data(), counts);
    for (std::size_t i = 0; i < BLOCK; ++i) sums[i] = static_cast<u16>(sums[i] + count[i]);
}

// The rows of the layouts of a set, from some column on.
struct Rows {
    const u8* marks;
    std::size_t width;
    std::span<const u16> set;
};

// Combines N blocks of the rows by a bitwise or.
template <std::size_t N>
void combine(const Rows& rows, u8* any) {
    Block found[N] = {};
    for (const u16 layout : rows.set)
        for (std::size_t b = 0; b < N; ++b) found[b] |= load(rows.marks + layout * rows.width + b * BLOCK);
    for (std::size_t b = 0; b < N; ++b) save(any + b * BLOCK, found[b]);
}

// Counts the mines in N blocks of the rows.
template <std::size_t N>
void count(const Rows& rows, u16* mines) {
    std::fill_n(mines, N * BLOCK, u16{0});
    for (std::size_t begin = 0; begin < rows.set.size(); begin += MOST_COUNTED) {
        Block found[N] = {};
        for (const u16 layout : rows.set.subspan(begin, std::min(MOST_COUNTED, rows.set.size() - begin)))
            for (std::size_t b = 0; b < N; ++b) found[b] -= is_mine(load(rows.marks + layout * rows.width + b * BLOCK));
        for (std::size_t b = 0; b < N; ++b) add_counts(mines + b * BLOCK, found[b]);
    }
}

// A pass over rows for each number of blocks that the registers can hold, by number of blocks less one.
constexpr std::size_t MOST_BLOCKS = 8;
template <class Result>
using Passes = std::array<void (*)(const Rows&, Result*), MOST_BLOCKS>;
constexpr Passes<u8> COMBINE = {combine<1>, combine<2>, combine<3>, combine<4>,
                                combine<5>, combine<6>, combine<7>, combine<8>};
constexpr Passes<u16> COUNT = {count<1>, count<2>, count<3>, count<4>, count<5>, count<6>, count<7>, count<8>};

template <class Result>
void run(const Passes<Result>& passes, Rows rows, Result* results) {
    for (std::size_t left = rows.width / BLOCK; left > 0;) {
        const std::size_t blocks = std::min(left, MOST_BLOCKS);
        passes[blocks - 1](rows, results);
        rows.marks += blocks * BLOCK;
        results += blocks * BLOCK;
        left -= blocks;
    }
}

Block is_set(Block bytes) { return reinterpret_cast<Block>(bytes != 0); }

bool any_set(Block block) {
    std::uint64_t halves[2];
    std::memcpy(halves, &block, BLOCK);
    return (halves[0] | halves[1]) != 0;
}

// How many bits of each byte are set.
Block bits_set(Block bytes) {
    bytes -= (bytes >> 1) & 0x55;
    bytes = (bytes & 0x33) + ((bytes >> 2) & 0x33);
    return (bytes + (bytes >> 4)) & 0x0f;
}

// The cells that show several numbers, as a mask.
Block several(Block any, Block more) {
    const Block numbers = any & static_cast<u8>(Sight::MINE - 1);
    const Block two = (numbers & (numbers - 1)) | (more & (more - 1));
    return is_set(two) | (is_set(numbers) & is_set(more));
}

// The mark of each number that a cell can show.
struct MarkTable {
    std::array<u8, 16> mark{}, more{};
    bool has_more = false;
};

// The lowest and the highest number that a cell shows.
struct Extent {
    u8 least, most;
};

Extent find_extent(const u8* shown, std::size_t count) {
    Block lowest = Block{} + Layouts::MINE, highest{};
    u8 least = Layouts::MINE, most = 0;
    std::size_t l = 0;
    for (; l + BLOCK <= count; l += BLOCK) {
        const Block number = load(shown + l), is_free = reinterpret_cast<Block>(number != Layouts::MINE);
        lowest = number < lowest ? number : lowest;
        highest = (number & is_free) > highest ? number & is_free : highest;
    }
    for (std::size_t i = 0; i < BLOCK; ++i) {
        least = std::min<u8>(least, lowest[i]);
        most = std::max<u8>(most, highest[i]);
    }
    for (; l < count; ++l) {
        least = std::min(least, shown[l]);
        if (shown[l] != Layouts::MINE) most = std::max(most, shown[l]);
    }
    return {least, most};
}

// `shown` is what the cell shows in each layout. Its lowest number has bit 0.
MarkTable make_table(const u8* shown, std::size_t count) {
    const auto [least, most] = find_extent(shown, count);
    MarkTable table;
    table.mark[Layouts::MINE] = Sight::MINE;
    for (int v = least; v <= most; ++v) {
        if (v - least < NUMBER_BITS)
            table.mark[v] = static_cast<u8>(1 << (v - least));
        else
            table.more[v] = static_cast<u8>(1 << (v - least - NUMBER_BITS));
    }
    table.has_more = most >= least + NUMBER_BITS;
    return table;
}

// Writes the marks of one cell into the rows of consecutive layouts.
void write_marks(const u8* __restrict shown, std::size_t count, const std::array<u8, 16>& table, u8* __restrict row,
                 std::size_t width) {
    const std::array<u8, 16> mark = table;
    for (std::size_t l = 0; l < count; ++l) row[l * width] = mark[shown[l]];
}

}  // namespace

int Sight::parts(std::size_t cell) const { return BITS_SET[any[cell] & (MINE - 1)] + BITS_SET[more[cell]]; }

void LayoutMarks::build(const Layouts& layouts) {
    const std::size_t cells = layouts.cells().size(), count = layouts.size();
    width_ = (cells + BLOCK - 1) / BLOCK * BLOCK;
    rows_.resize(count * width_);
    has_more_ = false;
    std::array<MarkTable, Layouts::MOST_CELLS> tables;
    for (std::size_t c = 0; c < cells; ++c) {
        tables[c] = make_table(layouts.shown(static_cast<int>(c)), count);
        has_more_ |= tables[c].has_more;
    }
    std::fill(rows_.begin(), rows_.end(), u8{0});
    // A few layouts at a time, whose rows stay in the cache.
    for (std::size_t first = 0; first < count; first += CHUNK)
        for (std::size_t c = 0; c < cells; ++c)
            write_marks(layouts.shown(static_cast<int>(c)) + first, std::min(CHUNK, count - first), tables[c].mark,
                        rows_.data() + first * width_ + c, width_);
    if (!has_more_) return;
    more_.resize(count * width_);
    std::fill(more_.begin(), more_.end(), u8{0});
    for (std::size_t c = 0; c < cells; ++c)
        write_marks(layouts.shown(static_cast<int>(c)), count, tables[c].more, more_.data() + c, width_);
}

void LayoutMarks::look(Set set, Sight& sight) const {
    run(COMBINE, {rows_.data(), width_, set}, sight.any.data());
    if (has_more_) run(COMBINE, {more_.data(), width_, set}, sight.more.data());
}

void LayoutMarks::count_mines(Set set, Sight& sight) const {
    run(COUNT, {rows_.data(), width_, set}, sight.mines.data());
}

bool LayoutMarks::is_told_apart(u16 a, u16 b) const {
    const u8 *in_a = rows_.data() + a * width_, *in_b = rows_.data() + b * width_;
    for (std::size_t c = 0; c < width_; c += BLOCK) {
        const Block one = load(in_a + c), other = load(in_b + c);
        if (any_set(is_set(one ^ other) & ~is_mine(one | other))) return true;
    }
    if (!has_more_) return false;
    for (std::size_t c = 0; c < width_; ++c)
        if (more_[a * width_ + c] != more_[b * width_ + c] && !((in_a[c] | in_b[c]) & Sight::MINE)) return true;
    return false;
}

bool LayoutMarks::find_live(const Sight& sight, const u8* mask, u8* live) const {
    Block safe{};
    for (std::size_t c = 0; c < width_; c += BLOCK) {
        const Block any = load(sight.any.data() + c);
        const Block found = load(mask + c) & several(any, load(sight.more.data() + c));
        save(live + c, found);
        safe |= found & ~is_mine(any);
    }
    return any_set(safe);
}

bool LayoutMarks::is_informative(const Sight& sight, const u8* mask) const {
    Block safe{};
    for (std::size_t c = 0; c < width_; c += BLOCK) {
        const Block any = load(sight.any.data() + c);
        safe |= load(mask + c) & several(any, load(sight.more.data() + c)) & ~is_mine(any);
    }
    return any_set(safe);
}

int LayoutMarks::most_informative(const Sight& sight, const u8* live) const {
    alignas(16) std::array<u8, Sight::CELLS> parts;
    Block most{};
    for (std::size_t c = 0; c < width_; c += BLOCK) {
        const Block any = load(sight.any.data() + c), safe = load(live + c) & ~is_mine(any);
        Block count = bits_set(any);
        if (has_more_) count += bits_set(load(sight.more.data() + c));
        count &= safe;
        save(parts.data() + c, count);
        most = most > count ? most : count;
    }
    u8 greatest = 0;
    for (std::size_t i = 0; i < BLOCK; ++i) greatest = std::max(greatest, most[i]);
    return static_cast<int>(std::find(parts.begin(), parts.begin() + width_, greatest) - parts.begin());
}

std::uint32_t LayoutMarks::fewest_mines(const Sight& sight, const u8* mask, std::uint32_t none) const {
    u16 least = 0xffff;  // one less than the least number found
    for (std::size_t c = 0; c < width_; ++c)
        least = std::min(least, static_cast<u16>(mask[c] ? sight.mines[c] - 1 : 0xffff));
    return least == 0xffff ? none : least + 1u;
}

void LayoutMarks::merge(u8* any, const Sight& sight) const {
    for (std::size_t c = 0; c < width_; c += BLOCK) save(any + c, load(any + c) | load(sight.any.data() + c));
}

}  // namespace sapper
