#include "solver/contradiction.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "game/neighbours.hpp"
#include "solver/solver.hpp"

namespace sapper {

namespace {

constexpr int SMALL_SET = 4;
constexpr int MOST_CELLS = 8 * SMALL_SET;  // the most cells that a small set of numbers can touch
constexpr int CHECK_EVERY = 1000;          // steps between two checks of the clock
constexpr double PATIENCE = 10;  // seconds spent on a better answer where the caller sets no limit; chosen by hand
constexpr int DENSE_CELLS = 48;  // with at most this many unknown cells, gaps between possible totals can matter too

// The possible numbers of mines among the cells that a small set of numbers touches: bit t is set when t is possible.
using Totals = std::uint64_t;

struct Number {
    int cell;
    int need;
    std::vector<int> unknown;  // covered cells around it, ascending
};

// A connected set of at most four numbers.
struct Piece {
    std::array<int, SMALL_SET> number;
    int size;
    int cells;
    Totals totals;
};

class SmallSets {
public:
    // With an assumption, the first `roots` numbers are those around the assumed cell. Without one, `roots` counts all
    // numbers.
    SmallSets(const std::vector<Number>& numbers, int roots, int cells, int unknown, int left, const Meter& meter)
        : numbers_(numbers),
          roots_(roots),
          unknown_(unknown),
          left_(left),
          meter_(meter),
          seen_(static_cast<std::size_t>(cells), 0) {
        std::vector<std::vector<int>> around(static_cast<std::size_t>(cells));
        for (int i = 0; i < static_cast<int>(numbers.size()); ++i)
            for (int cell : numbers[i].unknown) around[cell].push_back(i);
        linked_.resize(numbers.size());
        for (int i = 0; i < static_cast<int>(numbers.size()); ++i) {
            auto& linked = linked_[i];
            for (int cell : numbers[i].unknown) linked.insert(linked.end(), around[cell].begin(), around[cell].end());
            std::sort(linked.begin(), linked.end());
            linked.erase(std::unique(linked.begin(), linked.end()), linked.end());
            std::erase(linked, i);
        }
        // The mine count can contradict a few numbers only where few mines or few free cells are left.
        const int scarce = std::min(left, unknown - left);
        counts_matter_ = scarce <= MOST_CELLS;
        // Where the mine count matters, all pieces are needed for their totals, also those without a number around the
        // assumed cell.
        if (counts_matter_) roots_ = static_cast<int>(numbers.size());
    }

    // The result is also "not found" when the time ran out.
    Contradiction smallest() {
        if (left_ < 0 || left_ > unknown_) return {true, {}, true};
        for (int size = 1; size <= SMALL_SET; ++size) {
            Contradiction found = connected(size);
            if (!found.found && counts_matter_) found = with_mine_count(size);
            if (late_) return {};
            if (found.found) {
                std::sort(found.cells.begin(), found.cells.end());
                return found;
            }
        }
        return {};
    }

private:
    // Visits all connected sets of a given size, each once: a set is extended only by numbers after its first one that
    // were not rejected before (Wernicke's enumeration).
    Contradiction connected(int size) {
        found_ = {};
        for (int root = 0; root < roots_ && !found_.found && !late_; ++root) {
            Piece piece{{root}, 1, 0, 0};
            std::vector<int> extension;
            for (int next : linked_[root])
                if (next > root) extension.push_back(next);
            extend(piece, size, extension);
        }
        return found_;
    }

    // extend() and choose() nest at most SMALL_SET deep, one number or piece at each level; fill() at most 16 deep.
    void extend(Piece piece, int size, std::vector<int> extension) {
        if (is_late()) return;
        if (piece.size == size) {
            weigh(piece);
            if (piece.totals == 0) {
                found_.found = true;
                for (int i = 0; i < size; ++i) found_.cells.push_back(numbers_[piece.number[i]].cell);
            } else if (counts_matter_) {
                pieces_[size].push_back(piece);
            }
            return;
        }
        while (!extension.empty() && !found_.found && !late_) {
            const int next = extension.back();
            extension.pop_back();
            std::vector<int> wider = extension;
            const auto known = [&](int i) {
                for (int j = 0; j < piece.size; ++j)
                    if (i == piece.number[j] ||
                        std::binary_search(linked_[piece.number[j]].begin(), linked_[piece.number[j]].end(), i))
                        return true;
                return false;
            };
            for (int i : linked_[next])
                if (i > piece.number[0] && !known(i)) wider.push_back(i);
            Piece grown = piece;
            grown.number[grown.size++] = next;
            extend(grown, size, std::move(wider));
        }
    }

