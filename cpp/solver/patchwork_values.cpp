// Computing the weights of the states of a patchwork: the forward pass, the backward pass, and their products.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "solver/byte_passes.hpp"
#include "solver/patchwork.hpp"
#include "solver/row_sums.hpp"

namespace sapper {

namespace {

// How one choice of mines maps a row of a course to a row of the next: the first common entry of each, the number of
// common entries, and the number of ways. All rows of a course have the same range, so this is the same for all moves
// of a stream.
template <class T>
struct Lane {
    std::size_t from = 0, to = 0;
    int count = 0;  // rounded up to whole steps
    T ways{};
};

// Entries that are processed in one step. Rows end with enough zeros that a step may begin at any entry.
constexpr int STEP = 4;

// Rows of weights, one for each state of a course.
template <class T>
struct Rows {
    T* data = nullptr;
    int length = 0;
    std::uint32_t first = 0, last = 0;  // states of the pattern

    std::size_t stride() const { return static_cast<std::size_t>(length + 2 * (STEP - 1)) / STEP * STEP; }
    std::size_t size() const { return (last - first) * stride(); }
    T* operator[](std::uint32_t state) const { return data + (state - first) * stride(); }
    // Steps that reach beyond the end of a row may have written there.
    void clear_ends() const {
        const auto end = static_cast<std::size_t>(length);
        for (T* row = data; row != data + size(); row += stride())
            for (std::size_t i = end; i < end + (STEP - 1); ++i) row[i] = T{};
    }
};

// A loop instead of a library call, because rows are short.
template <class T>
inline void copy(const T* __restrict from, int count, T* __restrict to) {
    for (int m = 0; m < count; ++m) to[m] = from[m];
}

// One step of doubles as a vector. On its own the compiler would not keep several sums at once.
using Vector = double __attribute__((vector_size(STEP * sizeof(double))));

inline void add_product(int count, double ways, const double* __restrict in, double* __restrict out) {
    for (int m = 0; m < count; m += STEP) {
        Vector more, sum;
        std::memcpy(&more, in + m, sizeof more);
        std::memcpy(&sum, out + m, sizeof sum);
        sum += ways * more;
        std::memcpy(out + m, &sum, sizeof sum);
    }
}

inline double add_and_multiply(int count, double ways, const double* __restrict beyond, const double* __restrict weight,
                               double* __restrict out) {
    Vector dot = {};
    for (int m = 0; m < count; m += STEP) {
        Vector rest, sum, factor;
        std::memcpy(&rest, beyond + m, sizeof rest);
        std::memcpy(&sum, out + m, sizeof sum);
        std::memcpy(&factor, weight + m, sizeof factor);
        rest *= ways;
        sum += rest;
        std::memcpy(out + m, &sum, sizeof sum);
        dot += factor * rest;
    }
    return (dot[0] + dot[1]) + (dot[2] + dot[3]);
}

// Forward pass: computes the weights of the next course, which must be zero before.
template <class T, class Move>
inline void push(const Move* move, const Move* end, const Lane<T>* lanes, const Rows<T>& from, const Rows<T>& to) {
    for (; move != end; ++move) {
        const Lane<T>& lane = lanes[move->stream];
        add_product(lane.count, lane.ways, from[move->from] + lane.from, to[move->to] + lane.to);
    }
    to.clear_ends();
}

// Backward pass: `after` holds the weights of what follows the states of a course. Computes the same for the course
// before it into `before`, which must be zero. `reached` holds the forward weights of that course; the products add to
// the weight of each choice.
template <class T, class Move>
inline void pull(const Move* move, const Move* end, const Lane<T>* lanes, const Rows<T>& reached, const Rows<T>& before,
                 const Rows<T>& after, T* chosen) {
    for (; move != end; ++move) {
        const Lane<T>& lane = lanes[move->stream];
        chosen[move->stream] += add_and_multiply(lane.count, lane.ways, after[move->to] + lane.to,
                                                 reached[move->from] + lane.from, before[move->from] + lane.from);
    }
    before.clear_ends();
}

}  // namespace

// Scratch memory for the rows of one block.
template <class T>
struct Patchwork::BlockScratch {
    Store<T> reached, before, after;  // forward weights of all courses; backward weights of two of them
    std::vector<Rows<T>> rows;
    Lane<T> lanes[MOST_STREAMS];

