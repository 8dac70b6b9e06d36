#include "solver/small_contradiction.hpp"

#include <algorithm>
#include <bit>

#include "support/sorting.hpp"
#include "support/store.hpp"

namespace sapper {

namespace {

constexpr int SMALL_SET = 4;
constexpr int MOST_CELLS = 8 * SMALL_SET;  // the most cells that a small set of numbers can touch
constexpr int CHECK_EVERY = 1000;          // steps between two checks of the clock
constexpr int DENSE_CELLS = 48;  // with at most this many unknown cells, gaps between possible totals can matter too

// The possible numbers of mines among the cells that a small set of numbers touches: bit t is set when t is possible.
using Totals = std::uint64_t;

// Short lists of ints, one after another in two arrays: a board may need a million of them.
class ShortLists {
public:
    // fill(i, out) appends the entries of list i to `out`; returning false stops.
    template <class Fill>
    bool make(std::size_t count, Fill fill) {
        begin_.assign(1, 0);
        begin_.reserve(count + 1);
        for (std::size_t i = 0; i < count; ++i) {
            if (!fill(static_cast<int>(i), entries_)) return false;
            begin_.push_back(entries_.size());
        }
        return true;
    }
    std::span<const int> operator[](int i) const {
        return std::span(entries_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
    }

private:
    std::vector<std::size_t> begin_;
    std::vector<int> entries_;
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
    SmallSets(const std::vector<Number>& numbers, int roots, int cells, int unknown, int left, const Meter& meter)
        : numbers_(numbers),
          roots_(roots),
          unknown_(unknown),
          left_(left),
          meter_(meter),
          seen_(static_cast<std::size_t>(cells), 0) {
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
            is_limited_ = size > 1;
            if (size == 2) link();  // single numbers do not need it
            Contradiction found = connected(size);
            if (!found.found && counts_matter_) found = with_mine_count(size);
            if (found.found) {
                sort_stably(found.cells.begin(), found.cells.end());
                return found;
            }
            if (late_) return {};
        }
        return {};
    }

private:
    // Finds the numbers that share an unknown cell with each number, those of each cell first.
    void link() {
        std::vector<std::array<int, 8>> of_cell(seen_.size());
        std::vector<std::uint8_t> count(seen_.size(), 0);
        for (int i = 0; i < static_cast<int>(numbers_.size()); ++i)
            for (int cell : numbers_[i].unknown()) of_cell[cell][count[cell]++] = i;
        linked_.make(numbers_.size(), [&](int i, std::vector<int>& out) {
            const auto first = static_cast<std::ptrdiff_t>(out.size());
            for (int cell : numbers_[i].unknown())
                out.insert(out.end(), of_cell[cell].begin(), of_cell[cell].begin() + count[cell]);
            sort_stably(out.begin() + first, out.end());
            out.erase(std::unique(out.begin() + first, out.end()), out.end());
            out.erase(std::find(out.begin() + first, out.end(), i));
            return !is_late();
        });
    }

    // Visits all connected sets of a given size, each once: a set is extended only by numbers after its first one that
    // were not rejected before (Wernicke's enumeration).
    Contradiction connected(int size) {
        found_ = {};
        for (int root = 0; root < roots_ && !found_.found && !late_; ++root) {
            Piece piece{{root}, 1, 0, 0};
            std::vector<int> extension;
            if (size > 1)
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
                held_ += sizeof(Piece);
            }
            return;
        }
        while (!extension.empty() && !found_.found && !late_) {
            const int next = extension.back();
            extension.pop_back();
            std::vector<int> wider = extension;
            const auto known = [&](int i) {
                for (int j = 0; j < piece.size; ++j)
                    if (i == piece.number[j] || are_linked(piece.number[j], i)) return true;
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
        if (++steps_ % CHECK_EVERY == 0) {
            const bool expired = meter_.expired();  // also a chance to interrupt
            late_ = late_ || (is_limited_ && (expired || !meter_.fits(held_ + held_ / 2)));
        }
        return late_;
    }

    // Finds the possible totals of a piece. Cells in the same numbers of the piece are of one kind; there are at most
    // fifteen kinds, and only the number of mines in each matters.
    void weigh(Piece& piece) {
        std::array<int, 16> kind{};
        touched_.clear();
        for (int i = 0; i < piece.size; ++i)
            for (int cell : numbers_[piece.number[i]].unknown()) {
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
            room[i] = numbers_[piece.number[i]].count;
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

    bool are_linked(int a, int b) const {
        const auto linked = linked_[a];
        return std::binary_search(linked.begin(), linked.end(), b);
    }

    // Whether two pieces share a cell or a number. Such pieces form one larger piece, which is examined as a connected
    // set.
    bool meet(const Piece& a, const Piece& b) const {
        for (int i = 0; i < a.size; ++i)
            for (int j = 0; j < b.size; ++j) {
                if (a.number[i] == b.number[j] || are_linked(a.number[i], b.number[j])) return true;
            }
        return false;
    }

    const std::vector<Number>& numbers_;
    int roots_, unknown_, left_;
    const Meter& meter_;
    std::uint64_t steps_ = 0;
    std::size_t held_ = 0;     // bytes of the pieces; their arrays grow by half of their size
    bool is_limited_ = false;  // by time and memory
    bool late_ = false;
    bool counts_matter_ = false;
    ShortLists linked_;  // numbers that share an unknown cell, ascending
    std::vector<std::uint8_t> seen_;
    std::vector<int> touched_;
    std::array<Store<Piece>, SMALL_SET + 1> pieces_;
    std::array<Bounds, SMALL_SET + 1> most_{};
    Contradiction found_;
};

}  // namespace

Contradiction find_small_contradiction(const std::vector<Number>& numbers, int roots, int cells, int unknown, int left,
                                       const Meter& meter) {
    return SmallSets(numbers, roots, cells, unknown, left, meter).smallest();
}

}  // namespace sapper
