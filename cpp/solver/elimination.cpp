#include "solver/elimination.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

constexpr std::uint32_t NONE = 0xffffffffu;
constexpr std::size_t ONE_SEGMENT = 1 << 18;   // up to so many weights of a component, each has its own place
constexpr std::size_t PATCHED_FROM = 1 << 14;  // states from which on a component is turned into a patchwork
constexpr std::size_t PRUNE_FROM = 4096;       // states from which on dropping dead states is worth a pass

}  // namespace

void Elimination::clear() {
    rewind({0, 0, 0, 0, 0});
    boost_.clear();
}

void Elimination::rewind(const Mark& mark) {
    states_.resize(mark.states);
    transitions_.resize(mark.transitions);
    layers_.resize(mark.layers);
    if (patchworks_.size() > mark.patchworks) patchworks_.resize(mark.patchworks);
    pool_size_ = mark.pool;
    if (!boost_.empty()) boost_.resize(mark.states);
}

std::size_t Elimination::bytes() const {
    const auto held = [](const auto& scratch) {
        return (scratch.keys.capacity() + scratch.next.capacity()) * sizeof(scratch.keys[0]) +
               (scratch.arrivals.capacity() + scratch.partial.capacity()) * sizeof(scratch.arrivals[0]);
    };
    std::size_t sum = states_.capacity() * sizeof(Window) + transitions_.capacity() * sizeof(Transition) +
                      held(narrow_) + held(medium_) + held(broad_) + held(broadest_);
    for (const Patchwork& patchwork : patchworks_) sum += patchwork.bytes();
    return sum;
}

std::size_t Elimination::sample_bytes() const {
    return (sample_pool_.capacity() + sample_buffers_.after.capacity() + sample_buffers_.before.capacity() +
            sample_weights_.capacity()) *
           sizeof(double);
}

// Once a component was sampled, most weights are doubles: those of the pool, which grows by half of its size, and those
// of two layers in the buffers.
std::size_t Elimination::bytes_with_weights() const {
    return bytes() + (boost_.empty() ? 2 * pool_size_ * sizeof(Wide) : 2 * pool_size_ * sizeof(double));
}

Built Elimination::add(const std::vector<Step>& steps, int slots, const Meter& meter, Run& run) {
    bool is_wide = false;
    const std::size_t before = states_.size();
    run.patchwork = -1;
    const Built built = grow_all(steps, slots, meter, run, [&](auto&, auto) {
        is_wide = states_.size() - before > PATCHED_FROM && Patchwork::suits(steps, slots);
        return !is_wide;
    });
    return is_wide ? patch(steps, slots, meter, run) : built;
}

Built Elimination::patch(const std::vector<Step>& steps, int slots, const Meter& meter, Run& run) {
    const Mark before = mark();
    const std::size_t taken = bytes();
    Patchwork& patchwork = patchworks_.emplace_back();
    run.patchwork = static_cast<int>(before.patchworks);
    Built built = patchwork.grow(steps, slots, meter, taken);
    if (built == Built::Done) {
        lay_windows(run);
        run.low = patchwork.final().low;
        run.length = patchwork.final().length;
        if (!meter.fits(bytes_with_weights())) built = Built::OverBudget;
    }
    if (built != Built::Done) {
        rewind(before);
        run.patchwork = -1;
    }
    return built;
}

// Closes a component. All constraints are closed, so all keys are zero and the newest layer is one final state.
Built Elimination::finish(const Meter& meter, Run& run) {
    run.last_layer = static_cast<std::uint32_t>(layers_.size());
    run.final_state = static_cast<std::uint32_t>(states_.size()) - 1;
    layers_.push_back({run.final_state, static_cast<std::uint32_t>(transitions_.size()), 0, {}, {}, true});
    const std::uint32_t base = layers_[run.first_layer].first_state;
    if (boost_.empty() && states_.size() - base > PRUNE_FROM) {
        drop_dead(run);
        run.final_state = static_cast<std::uint32_t>(states_.size()) - 1;
    }
    for (std::size_t i = base; i < states_.size(); ++i) states_[i].length += 1 - states_[i].low;
    lay_windows(run);
    if (!meter.fits(bytes_with_weights())) return Built::OverBudget;
    run.low = states_[run.final_state].low;
    run.length = states_[run.final_state].length;
    return Built::Done;
}

double Elimination::work() const {
    double weights = 0;
    for (std::size_t i = 0; i < states_.size(); ++i) weights += states_[i].length;
    double sum = weights * static_cast<double>(transitions_.size()) /
                 static_cast<double>(std::max<std::size_t>(1, states_.size()));
    for (const Patchwork& patchwork : patchworks_) sum += patchwork.work();
    return sum;
}