    void set_lanes(const Leg& leg, const Span& from, const Span& to) {
        for (std::size_t i = 0; i < leg.choices.size(); ++i) {
            const int shift = from.low + leg.choices[i].mines - to.low;
            const int first = std::max(0, -shift);
            lanes[i].from = static_cast<std::size_t>(first);
            lanes[i].to = static_cast<std::size_t>(first + shift);
            const int count = std::min(from.length, to.length - shift) - first;
            lanes[i].count = (count + STEP - 1) / STEP * STEP;
            lanes[i].ways = from_integer<T>(leg.choices[i].ways);
        }
    }
};

// Doubles use the vector instructions of the machine. Every variant adds in the same order.
struct Patchwork::Kernel {
    SAPPER_VECTOR static void push_doubles(const Move* move, const Move* end, const Lane<double>* lanes,
                                           const Rows<double>& from, const Rows<double>& to) {
        push(move, end, lanes, from, to);
    }
    SAPPER_VECTOR static void pull_doubles(const Move* move, const Move* end, const Lane<double>* lanes,
                                           const Rows<double>& reached, const Rows<double>& before,
                                           const Rows<double>& after, double* chosen) {
        pull(move, end, lanes, reached, before, after, chosen);
    }
};

// Forward pass within a block, up to its course `last`.
template <class T>
void Patchwork::weigh_block(const Stretch& stretch, const Block& block, const T* pool, BlockScratch<T>& scratch,
                            std::uint32_t last) const {
    const Course* course = courses_.data() + patterns_[block.pattern].first_course;
    const Span* span = spans_.data() + block.first_span;
    scratch.rows.resize(legs(stretch) + 1);
    std::size_t size = 0;
    for (std::uint32_t c = 0; c <= legs(stretch); ++c) {
        scratch.rows[c] = {nullptr, span[c].length, course[c].first_state, course[c + 1].first_state};
        if (c <= last) size += scratch.rows[c].size();
    }
    scratch.reached.resize(size);
    std::fill(scratch.reached.begin(), scratch.reached.end(), T{});
    T* at = scratch.reached.data();
    for (std::uint32_t c = 0; c <= last; ++c) at += (scratch.rows[c].data = at, scratch.rows[c].size());
    for (std::uint32_t i = 0; i < course[1].first_state; ++i) {
        const Window& state = states_[block.first_state + i];
        copy(pool + state.offset, state.length, scratch.rows[0][i] + (state.low - span[0].low));
    }
    for (std::uint32_t c = 0; c < last; ++c) {
        scratch.set_lanes(legs_[stretch.first_leg + c], span[c], span[c + 1]);
        const Move *first = moves_.data() + course[c].first_move, *end = moves_.data() + course[c + 1].first_move;
        if constexpr (std::is_same_v<T, double>)
            Kernel::push_doubles(first, end, scratch.lanes, scratch.rows[c], scratch.rows[c + 1]);
        else
            push(first, end, scratch.lanes, scratch.rows[c], scratch.rows[c + 1]);
    }
}

template <class T>
void Patchwork::forward(T* pool) {
    if (!spans_known_) find_spans();
    BlockScratch<T> scratch;
    pool[states_[0].offset] = from_integer<T>(1);
    for (std::size_t s = 0; s + 1 < stretches_.size(); ++s) {
        const Stretch& stretch = stretches_[s];
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b) {
            const Block& block = blocks_[b];
            const Pattern& pattern = patterns_[block.pattern];
            const Span& span = spans_[block.first_span + legs(stretch)];
            if (span.length == 0) continue;
            weigh_block(stretch, block, pool, scratch, legs(stretch));
            const Rows<T>& rows = scratch.rows[legs(stretch)];
            for (std::uint32_t i = rows.first; i < pattern.states; ++i) {
                const Window& state = states_[places_[block.first_place + (i - rows.first)]];
                copy(rows[i] + (state.low - span.low), state.length, pool + state.offset);
            }
        }
    }
}

