// Counting the layouts of a wide component, whose layers consist of many similar parts.
//
// A stretch is a few consecutive layers that touch only some of the open constraints. States that agree in all other
// constraints form a block: no layout leads from one block to another before the stretch ends. What happens inside a
// block depends only on the residuals of the touched constraints, so blocks with the same residuals share a pattern.
// The states and moves of a pattern are found once, and few patterns serve all blocks. A course is the part of a
// pattern in one layer, and a leg is what is eliminated in that layer. Weights are stored only at the ends of
// stretches; in between they are computed again, block by block, within the processor's fastest cache.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/elimination_order.hpp"
#include "solver/transitions.hpp"
#include "solver/weight.hpp"
#include "support/meter.hpp"
#include "support/store.hpp"

namespace sapper {

enum class Built { Done, Impossible, OverBudget };

// The mine totals that a state can have, and where their weights are.
struct Window {
    std::size_t offset;  // in the pool
    int low, length;     // while building, `length` holds the highest total instead
};

// The weights of two layers; the memory is kept between calls.
template <class T>
struct Buffers {
    Store<T> after, before;
};

class Patchwork {
public:
    // Whether a component can be turned into a patchwork.
    static bool suits(const std::vector<Step>& steps, int slots);

    // Finds the states. `taken` is the number of bytes in use elsewhere.
    Built grow(const std::vector<Step>& steps, int slots, const Meter& meter, std::size_t taken);

    // Narrows the windows to the totals from which the component can end with a total between low and high. Returns
    // false when there are none.
    bool trim(int low, int high);
    // Gives the states at the ends of stretches their places in a pool, from `at` on; returns the end of the last
    // place.
    std::size_t lay_windows(std::size_t at);

    const Window& final() const { return states_[states_.size() - 1]; }
    double work() const;  // approximate number of additions for one forward pass
    std::size_t bytes() const;

    // See Elimination::forward and Elimination::backward.
    template <class T>
    void forward(T* pool);
    template <class T>
    void backward(const T* pool, const T* context, Buffers<T>& buffers, std::vector<T>& weights) const;

private:
    // A transition between two states of a pattern.
    struct Move {
        std::uint32_t from, to;       // numbered through all layers of the pattern
        std::uint16_t stream, mines;  // the stream of the layer that the move uses, and the mines it places
    };
    // The states of a pattern in one layer, and the moves from them.
    struct Course {
        std::uint32_t first_state, first_move;
    };
    // A pattern has one course for each layer of its stretch, one for the states after the last layer, and one that
    // closes the list.
    struct Pattern {
        std::uint32_t first_course;
        std::uint32_t first_move, last_move;
        std::uint32_t states;
        std::uint32_t first_key, last_key;  // residuals it starts with, in keys_ while the stretch is built
        std::uint32_t end_key;              // the residuals it ends with are at last_key .. end_key
    };
    struct Block {
        std::uint32_t pattern;
        std::uint32_t first_state;  // its states at the start of the stretch are adjacent
        std::uint32_t first_place;  // in places_: what the states of its last course become in the next stretch
        std::uint32_t first_span;
    };
    // A range of totals, both ends included.
    struct Range {
        std::int16_t low, high;
        Range(int least, int most) : low(static_cast<std::int16_t>(least)), high(static_cast<std::int16_t>(most)) {}
        explicit Range(const Window& window) : Range(window.low, window.low + window.length - 1) {}
        void widen(const Range& other, int mines) {
            *this = {std::min(low + 0, other.low + mines), std::max(high + 0, other.high + mines)};
        }
    };
    // The totals that matter in one course of a block. Every state of the course gets room for all of them.
    struct Span {
        int low = 0, length = 0;
    };
    struct Choice {
        double ways;
        std::uint16_t split, mines;
    };
    // The groups that are eliminated in one layer, and the ways to do it, by stream.
    struct Leg {
        int count;
        int group[MOST_JOINED];
        std::vector<Choice> choices;
    };
    struct Stretch {
        std::uint32_t first_leg, last_leg;
        std::uint32_t first_block = 0, last_block = 0;
        std::uint32_t first_pattern = 0, last_pattern = 0;
        std::uint32_t first_state = 0;  // the states after it begin at the first state of the next stretch
    };
    // How a stretch arranges keys; see patchwork.cpp.
    struct Plan;
    struct Item {
        std::uint64_t key;
        std::uint32_t place;
    };

    void add_leg(std::span<const Step> steps, const Successors<1>& successors);
    bool grow_stretch(const Plan& plan, const Meter& meter);
    bool grow_pattern(const Plan& plan, std::uint32_t first_key, const Meter& meter);
    bool affordable(const Meter& meter) const;
    void sort_items(int bits);
    void drop_dead();
    void widen();
    std::uint32_t legs(const Stretch& stretch) const { return stretch.last_leg - stretch.first_leg; }
    void find_spans();
    void find_spans(const Stretch& stretch, const Block& block);
    void climb(const Block& block);
    void descend(const Stretch& stretch, const Block& block);

    struct Kernel;
    template <class T>
    struct BlockScratch;
    template <class T>
    void weigh_block(const Stretch& stretch, const Block& block, const T* pool, BlockScratch<T>& scratch,
                     std::uint32_t last) const;

    std::vector<Stretch> stretches_;  // the last entry only closes the list
    std::vector<Leg> legs_;
    std::vector<Block> blocks_;
    std::vector<Pattern> patterns_;
    std::vector<Course> courses_;
    std::vector<Span> spans_;
    Store<Move> moves_;
    Store<Window> states_;
    Store<std::uint32_t> places_;
    double block_moves_ = 0;  // moves of all patterns, each counted once for every block that uses it
    bool spans_known_ = false;

    // Scratch memory: the keys at the end of the newest stretch, the keys of its patterns, and ranges by state of a
    // pattern.
    Store<Item> items_, sorted_;
    Store<Key<1>> keys_, layer_, next_;
    Store<Arrival<1>> arrivals_;
    std::vector<Range> reach_, wanted_;
    std::vector<std::uint8_t> alive_, used_;
    std::size_t taken_ = 0;
};

}  // namespace sapper
