#include "solver/contradiction.hpp"

#include <algorithm>
#include <cstdint>

#include "game/neighbours.hpp"
#include "solver/small_contradiction.hpp"
#include "solver/solver.hpp"
#include "support/sorting.hpp"

namespace sapper {

namespace {

// Seconds spent on a better answer where the caller sets no limit; chosen by hand.
constexpr double PATIENCE = 10;

// Shrinks a contradicting set to an irreducible one by halving (Junker's QuickXplain): the number of checks grows with
// the size of the answer, not with the size of the board. When the time is over, it returns what it has.
class Shrinker {
public:
    Shrinker(const View& view, bool trust_flags, const Assumption& assumption, std::size_t bytes)
        : view_(view),
          trust_flags_(trust_flags),
          assumption_(assumption),
          bytes_(bytes),
          stated_(view.numbers.size(), 0) {}

    // A set that exceeds the limits counts as free of contradictions.
    bool contradicts(const std::vector<int>& cells, bool count_mines, const Limits& limits) {
        std::fill(stated_.begin(), stated_.end(), std::uint8_t{0});
        for (int cell : cells) stated_[cell] = 1;
        if (!field_.load(view_, trust_flags_, assumption_, stated_)) return true;
        return !solver_.fits(field_, limits, count_mines);
    }

    std::vector<int> shrink(const std::vector<int>& cells, bool count_mines, const Meter& meter) {
        count_mines_ = count_mines;
        meter_ = &meter;
        kept_.clear();
        return narrow(cells, false);
    }

private:
    // The members of `from` that are needed in addition to those kept. Halves `from`, so the calls nest log2(cells)
    // deep.
    std::vector<int> narrow(const std::vector<int>& from, bool kept_changed) {
        if (meter_->expired()) return from;
        const Limits rest{meter_->seconds_left(), bytes_};
        if (kept_changed && contradicts(kept_, count_mines_, rest)) return {};
        if (from.size() <= 1) return from;
        const auto middle = from.begin() + static_cast<std::ptrdiff_t>(from.size() / 2);
        const std::vector<int> first(from.begin(), middle), second(middle, from.end());
        const auto mark = kept_.size();
        kept_.insert(kept_.end(), first.begin(), first.end());
        std::vector<int> needed_second = narrow(second, !first.empty());
        kept_.resize(mark);
        kept_.insert(kept_.end(), needed_second.begin(), needed_second.end());
        std::vector<int> needed = narrow(first, !needed_second.empty());
        kept_.resize(mark);
        needed.insert(needed.end(), needed_second.begin(), needed_second.end());
        return needed;
    }

    const View& view_;
    bool trust_flags_;
    const Assumption& assumption_;
    std::size_t bytes_;
    const Meter* meter_ = nullptr;
    bool count_mines_ = false;
    std::vector<std::uint8_t> stated_;
    std::vector<int> kept_;
    Field field_;
    Solver solver_;
};

}  // namespace

Contradiction find_contradiction(const View& view, bool trust_flags, const Assumption& assumption,
                                 const Limits& limits) {
    const Meter whole(limits);
    // What is known before any number is used: hit mines, trusted flags, the assumption.
    const auto is_mine = [&](int cell) {
        return view.numbers[cell] == HIT || (trust_flags && view.flagged(cell)) ||
               (cell == assumption.cell && assumption.mine);
    };
    const auto is_unknown = [&](int cell) {
        return view.numbers[cell] == COVERED && !(trust_flags && view.flagged(cell)) && cell != assumption.cell;
    };
    std::vector<Number> numbers;
    std::vector<int> all;
    int unknown = 0, left = view.mines;
    for (int cell = 0; cell < view.cells(); ++cell) {
        unknown += is_unknown(cell);
        left -= is_mine(cell);
        if (view.numbers[cell] < 0) continue;
        Number number{cell, view.numbers[cell], 0, {}};
        for_neighbours(view.rows, view.cols, cell, [&](int near) {
            number.need = static_cast<std::int8_t>(number.need - is_mine(near));
            if (is_unknown(near)) number.around[number.count++] = near;
        });
        all.push_back(cell);
        if (number.need != 0 || number.count > 0) numbers.push_back(number);
    }
    const bool proves = assumption.cell >= 0;
    int roots = static_cast<int>(numbers.size());
    if (proves) {
        std::vector<std::uint8_t> near(view.numbers.size(), 0);
        for_neighbours(view.rows, view.cols, assumption.cell, [&](int cell) { near[cell] = 1; });
        const auto others = std::stable_partition(numbers.begin(), numbers.end(),
                                                  [&](const Number& number) { return near[number.cell] != 0; });
        roots = static_cast<int>(others - numbers.begin());
    }
    const auto within = [&](double seconds) {
        return Meter(Limits{std::clamp(whole.seconds_left(), 0.0, seconds), limits.bytes});
    };
    const auto smallest = [&](const Meter& meter) {
        return find_small_contradiction(numbers, roots, view.cells(), unknown, left, meter);
    };
    // Where the caller knows that no layout fits, a small set is found without counting layouts.
    if (!proves)
        if (Contradiction small = smallest(within(PATIENCE / 2)); small.found) return small;
    const Contradiction everything{true, all, true};
    if (!proves && whole.expired()) return everything;
    Shrinker shrinker(view, trust_flags, assumption, limits.bytes);
    const auto rest_of = [&](const Meter& meter) { return Limits{meter.seconds_left(), limits.bytes}; };
    const bool without_count = shrinker.contradicts(all, false, rest_of(whole));
    if (!without_count && !shrinker.contradicts(all, true, rest_of(whole)))
        // Without an assumption, the limits did not suffice to find the contradiction again.
        return proves ? Contradiction{} : everything;
    const Meter meter = within(proves ? PATIENCE : PATIENCE / 2);
    if (proves)
        if (Contradiction small = smallest(meter); small.found) return small;
    Contradiction found{true, shrinker.shrink(all, !without_count, meter), !without_count};
    sort_stably(found.cells.begin(), found.cells.end());
    return found;
}

}  // namespace sapper
