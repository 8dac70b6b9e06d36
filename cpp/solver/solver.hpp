// Exact risks of every cell of a field.
#pragma once

#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "solver/elimination.hpp"
#include "solver/elimination_order.hpp"
#include "solver/field.hpp"
#include "solver/frontier.hpp"
#include "solver/reduction.hpp"
#include "solver/weight.hpp"
#include "support/meter.hpp"

namespace sapper {

enum class Verdict : std::uint8_t { Exact, Estimated, Impossible };

// Reuses its memory from call to call. Each thread needs its own solver.
class Solver {
public:
    // Counts all layouts that fit a propagated field and finds the risks. The results below are valid until the next
    // call.
    Verdict solve(const Field& field, const Limits& limits);

    // Counts the layouts only, without risks; Impossible when no layout fits. log_layouts() is valid afterwards.
    Verdict weigh(const Field& field, const Limits& limits);

    // After an exact solve or weigh: the natural logarithm of the number of layouts.
    double log_layouts() const;

    // Draws a layout that fits, each equally likely, and lists the unknown cells that are mines. Call it only after an
    // exact solve of the same field. Returns false when that was too wide to draw from.
    bool draw(const Field& field, Philox& random, std::vector<int>& mines);

    // Whether any layout fits the numbers, or the numbers and the mine count. Also returns true when the limits do not
    // allow an answer, because no contradiction was found.
    bool fits(const Field& field, const Limits& limits, bool count_mines);

    // After an exact solve: the number of layouts, as a number of any magnitude, or modulo a prime.
    Wide layouts();
    std::uint64_t layouts_modulo(std::uint64_t prime);

    // Frees the memory that an unusually wide position took. The results are lost then.
    void release_excess();

    // Whether the last solve counted every layout. Otherwise log_layouts() is not valid.
    bool is_exact() const { return is_exact_; }
    const Frontier& frontier() const { return frontier_; }
    // By group. Exactly 0 or 1 if and only if all layouts agree.
    const std::vector<double>& risk() const { return risk_; }
    const std::vector<double>& error() const { return error_; }  // standard errors, when estimated
    double untouched_risk() const { return untouched_risk_; }
    double untouched_error() const { return untouched_error_; }

private:
    // A component that is counted by elimination. A component with a single group needs none and is listed in `fixed_`.
    struct Part {
        int component;
        bool sampled;
        Run run;
    };
    // The weights in one type of number: of the states, the groups, and the rest of the board.
    template <class T>
    struct Workspace {
        Store<T> pool;
        std::vector<T> weights, context, rest, suffix, prefix, product;
        Buffers<T> buffers;
        T total{}, untouched_mines{}, untouched_free{};
    };
    template <class T>
    Workspace<T>& workspace() {
        if constexpr (std::is_same_v<T, double>)
            return plain_;
        else if constexpr (std::is_same_v<T, Wide>)
            return wide_;
        else
            return residues_;
    }

    Verdict eliminate(const Field& field, const Limits& limits);
    bool plan_all();
    bool narrow_totals();
    bool rest_fits_double();
    template <class T>
    void rest_exactly(std::vector<T>& rest) const;
    template <class T>
    void lay_suffixes(std::size_t first, std::size_t last, const std::vector<T>& end);
    // Very many parts are processed in blocks; `ends[b]` is the last suffix of block b.
    template <class T>
    struct SuffixBlocks {
        std::size_t size, count;  // the number of parts in a block, and the number of blocks
        std::vector<std::vector<T>> ends;
    };
    template <class T>
    void lay_block(const SuffixBlocks<T>& blocks, std::size_t b);
    template <class T>
    SuffixBlocks<T> lay_all_suffixes();
    template <class T>
    void weigh_groups(const SuffixBlocks<T>& blocks);
    template <class T>
    void weigh_untouched();
    // Weighs all parts and joins them; with `backward`, weighs the choices of every group too. Returns false when no
    // layout fits.
    template <class T>
    bool combine(bool backward);
    template <class T>
    void conclude();
    // One random choice of the states of the wide components: its total weight and, for each group and finally for the
    // untouched cells, the weight times the share of mines.
    struct Sample {
        Wide total;
        std::vector<Wide> mines;
    };
    Verdict estimate(const Meter& meter, double odds);
    bool draw(std::size_t beam, const Meter& meter, double odds, std::mt19937_64& random, Sample& out);
    void conclude(const std::vector<Sample>& samples);

    Frontier frontier_;
    Planner planner_;
    Reduction reduction_;
    Elimination elimination_;
    // The elimination of one component.
    struct Plan {
        std::vector<Step> steps;
        int slots = 0;
    };
    std::vector<Plan> plans_;  // by component, as far as they were made
    Plan plan_;                // of one component of a wide frontier
    std::vector<Part> parts_;
    std::vector<std::size_t> totals_;  // by i: how many totals the first i parts can have
    std::vector<int> fixed_;           // components with a single group, whose number of mines is known
    int left_ = 0;                     // mines in the parts and the untouched cells
    int base_ = 0;                     // the fewest mines of all parts together
    int window_ = 0;                   // how many totals they can have
    int peak_ = 0;                     // the total above base_ whose rest of the board has weight 1 in plain doubles
    bool is_exact_ = false;
    bool is_plain_ = true;  // plain doubles hold every weight of the last solve
    // What all layouts drawn from one solve have in common.
    struct Drawing {
        enum : std::uint8_t { Unknown, Ready, Impossible } state = Unknown;
        std::vector<int> mines, cells;  // by group: mines known without drawing, and the size
        std::vector<int> untouched;     // cells
    };
    void prepare_drawing(const Field& field);
    Drawing drawing_;
    std::vector<int> mines_of_, cells_of_;  // by group, while a layout is drawn
    std::vector<double> risk_, error_;
    double untouched_risk_ = 0, untouched_error_ = 0;
    Workspace<double> plain_;
    Workspace<Wide> wide_;
    Workspace<Residue> residues_;
};

}  // namespace sapper
