// Counting the layouts of a wide component: the states of many layers share a small part of their structure.
//
// A few layers in a row, a stretch, touch only some of the open constraints. States that agree in all the others form a
// block: no layout leads from one block to another before the stretch ends. What happens inside a block depends on the
// touched residuals alone, so blocks with the same ones share a pattern: its states and moves are found once, and few
// patterns serve all blocks. Weights are kept at the ends of stretches only; in between they are found again, block by
// block, in the processor's nearest cache.
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

// The totals a state can have, and where their weights are.
struct Window {
    std::size_t offset;  // in the pool
    int low, length;     // while building, `length` holds the highest total instead
};

// Two layers' worth of weights, kept between calls.
template <class T>
struct Buffers {
    Store<T> after, before;
};

class Patchwork {
public:
    // Whether a component can be patched at all.
    static bool suits(const std::vector<Step>& steps, int slots);

    // Finds the states; `taken` bytes are in use elsewhere.
    Built grow(const std::vector<Step>& steps, int slots, const Meter& meter, std::size_t taken);

    // Narrows the windows to what lets the component end with a total between low and high; false when nothing does.
    bool trim(int low, int high);
    // Gives the states at the ends of stretches their places in a pool, from `at`; returns the end of them.
    std::size_t lay_windows(std::size_t at);

    const Window& final() const { return states_[states_.size() - 1]; }
    double work() const;  // additions it takes to weigh everything once, about
    std::size_t bytes() const;

    // As for Elimination, which see.
    template <class T>
    void forward(T* pool);
    template <class T>
    void backward(const T* pool, const T* context, Buffers<T>& buffers, std::vector<T>& weights) const;

private:
    // A transition between two states of a pattern.
    struct Move {
        std::uint32_t from, to;       // counted through all layers of the pattern
        std::uint16_t stream, mines;  // of its layer
    };
    // The states of a pattern in one layer, and the moves from them.
    struct Course {
        std::uint32_t first_state, first_move;
    };
    // Its courses: one for each layer of the stretch, one for the states behind them, one to close the list.
    struct Pattern {
        std::uint32_t first_course;
        std::uint32_t first_move, last_move;
        std::uint32_t states;
        std::uint32_t first_key, last_key;  // while its stretch grows: the residuals it starts with,
        std::uint32_t end_key;              // and, from last_key on, those it ends with
    };
    struct Block {
        std::uint32_t pattern;
        std::uint32_t first_state;  // its states at the start of the stretch follow each other
        std::uint32_t first_place;  // in places_: the states its last course becomes
        std::uint32_t first_span;
    };
    // From the lowest to the highest total.
    struct Range {
        std::int16_t low, high;
        Range(int least, int most) : low(static_cast<std::int16_t>(least)), high(static_cast<std::int16_t>(most)) {}
        explicit Range(const Window& window) : Range(window.low, window.low + window.length - 1) {}
        void widen(const Range& other, int mines) {
            *this = {std::min(low + 0, other.low + mines), std::max(high + 0, other.high + mines)};
        }
    };
    // The totals that matter in one course of a block. All its states are given that much room.
    struct Span {
        int low = 0, length = 0;
    };
    struct Choice {
        double ways;
        std::uint16_t split, mines;
    };
    // The groups eliminated in one layer, and the ways to do it, by stream.
    struct Leg {
        int count;
        int group[MOST_JOINED];
        std::vector<Choice> choices;
    };
    struct Stretch {
        std::uint32_t first_leg, last_leg;
        std::uint32_t first_block = 0, last_block = 0;
        std::uint32_t first_pattern = 0, last_pattern = 0;
        std::uint32_t first_state = 0;  // those behind it begin where the next one's do
    };
    // What a stretch does with keys: untouched slots come first in them, so that blocks lie together.
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

    std::vector<Stretch> stretches_;  // and one that closes the list
    std::vector<Leg> legs_;
    std::vector<Block> blocks_;
    std::vector<Pattern> patterns_;
    std::vector<Course> courses_;
    std::vector<Span> spans_;
    Store<Move> moves_;
    Store<Window> states_;
    Store<std::uint32_t> places_;
    double block_moves_ = 0;  // moves of all patterns, as often as blocks use them
    bool spans_known_ = false;

    // Scratch: the keys at the end of the newest stretch, those of its patterns, and ranges by state of a pattern.
    Store<Item> items_, sorted_;
    Store<Key<1>> keys_, layer_, next_;
    Store<Arrival<1>> arrivals_;
    std::vector<Range> reach_, wanted_;
    std::vector<std::uint8_t> alive_, used_;
    std::size_t taken_ = 0;
};

}  // namespace sapper