    bool is_late() {
        if (++steps_ % CHECK_EVERY == 0 && meter_.expired()) late_ = true;
        return late_;
    }

    // Finds the possible totals of a piece. Cells in the same numbers of the piece are of one kind; there are at most
    // fifteen kinds, and only the number of mines in each matters.
    void weigh(Piece& piece) {
        std::array<int, 16> kind{};
        touched_.clear();
        for (int i = 0; i < piece.size; ++i)
            for (int cell : numbers_[piece.number[i]].unknown) {
                if (seen_[cell] == 0) touched_.push_back(cell);
                seen_[cell] |= static_cast<std::uint8_t>(1 << i);
            }
        for (int cell : touched_) {
            ++kind[seen_[cell]];
            seen_[cell] = 0;
        }
        piece.cells = static_cast<int>(touched_.size());
        std::array<int, SMALL_SET> need{}, room{};
        for (int i = 0; i < piece.size; ++i) {
            need[i] = numbers_[piece.number[i]].need;
            room[i] = static_cast<int>(numbers_[piece.number[i]].unknown.size());
        }
        piece.totals = 0;
        fill(piece, kind, 1, 0, need, room);
    }

    void fill(Piece& piece, const std::array<int, 16>& kind, int at, int mines, std::array<int, SMALL_SET> need,
              std::array<int, SMALL_SET> room) {
        while (at < 16 && kind[at] == 0) ++at;
        for (int i = 0; i < piece.size; ++i)
            if (need[i] < 0 || need[i] > room[i]) return;
        if (at == 16) {
            piece.totals |= Totals{1} << mines;
            return;
        }
        for (int i = 0; i < piece.size; ++i)
            if (at >> i & 1) room[i] -= kind[at];
        for (int k = 0; k <= kind[at]; ++k) {
            fill(piece, kind, at + 1, mines + k, need, room);
            for (int i = 0; i < piece.size; ++i)
                if (at >> i & 1) --need[i];
        }
    }

    // Seeks pieces that share no cell, with `size` numbers in all, whose possible totals contradict the mine count.
    Contradiction with_mine_count(int size) {
        found_ = {};
        // most_[n] bounds what any n numbers can require, over all ways to divide n numbers into pieces.
        for (int s = 1; s <= size; ++s) {
            const Bounds whole = bounds(s);
            most_[s] = whole;
            for (int part = 1; part < s; ++part) {
                most_[s].mines = std::max(most_[s].mines, most_[part].mines + most_[s - part].mines);
                most_[s].free = std::max(most_[s].free, most_[part].free + most_[s - part].free);
            }
        }
        std::vector<const Piece*> chosen;
        choose(size, size, 0, Totals{1}, 0, chosen);
        return found_;
    }

    // The most mines, and the most free cells, that any piece of a given size requires.
    struct Bounds {
        int mines = 0, free = 0;
    };
    Bounds bounds(int size) const {
        Bounds most;
        for (const Piece& piece : pieces_[size]) {
            most.mines = std::max(most.mines, std::countr_zero(piece.totals));
            most.free = std::max(most.free, piece.cells - (63 - std::countl_zero(piece.totals)));
        }
        return most;
    }

    // Whether this piece and the best others could use up the mines or the free cells. The only other way to contradict
    // the mine count is a gap between possible totals, which needs nearly every cell of a small remainder to be
    // touched.
    bool promising(const Piece& piece, Totals totals, int cells, const Bounds& others) const {
        const int mines = std::countr_zero(totals) + std::countr_zero(piece.totals);
        const int free = cells + piece.cells - (63 - std::countl_zero(totals)) - (63 - std::countl_zero(piece.totals));
        return mines + others.mines > left_ || free + others.free > unknown_ - left_ || unknown_ <= DENSE_CELLS;
    }