// Gives every state of a component its place in the pool, after what was laid out before. When there are many weights,
// the layers are cut into segments: the first layer of each segment keeps its place, the other layers share one area,
// and the backward pass fills that area again for each segment. Computing the weights twice costs less than that much
// new memory.
void Elimination::lay_windows(const Run& run) {
    if (run.patchwork >= 0) {
        pool_size_ = patchworks_[run.patchwork].lay_windows(pool_size_);
        return;
    }
    const auto weights = [&](std::uint32_t l) {
        std::size_t sum = 0;
        const std::uint32_t end = l == run.last_layer ? run.final_state + 1 : layers_[l + 1].first_state;
        for (std::uint32_t i = layers_[l].first_state; i < end; ++i) sum += static_cast<std::size_t>(states_[i].length);
        return sum;
    };
    std::size_t total = 0;
    for (std::uint32_t i = layers_[run.first_layer].first_state; i <= run.final_state; ++i) {
        states_[i].offset = pool_size_ + total;
        total += static_cast<std::size_t>(states_[i].length);
    }
    if (total <= ONE_SEGMENT) {
        for (std::uint32_t l = run.first_layer; l < run.last_layer; ++l) layers_[l].kept = true;
        pool_size_ += total;
        return;
    }
    std::size_t largest = 0;
    for (std::uint32_t l = run.first_layer; l <= run.last_layer; ++l) largest = std::max(largest, weights(l));
    // Balances the size of the shared area against the size of the kept layers.
    const auto limit = static_cast<std::size_t>(std::sqrt(static_cast<double>(total) * static_cast<double>(largest)));
    std::size_t segment = 0, area = 0;
    for (std::uint32_t l = run.first_layer; l <= run.last_layer; ++l) {
        layers_[l].kept = l == run.first_layer || l == run.last_layer || segment + weights(l) > limit;
        segment = layers_[l].kept ? 0 : segment + weights(l);
        area = std::max(area, segment);
    }
    std::size_t shared = pool_size_, own = pool_size_ + area;
    for (std::uint32_t l = run.first_layer; l <= run.last_layer; ++l) {
        if (layers_[l].kept) shared = pool_size_;
        std::size_t& at = layers_[l].kept ? own : shared;
        const std::uint32_t end = l == run.last_layer ? run.final_state + 1 : layers_[l + 1].first_state;
        for (std::uint32_t i = layers_[l].first_state; i < end; ++i) {
            states_[i].offset = at;
            at += static_cast<std::size_t>(states_[i].length);
        }
    }
    pool_size_ = own;
}

// Removes the states from which the final state cannot be reached. Indices change, the order stays.
void Elimination::drop_dead(const Run& run) {
    const std::uint32_t base = layers_[run.first_layer].first_state;
    const auto first = layers_[run.first_layer].first_transition;
    renumber_.assign(states_.size() - base, 0);
    renumber_[run.final_state - base] = 1;
    for (std::size_t i = transitions_.size(); i-- > first;)
        renumber_[transitions_[i].from - base] |= renumber_[transitions_[i].to - base];
    std::uint32_t kept = base;
    std::uint32_t layer = run.first_layer;
    for (std::uint32_t i = base; i < base + renumber_.size(); ++i) {
        while (layer <= run.last_layer && layers_[layer].first_state == i) layers_[layer++].first_state = kept;
        if (renumber_[i - base]) {
            states_[kept] = states_[i];
            renumber_[i - base] = kept++;
        } else {
            renumber_[i - base] = NONE;
        }
    }
    states_.resize(kept);
    auto out = first;
    layer = run.first_layer;
    for (auto i = first; i < transitions_.size(); ++i) {
        while (layer <= run.last_layer && layers_[layer].first_transition == i) layers_[layer++].first_transition = out;
        const std::uint32_t from = renumber_[transitions_[i].from - base], to = renumber_[transitions_[i].to - base];
        if (from != NONE && to != NONE) transitions_[out++] = {from, to, transitions_[i].split, transitions_[i].mines};
    }
    layers_[run.last_layer].first_transition = out;
    transitions_.resize(out);
}

bool Elimination::trim(Run& run, int low, int high) {
    if (run.patchwork >= 0) {
        if (!patchworks_[run.patchwork].trim(low, high)) return false;
        run.low = final(run).low;
        run.length = final(run).length;
        return true;
    }
    // Finds, backwards from the final state, the totals of each state from which an allowed total can still be reached.
    const std::uint32_t base = layers_[run.first_layer].first_state;
    least_.assign(run.final_state - base + 1, high + 1);
    most_.assign(run.final_state - base + 1, low - 1);
    least_.back() = low;
    most_.back() = high;
    for (std::size_t i = layers_[run.last_layer].first_transition; i-- > layers_[run.first_layer].first_transition;) {
        const Transition& step = transitions_[i];
        const int mines = step.mines;
        least_[step.from - base] = std::min(least_[step.from - base], least_[step.to - base] - mines);
        most_[step.from - base] = std::max(most_[step.from - base], most_[step.to - base] - mines);
    }
    for (std::uint32_t i = base; i <= run.final_state; ++i) {
        Window& state = states_[i];
        const int first = std::max(state.low, least_[i - base]);
        const int last = std::min(state.low + state.length - 1, most_[i - base]);
        state.low = first;
        state.length = std::max(0, last - first + 1);
    }
    run.low = states_[run.final_state].low;
    run.length = states_[run.final_state].length;
    return run.length > 0 && states_[base].length > 0;
}

}  // namespace sapper
