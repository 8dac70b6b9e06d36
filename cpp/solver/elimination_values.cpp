// Computing the weights of the states of an elimination: the forward pass, the backward pass, and their products.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "solver/byte_passes.hpp"
#include "solver/elimination.hpp"
#include "solver/row_sums.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t MANY_STATES = 512;  // in a layer: from which on the clock is read for each layer

// The transitions of one layer and the states they connect.
struct Pass {
    const Layer& layer;
    const Transition* begin;
    const Transition* end;
    const Window* states;
};

// The overlap of the windows of two states when `mines` more mines are placed: the first common entry of each, and the
// number of common entries.
struct Overlap {
    Overlap(const Window& a, const Window& b, int mines) {
        const int shift = a.low + mines - b.low;  // position of a's window within b's
        const int first = std::max(0, -shift);
        count = std::min(a.length, b.length - shift) - first;
        from = a.offset + static_cast<std::size_t>(first);
        to = b.offset + static_cast<std::size_t>(first + shift);
    }
    std::size_t from, to;
    int count;
};

// Keeps four sums at once: additions to a single sum would wait for each other.
inline double add_and_multiply(int count, double weight, const double* __restrict beyond,
                               const double* __restrict reached, double* __restrict out) {
    double sums[4] = {};
    int m = 0;
    for (; m + 4 <= count; m += 4)
        for (int i = 0; i < 4; ++i) {
            const double rest = weight * beyond[m + i];
            out[m + i] += rest;
            sums[i] += reached[m + i] * rest;
        }
    for (; m < count; ++m) {
        const double rest = weight * beyond[m];
        out[m] += rest;
        sums[0] += reached[m] * rest;
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Forward pass: computes the weights of the next layer's states from those of this layer.
template <class T>
inline void push(const Pass& pass, T* pool) {
    std::uint32_t to = pass.layer.first_state;  // a start value that is no state of the next layer
    for (const Transition* step = pass.begin; step != pass.end; ++step) {
        const Window& state = pass.states[step->to];
        // The transitions into a state are adjacent: its window is cleared just before it is filled.
        if (step->to != to) std::fill_n(pool + state.offset, state.length, T{});
        to = step->to;
        const Overlap overlap(pass.states[step->from], state, step->mines);
        add_product(overlap.count, from_integer<T>(pass.layer.ways(*step)), pool + overlap.from, pool + overlap.to);
    }
}

// Backward pass: `after` holds the weights of what follows the states of the next layer, whose first state is at `next`
// in the pool. Computes the same for the states of this layer into `before`, and adds the weight of every choice of
// each group to `weights`.
template <class T>
inline void pull(const Pass& pass, const T* pool, const T* after, std::size_t next, T* before, std::size_t base,
                 T* weights) {
    for (const Transition* step = pass.begin; step != pass.end; ++step) {
        const Overlap overlap(pass.states[step->from], pass.states[step->to], step->mines);
        if (overlap.count <= 0) continue;
        const T dot = add_and_multiply(overlap.count, T(pass.layer.ways(*step)), after + (overlap.to - next),
                                       pool + overlap.from, before + (overlap.from - base));
        for (int s = 0; s < pass.layer.count; ++s)
            weights[pass.layer.group[s] * 9 + (step->split >> (4 * s) & 15)] += dot;
    }
}

}  // namespace

// Doubles use the vector instructions of the machine. Every variant adds in the same order.
SAPPER_VECTOR void push_doubles(const Pass& pass, double* pool) { push<double>(pass, pool); }
SAPPER_VECTOR void pull_doubles(const Pass& pass, const double* pool, const double* after, std::size_t next,
                                double* before, std::size_t base, double* weights) {
    pull<double>(pass, pool, after, next, before, base, weights);
}

// Multiplies the windows of a layer's states by their boosts.
template <class T>
void Elimination::boost_layer(std::uint32_t l, T* pool, std::size_t origin) const {
    const std::uint32_t last = layers_[l].count == 0 ? layers_[l].first_state + 1 : layers_[l + 1].first_state;
    for (std::uint32_t s = layers_[l].first_state; s < last; ++s) {
        const T boost = from_integer<T>(boost_[s]);
        T* window = pool + (states_[s].offset - origin);
        for (int m = 0; m < states_[s].length; ++m) window[m] = boost * window[m];
    }
}

template <class T>
void Elimination::forward(const Run& run, Store<T>& pool) {
    if (run.patchwork >= 0) return patchworks_[run.patchwork].forward(pool.data());
    if constexpr (std::is_same_v<T, Wide>) {
        if (run.sampled) {  // a sampled component has its weights already
            const std::size_t at = total_at(run);
            for (std::size_t i = at; i < at + static_cast<std::size_t>(run.length); ++i)
                pool[i] = Wide(sample_pool_[i], run.exponent);
            return;
        }
    }
    pool[states_[layers_[run.first_layer].first_state].offset] = from_integer<T>(1);
    advance(run.first_layer, run.last_layer, pool);
}

// Forward pass from one layer to another.
template <class T>
void Elimination::advance(std::uint32_t first_layer, std::uint32_t last_layer, Store<T>& pool) const {
    for (std::uint32_t l = first_layer; l < last_layer; ++l) {
        if (layers_[l + 1].first_state - layers_[l].first_state > MANY_STATES) check_interruption();
        const Pass pass{layers_[l], transitions_.data() + layers_[l].first_transition,
                        transitions_.data() + layers_[l + 1].first_transition, states_.data()};
        if constexpr (std::is_same_v<T, double>)
            push_doubles(pass, pool.data());
        else
            push(pass, pool.data());
        if (!boost_.empty()) boost_layer(l + 1, pool.data(), 0);
    }
}

template <class T>
void Elimination::backward(const Run& run, Store<T>& pool, const T* context, Buffers<T>& buffers,
                           std::vector<T>& weights) {
    if (run.patchwork >= 0) return patchworks_[run.patchwork].backward(pool.data(), context, buffers, weights);
    if constexpr (std::is_same_v<T, Wide>) {
        if (run.sampled) {
            std::int64_t shift = std::numeric_limits<std::int64_t>::min();
            for (int j = 0; j < run.length; ++j)
                if (!context[j].is_zero()) shift = std::max(shift, static_cast<std::int64_t>(context[j].log2()));
            sample_context_.resize(static_cast<std::size_t>(run.length));
            for (int j = 0; j < run.length; ++j)
                sample_context_[j] = context[j].is_zero() ? 0 : context[j].scaled(shift);
            // Only the weights of the component's own groups are used; there may be very many others.
            sample_weights_.resize(weights.size());
            const auto for_weights = [&](auto act) {
                for (std::uint32_t l = run.first_layer; l < run.last_layer; ++l)
                    for (int s = 0; s < layers_[l].count; ++s)
                        for (int k = 0; k < 9; ++k) act(static_cast<std::size_t>(layers_[l].group[s] * 9 + k));
            };
            for_weights([&](std::size_t i) { sample_weights_[i] = 0; });
            backward(run, sample_pool_, sample_context_.data(), sample_buffers_, sample_weights_);
            for_weights([&](std::size_t i) {
                if (sample_weights_[i] > 0) weights[i] += Wide(sample_weights_[i], shift + run.exponent);
            });
            return;
        }
    }
    auto& [after, before] = buffers;
    after.resize(static_cast<std::size_t>(run.length));
    std::copy_n(context, run.length, after.data());
    for (std::uint32_t l = run.last_layer; l-- > run.first_layer;) {
        const Layer& layer = layers_[l];
        if (layers_[l + 1].first_state - layer.first_state > MANY_STATES) check_interruption();
        if (!layer.kept && layers_[l + 1].kept && l + 1 < run.last_layer) {
            // The weights of a later segment have overwritten this one: compute them again.
            std::uint32_t kept = l;
            while (!layers_[kept].kept) --kept;
            advance(kept, l, pool);
        }
        const Window& last = states_[layers_[l + 1].first_state - 1];
        const std::size_t base = states_[layer.first_state].offset;
        const std::size_t next = states_[layers_[l + 1].first_state].offset;
        const std::size_t size = last.offset + static_cast<std::size_t>(last.length) - base;
        before.resize(size);
        std::fill_n(before.data(), size, T{});
        if (!boost_.empty()) boost_layer(l + 1, after.data(), next);
        const Pass pass{layer, transitions_.data() + layer.first_transition,
                        transitions_.data() + layers_[l + 1].first_transition, states_.data()};
        if constexpr (std::is_same_v<T, double>)
            pull_doubles(pass, pool.data(), after.data(), next, before.data(), base, weights.data());
        else
            pull(pass, pool.data(), after.data(), next, before.data(), base, weights.data());
        after.swap(before);
    }
}

// Other files use these. Without the lines the compiler may inline every use here and emit nothing for them, as it does
// with a profile.
template void Elimination::advance<double>(std::uint32_t, std::uint32_t, Store<double>&) const;
template void Elimination::forward<double>(const Run&, Store<double>&);
template void Elimination::forward<Wide>(const Run&, Store<Wide>&);
template void Elimination::forward<Residue>(const Run&, Store<Residue>&);
template void Elimination::backward<double>(const Run&, Store<double>&, const double*, Buffers<double>&,
                                            std::vector<double>&);
template void Elimination::backward<Wide>(const Run&, Store<Wide>&, const Wide*, Buffers<Wide>&, std::vector<Wide>&);

}  // namespace sapper
