// Exact risks of every cell of a field.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <type_traits>
#include <vector>

#include "solver/elimination.hpp"
#include "solver/elimination_order.hpp"
#include "solver/field.hpp"
#include "solver/frontier.hpp"
#include "solver/reduction.hpp"
#include "solver/residue_product.hpp"
#include "solver/totals_tree.hpp"
#include "solver/weight.hpp"
#include "support/meter.hpp"

namespace sapper {

enum class Verdict : std::uint8_t { Exact, Estimated, Impossible };

// Reuses its memory from call to call. Each thread needs its own solver.
class Solver {
public:
    // Counts all layouts that fit a propagated field and finds the risks. The results below are valid until the next
    // call.
    //
    // Where the system refuses memory that the limits allow, this and the next two functions free what they hold, and
    // make do with half of it. They throw std::bad_alloc only when the system refuses LEAST_BYTES as well.
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

    // After an exact solve: the number of layouts, as a number of any magnitude, or modulo an odd prime.
    Wide layouts();
    std::uint64_t layouts_modulo(std::uint64_t prime);

    // After weigh() of a board with many possible totals: for each number 0..8, the relative number of layouts in which
    // a covered cell is free and shows it. `local` counts what lies around the cell. Nothing where this way does not
    // suit the board.
    std::optional<std::array<Wide, 9>> number_ways(const Field& field, int cell, Solver& local, const Limits& limits);

    // Frees the memory that an unusually wide position took, where it is more than `most` bytes. The results are lost
    // then.
    void release_excess(std::size_t most = KEEP_BYTES);
    static constexpr std::size_t KEEP_BYTES = std::size_t{32} << 20;  // kept between calls

    // For tests: from how many possible mine totals on, the parts are joined along a tree.
    void join_by_tree_from(int window) { tree_from_ = window; }

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
    // How far a component was analysed: there was no time to look, it has too many states, its states were found, or
    // its risks were found as well.
    enum class Progress : std::uint8_t { LeftOut, TooWide, Counted, Weighed };
    struct Part {
        int component;
        Progress progress;
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

    // The elimination of one component.
    struct Plan {
        std::vector<Step> steps;
        int slots = 0;
    };
    template <class Ask>
    auto with_less_memory(Limits limits, Ask ask);
    std::size_t bytes() const;
    Verdict solve_within(const Field& field, const Limits& limits);
    Verdict weigh_within(const Field& field, const Limits& limits);
    bool fits_within(const Field& field, const Limits& limits, bool count_mines);
    Verdict eliminate(const Field& field, const Limits& limits, double share);
    bool plan_all();
    const Plan& plan_of(int component);
    bool simplify();
    bool settle_single_group(int component);
    Verdict build_parts(const Meter& meter);
    void order_components();
    bool uses_tree() const;
    bool works_by_parts() const;
    int loose_cells() const;
    // Weighs all parts and joins them, in the way that suits their number; with `backward`, finds the risks too.
    // Estimated: the time of a Deadline was over.
    Verdict join(bool backward);
    std::optional<Verdict> join_by_tree(bool backward);
    Verdict solve_by_parts(bool complete, const Meter& meter);
    std::vector<std::vector<std::uint64_t>> part_residues();
    Verdict count_by_total(const Field& field, const Limits& limits, int& low, std::vector<Wide>& ways);
    bool weigh_elsewhere(const Field& field, const std::vector<std::uint8_t>& is_local, std::vector<Wide>& context);
    template <class T>
    T times_fixed(T count) const;
    void weigh_parts();
    template <class T>
    void weigh_part(std::size_t counted);
    template <class T>
    void clear_weights(const Part& part);
    bool is_small(const Part& part) const;
    template <class T>
    void conclude_part(const Part& part);
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
    // One random thinning of the wide components: its total weight, the share of mines of each of estimated_, and the
    // memory it took.
    struct Sample {
        Wide total;
        std::vector<double> mines;
        std::size_t bytes = 0;
        bool fits = true;  // whether it fitted into the memory
    };
    Verdict estimate(const Meter& meter, double odds);
    void estimate_by_parts(const Meter& meter);
    void doubt_part(const Part& part, double shift);
    bool sample_part(Part& part, const Meter& meter);
    void guess_part(const Part& part);
    void give_up_counting();
    void free_uncounted();
    using Draw = std::function<bool(std::size_t beam, const Meter& meter, std::mt19937_64& random, Sample& out)>;
    std::vector<Sample> draw_samples(const Meter& meter, const Draw& draw);
    bool draw(std::size_t beam, const Meter& meter, double odds, std::mt19937_64& random, Sample& out);
    bool draw_part(Part& part, std::size_t beam, const Meter& meter, std::mt19937_64& random, Sample& out);
    void collect(Sample& out) const;
    void conclude(const std::vector<Sample>& samples, double density);
    void state(int group, double risk, double error);
    // What is not proven is not called certain.
    static double without_certainty(double risk) { return std::min(std::max(risk, 1e-9), 1 - 1e-9); }

    Frontier frontier_;
    Planner planner_;
    Reduction reduction_;
    Elimination elimination_;
    std::vector<Plan> plans_;  // by component, as far as they were made; empty where there are many
    Plan plan_;                // of one component
    int planned_ = -1;         // the component of plan_
    bool is_planned_ = false;  // whether plans_ holds the plans of all components
    std::vector<Part> parts_;
    std::vector<std::size_t> totals_;  // by i: how many totals the first i parts can have
    std::vector<int> order_;           // the components, in the order in which they are counted
    std::vector<int> fixed_;           // components with a single group, whose number of mines is known
    TotalsTree tree_;
    std::vector<std::size_t> counted_;  // the parts in the tree
    bool joined_ = false;               // whether the tree holds the contexts of the counted parts
    int tree_from_ = 160;
    int left_ = 0;    // mines in the parts and the untouched cells
    int base_ = 0;    // the fewest mines of all parts together
    int window_ = 0;  // how many totals they can have
    int peak_ = 0;    // the total above base_ whose rest of the board has weight 1 in plain doubles
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
    static constexpr int UNTOUCHED = -1;
    std::vector<int> estimated_;  // the groups to estimate, or UNTOUCHED for the untouched cells
    std::vector<double> risk_, error_;
    double untouched_risk_ = 0, untouched_error_ = 0;
    double log_odds_ = 0;  // of a mine, while parts are estimated one by one
    Workspace<double> plain_;
    Workspace<Wide> wide_;
    Workspace<Residue> residues_;
};

}  // namespace sapper