    // Returns true when no possible total fits the mine count, however the other unknown cells are filled.
    bool excludes(Totals totals, int cells) const {
        const int elsewhere = unknown_ - cells;
        for (Totals rest = totals; rest; rest &= rest - 1) {
            const int mines = std::countr_zero(rest);
            if (mines <= left_ && left_ - mines <= elsewhere) return false;
        }
        return true;
    }

    void choose(int left, int largest, std::size_t first, Totals totals, int cells, std::vector<const Piece*>& chosen) {
        if (found_.found || is_late()) return;
        if (left == 0) {
            if (excludes(totals, cells)) {
                found_ = {true, {}, true};
                for (const Piece* piece : chosen)
                    for (int i = 0; i < piece->size; ++i) found_.cells.push_back(numbers_[piece->number[i]].cell);
            }
            return;
        }
        for (int size = std::min(left, largest); size > 0; --size)
            for (std::size_t i = size == largest ? first : 0; i < pieces_[size].size() && !found_.found && !late_;
                 ++i) {
                const Piece& piece = pieces_[size][i];
                if (!promising(piece, totals, cells, most_[left - size])) continue;
                if (std::any_of(chosen.begin(), chosen.end(), [&](const Piece* other) { return meet(piece, *other); }))
                    continue;
                Totals sum = 0;
                for (Totals rest = totals; rest; rest &= rest - 1) sum |= piece.totals << std::countr_zero(rest);
                chosen.push_back(&piece);
                choose(left - size, size, i + 1, sum, cells + piece.cells, chosen);
                chosen.pop_back();
            }
    }

    // Whether two pieces share a cell or a number. Such pieces form one larger piece, which is examined as a connected
    // set.
    bool meet(const Piece& a, const Piece& b) const {
        for (int i = 0; i < a.size; ++i)
            for (int j = 0; j < b.size; ++j) {
                if (a.number[i] == b.number[j]) return true;
                const auto& linked = linked_[a.number[i]];
                if (std::binary_search(linked.begin(), linked.end(), b.number[j])) return true;
            }
        return false;
    }

    const std::vector<Number>& numbers_;
    int roots_, unknown_, left_;
    const Meter& meter_;
    std::uint64_t steps_ = 0;
    bool late_ = false;
    bool counts_matter_ = false;
    std::vector<std::vector<int>> linked_;  // numbers that share an unknown cell, ascending
    std::vector<std::uint8_t> seen_;
    std::vector<int> touched_;
    std::array<std::vector<Piece>, SMALL_SET + 1> pieces_;
    std::array<Bounds, SMALL_SET + 1> most_{};
    Contradiction found_;
};

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
        Number number{cell, view.numbers[cell], {}};
        for_neighbours(view.rows, view.cols, cell, [&](int near) {
            number.need -= is_mine(near);
            if (is_unknown(near)) number.unknown.push_back(near);
        });
        all.push_back(cell);
        if (number.need != 0 || !number.unknown.empty()) numbers.push_back(std::move(number));
    }
    Shrinker shrinker(view, trust_flags, assumption, limits.bytes);
    const auto rest_of = [&](const Meter& meter) { return Limits{meter.seconds_left(), limits.bytes}; };
    const bool without_count = shrinker.contradicts(all, false, rest_of(whole));
    if (!without_count && !shrinker.contradicts(all, true, rest_of(whole))) {
        // Without an assumption the caller knows of a contradiction, which the time did not suffice to find again.
        return assumption.cell < 0 && whole.expired() ? Contradiction{true, all, true} : Contradiction{};
    }
    const Meter meter(Limits{std::min(whole.seconds_left(), PATIENCE), limits.bytes});
    int roots = static_cast<int>(numbers.size());
    if (assumption.cell >= 0) {
        std::vector<std::uint8_t> near(view.numbers.size(), 0);
        for_neighbours(view.rows, view.cols, assumption.cell, [&](int cell) { near[cell] = 1; });
        const auto others = std::stable_partition(numbers.begin(), numbers.end(),
                                                  [&](const Number& number) { return near[number.cell] != 0; });
        roots = static_cast<int>(others - numbers.begin());
    }
    if (Contradiction small = SmallSets(numbers, roots, view.cells(), unknown, left, meter).smallest(); small.found)
        return small;
    Contradiction found{true, shrinker.shrink(all, !without_count, meter), !without_count};
    std::sort(found.cells.begin(), found.cells.end());
    return found;
}

}  // namespace sapper