template <class T>
void Patchwork::backward(const T* pool, const T* context, Buffers<T>& buffers, std::vector<T>& weights) const {
    auto& [after, before] = buffers;
    after.resize(static_cast<std::size_t>(final().length));
    std::copy_n(context, final().length, after.data());
    BlockScratch<T> scratch;
    for (std::size_t s = stretches_.size() - 1; s-- > 0;) {
        const Stretch& stretch = stretches_[s];
        const std::uint32_t last = legs(stretch);
        const std::size_t base = states_[stretch.first_state].offset;
        const std::size_t next = states_[stretches_[s + 1].first_state].offset;
        before.resize(next - base);
        std::vector<std::array<T, MOST_STREAMS>> chosen(last);
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b) {
            const Block& block = blocks_[b];
            const Pattern& pattern = patterns_[block.pattern];
            const Course* course = courses_.data() + pattern.first_course;
            const Span* span = spans_.data() + block.first_span;
            if (span[last].length == 0) continue;
            weigh_block(stretch, block, pool, scratch, last - 1);
            Rows<T> behind = scratch.rows[last];
            scratch.after.resize(behind.size());
            std::fill(scratch.after.begin(), scratch.after.end(), T{});
            behind.data = scratch.after.data();
            for (std::uint32_t i = behind.first; i < pattern.states; ++i) {
                const Window& state = states_[places_[block.first_place + (i - behind.first)]];
                copy(after.data() + (state.offset - next), state.length, behind[i] + (state.low - span[last].low));
            }
            for (std::uint32_t c = last; c-- > 0;) {
                Rows<T> ahead = scratch.rows[c];
                scratch.before.resize(ahead.size());
                std::fill(scratch.before.begin(), scratch.before.end(), T{});
                ahead.data = scratch.before.data();
                scratch.set_lanes(legs_[stretch.first_leg + c], span[c], span[c + 1]);
                const Move *first = moves_.data() + course[c].first_move,
                           *end = moves_.data() + course[c + 1].first_move;
                if constexpr (std::is_same_v<T, double>)
                    Kernel::pull_doubles(first, end, scratch.lanes, scratch.rows[c], ahead, behind, chosen[c].data());
                else
                    pull(first, end, scratch.lanes, scratch.rows[c], ahead, behind, chosen[c].data());
                behind = ahead;
                scratch.after.swap(scratch.before);
            }
            for (std::uint32_t i = 0; i < course[1].first_state; ++i) {
                const Window& state = states_[block.first_state + i];
                copy(behind[i] + (state.low - span[0].low), state.length, before.data() + (state.offset - base));
            }
        }
        for (std::uint32_t c = 0; c < last; ++c) {
            const Leg& leg = legs_[stretch.first_leg + c];
            for (std::size_t i = 0; i < leg.choices.size(); ++i)
                for (int g = 0; g < leg.count; ++g)
                    weights[leg.group[g] * 9 + (leg.choices[i].split >> (4 * g) & 15)] += chosen[c][i];
        }
        after.swap(before);
    }
}

template void Patchwork::forward<double>(double*);
template void Patchwork::forward<Wide>(Wide*);
template void Patchwork::forward<Residue>(Residue*);
template void Patchwork::backward<double>(const double*, const double*, Buffers<double>&, std::vector<double>&) const;
template void Patchwork::backward<Wide>(const Wide*, const Wide*, Buffers<Wide>&, std::vector<Wide>&) const;

}  // namespace sapper
