// Counting the layouts of a component by eliminating its groups one after another.
//
// A state is the number of mines that each open constraint still needs. Layouts that lead to the same state are merged,
// so the work depends on the number of states, not on the number of layouts. Each state has a window of weights, one
// for each number of mines placed so far.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "game/philox.hpp"
#include "solver/elimination_order.hpp"
#include "solver/patchwork.hpp"
#include "solver/transitions.hpp"
#include "solver/weight.hpp"
#include "support/meter.hpp"
#include "support/store.hpp"

namespace sapper {

struct Transition {
    std::uint32_t from, to;
    std::uint16_t split;  // mines of each eliminated group, four bits each
    std::uint16_t mines;  // their sum
};

// One to four groups that are eliminated together: the states before, and the transitions to the states after.
struct Layer {
    std::uint32_t first_state;
    std::uint32_t first_transition;
    int count;
    int group[MOST_JOINED];
    int size[MOST_JOINED];
    bool kept;  // the weights of its states have their own place, not shared with other layers

    // In how many ways the groups can hold the mines of a transition.
    double ways(const Transition& step) const {
        double product = 1;
        for (int s = 0; s < count; ++s) product *= CHOOSE[size[s]][step.split >> (4 * s) & 15];
        return product;
    }
};

// A component's part of the shared arrays of an Elimination.
struct Run {
    std::uint32_t first_layer = 0, last_layer = 0;  // half-open; one closing layer follows
    std::uint32_t final_state = 0;                  // the state with every constraint satisfied
    int low = 0, length = 0;                        // its window: the possible mine totals of the component
    int patchwork = -1;  // index of its patchwork, if the component is wide; it then has no layers
    bool sampled = false;
    std::int64_t exponent = 0;  // the weights of a sampled component were divided by two to this power
};

class Elimination {
public:
    void clear();

    // Finds the states and transitions of one more component.
    Built add(const std::vector<Step>& steps, int slots, const Meter& meter, Run& run);

    // The same for a component that is too wide to be counted. Where a layer has more than `beam` states, keeps a
    // random choice of them and boosts their weights, so that every expected value stays right. `odds` approximates the
    // ratio of the chances that a cell is a mine and that it is free.
    Built sample(const std::vector<Step>& steps, int slots, const Meter& meter, std::size_t beam, double odds,
                 std::mt19937_64& random, Run& run);

    // Drops the components added since the mark was taken.
    struct Mark {
        std::size_t states, transitions, layers, patchworks, pool;
    };
    Mark mark() const { return {states_.size(), transitions_.size(), layers_.size(), patchworks_.size(), pool_size_}; }
    void rewind(const Mark& mark);

    // Computes the weights of all states of a component, first to last; `pool` must hold pool_size() values. The number
    // of layouts for each mine total of the component is then at total_at(run).
    template <class T>
    void forward(const Run& run, Store<T>& pool);

    // `context[j]` is the weight of the rest of the board when this component holds low + j mines. Adds to
    // weights[group * 9 + k] the weight of all layouts in which the group holds k mines.
    template <class T>
    void backward(const Run& run, Store<T>& pool, const T* context, Buffers<T>& buffers, std::vector<T>& weights);

    // Draws one layout of a component with `total` mines, each equally likely, and writes how many mines every group
    // holds. `pool` must hold all weights of a forward pass: see keeps_all().
    void draw(const Run& run, const Store<double>& pool, int total, Philox& random, std::vector<int>& mines) const;
    bool keeps_all(const Run& run) const;

    // Narrows the windows of a component to the totals from which it can end with a total between low and high. Returns
    // false when there are none. Afterwards the windows of all components must be laid out again, in the order they
    // were added.
    bool trim(Run& run, int low, int high);
    void forget_windows() { pool_size_ = 0; }
    void lay_windows(const Run& run);

    // The approximate number of additions that computing all weights takes.
    double work() const;
    std::size_t pool_size() const { return pool_size_; }
    std::size_t total_at(const Run& run) const { return final(run).offset; }
    std::size_t bytes() const;               // memory reserved by everything but the weights
    std::size_t sample_bytes() const;        // memory reserved by the weights of samples
    std::size_t bytes_with_weights() const;  // the same with the weights: in the pool and in the buffers

private:
    template <int W>
    struct Scratch {
        Store<Key<W>> keys, next;  // of the newest finished layer, ascending, and of the one being built
        Store<Arrival<W>> arrivals, partial;
        std::uint32_t first = 0;  // the state of keys[0]
    };
    // Builds a component from its first state to its final one. `act` is called after every finished layer and may stop
    // the work by returning false.
    template <class Act>
    Built grow_all(const std::vector<Step>& steps, int slots, const Meter& meter, Run& run, Act act) {
        const Mark before = mark();
        const auto grow_with = [&](auto& scratch) { return grow_all(scratch, steps, meter, run, act); };
        const Built built = slots <= 16    ? grow_with(narrow_)
                            : slots <= 32  ? grow_with(medium_)
                            : slots <= 64  ? grow_with(broad_)
                            : slots <= 128 ? grow_with(broadest_)
                                           : Built::OverBudget;
        if (built != Built::Done) rewind(before);
        return built;
    }
    template <int W, class Act>
    Built grow_all(Scratch<W>& scratch, const std::vector<Step>& steps, const Meter& meter, Run& run, Act act) {
        scratch.keys.clear();
        scratch.keys.push_back({});
        scratch.first = static_cast<std::uint32_t>(states_.size());
        states_.push_back({0, 0, 0});
        run.first_layer = static_cast<std::uint32_t>(layers_.size());
        for (std::size_t first = 0, last; first < steps.size(); first = last) {
            last = first + 1;
            while (last < steps.size() && steps[last].joined) ++last;
            const auto joined = std::span(steps).subspan(first, last - first);
            if (const Built built = grow(scratch, joined, meter); built != Built::Done) return built;
            if (!act(scratch, joined)) return Built::OverBudget;
        }
        return finish(meter, run);
    }
    template <int W>
    Built grow(Scratch<W>& scratch, std::span<const Step> steps, const Meter& meter);
    template <int W>
    bool grow_few(Scratch<W>& scratch, std::span<const Step> steps, const Meter& meter);
    template <int W>
    bool distribute(Scratch<W>& scratch, const Step& step, int shift, const Meter& meter);
    template <int W>
    bool grow_many(Scratch<W>& scratch, std::span<const Step> steps, const Meter& meter);
    template <int W>
    bool affordable(const Scratch<W>& scratch, const Meter& meter) const;
    template <int W>
    void arrive(Scratch<W>& scratch, const Arrival<W>* arrivals, int count);
    template <int W>
    void score_states(const Scratch<W>& scratch, double odds, std::vector<double>& score) const;
    template <int W>
    std::vector<double> chances_ahead(const Scratch<W>& scratch, double odds, const std::vector<double>& score) const;
    template <int W>
    void keep_some(Scratch<W>& scratch, const std::vector<double>& chance, double cut, std::mt19937_64& random,
                   std::vector<double>& score);
    template <int W>
    void thin(Scratch<W>& scratch, std::size_t beam, double odds, std::mt19937_64& random);
    void weigh_sample(Run& run);
    Built finish(const Meter& meter, Run& run);
    Built patch(const std::vector<Step>& steps, int slots, const Meter& meter, Run& run);
    const Window& final(const Run& run) const {
        return run.patchwork < 0 ? states_[run.final_state] : patchworks_[run.patchwork].final();
    }
    void drop_dead(const Run& run);
    template <class T>
    void advance(std::uint32_t first_layer, std::uint32_t last_layer, Store<T>& pool) const;
    template <class T>
    void boost_layer(std::uint32_t layer, T* pool, std::size_t origin) const;

    Store<Window> states_;
    Store<Transition> transitions_;
    std::vector<Layer> layers_;
    std::vector<Patchwork> patchworks_;
    std::size_t pool_size_ = 0;
    // Used once a component was sampled: the boost of each state, and the weights of the sampled components, scaled
    // layer by layer.
    std::vector<double> boost_, score_;
    std::vector<int> spare_;  // indexed by slot: cells that its constraint has left
    Store<double> sample_pool_;
    Buffers<double> sample_buffers_;
    std::vector<double> sample_context_, sample_weights_;

    Scratch<1> narrow_;
    Scratch<2> medium_;
    Scratch<4> broad_;
    Scratch<8> broadest_;
    std::vector<std::uint32_t> renumber_;
    std::vector<int> least_, most_;
};

}  // namespace sapper
