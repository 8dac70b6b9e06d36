#include "knowledge/equations.hpp"

#include <algorithm>

#include "support/interruption.hpp"
#include "support/sorting.hpp"

namespace sapper {

namespace {
// At most this many equations per cell are created; real boards stay far below it.
constexpr int MOST_A_CELL = 256;
}  // namespace

void unite(std::span<const int> a, std::span<const int> b, std::vector<int>& out) {
    out.clear();
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
}

bool includes(std::span<const int> large, std::span<const int> small) {
    return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

void Equations::reset(int cells, bool indexed) {
    indexed_ = indexed;
    consistent_ = true;
    used_ = mines_ = dead_ = 0;
    unknown_ = cells;
    clock_ = looks_ = reduced_ = 0;
    alive_.clear();
    known_.assign(cells, Known::Unknown);
    if (with_.size() < static_cast<std::size_t>(cells)) with_.resize(cells);
    for (auto& ids : with_) ids.clear();
    facts_.clear();
    pool_.clear();
    pending_.clear();
    fresh_.clear();
    is_fresh_.clear();
}

int Equations::create(int mines, Deduction origin) {
    if (static_cast<std::size_t>(used_) == equations_.size()) equations_.emplace_back();
    Equation& equation = equations_[used_];
    equation.cells.clear();
    equation.numbers.clear();
    equation.mines = mines;
    equation.origin = origin;
    equation.alive = true;
    is_fresh_.push_back(0);
    return used_++;
}

// Records that an equation is new or has changed.
void Equations::touch(int id) {
    Equation& equation = equations_[id];
    equation.changed = ++clock_;
    if (equation.mines < 0 || equation.mines > equation.size()) {
        consistent_ = false;
    } else if (equation.cells.empty()) {
        equation.alive = false;
        ++dead_;
    } else {
        if (equation.decides()) pending_.push_back(id);
        if (!is_fresh_[id]) {
            is_fresh_[id] = 1;
            fresh_.push_back(id);
        }
    }
}

void Equations::index(int id) {
    alive_.push_back(id);
    if (indexed_)
        for (int cell : equations_[id].cells) with_[cell].push_back(id);
    touch(id);
}

void Equations::drop(int id) {
    if (indexed_)
        for (int cell : equations_[id].cells) std::erase(with_[cell], id);
    equations_[id].alive = false;
    ++dead_;
}

int Equations::add(std::span<const int> cells, int mines, int number) {
    const int id = create(mines, Deduction::SingleCell);
    Equation& equation = equations_[id];
    if (number >= 0) equation.numbers.push_back(number);
    for (int cell : cells) {
        if (known_[cell] == Known::Unknown)
            equation.cells.push_back(cell);
        else
            equation.mines -= known_[cell] == Known::Mine;
    }
    sort_stably(equation.cells.begin(), equation.cells.end());
    index(id);
    return id;
}

const std::vector<int>& Equations::alive() {
    if (dead_ > 0) {
        std::erase_if(alive_, [&](int id) { return !equations_[id].alive; });
        dead_ = 0;
    }
    return alive_;
}

const std::vector<int>& Equations::with(int cell) {
    if (indexed_) return with_[cell];
    scanned_.clear();
    for (int id : alive()) {
        ++looks_;
        const auto& cells = equations_[id].cells;
        if (std::find(cells.begin(), cells.end(), cell) != cells.end()) scanned_.push_back(id);
    }
    return scanned_;
}

void Equations::settle(int cell, bool mine) {
    known_[cell] = mine ? Known::Mine : Known::Free;
    --unknown_;
    mines_ += mine;
    const auto& ids = with(cell);
    looks_ += ids.size();
    for (int id : ids) {
        Equation& equation = equations_[id];
        equation.cells.erase(std::find(equation.cells.begin(), equation.cells.end(), cell));
        equation.mines -= mine;
        touch(id);
    }
    with_[cell].clear();
}

void Equations::see(int cell, bool mine) {
    if (known_[cell] == Known::Unknown)
        settle(cell, mine);
    else if ((known_[cell] == Known::Mine) != mine)
        consistent_ = false;
}

bool Equations::learn(int cell, bool mine, Deduction step, std::span<const int> numbers) {
    if (known_[cell] != Known::Unknown) {
        if ((known_[cell] == Known::Mine) != mine) consistent_ = false;
        return false;
    }
    facts_.push_back({cell, mine, step, static_cast<int>(pool_.size()), static_cast<int>(numbers.size())});
    pool_.insert(pool_.end(), numbers.begin(), numbers.end());
    settle(cell, mine);
    return true;
}

void Equations::learn(std::span<const Proven> proven, Deduction step) {
    for (const Proven& known : proven) learn(known.cell, known.mine, step, known.numbers);
}

void Equations::single_cell() {
    while (consistent_ && !pending_.empty()) {
        const int id = pending_.back();
        pending_.pop_back();
        ++looks_;
        if (!equations_[id].alive) continue;
        // Learning a cell changes the equation itself, so the loop works on copies.
        const bool mine = equations_[id].mines > 0;
        const Deduction step = equations_[id].origin;
        cells_ = equations_[id].cells;
        numbers_ = equations_[id].numbers;
        for (int cell : cells_) learn(cell, mine, step, numbers_);
    }
}

// Subtracts the smaller equation from the larger. Returns false when the smaller does not lie inside.
bool Equations::subtract(int large, int small, Equation& out) {
    const Equation &a = equations_[large], &b = equations_[small];
    ++looks_;
    if (a.size() <= b.size() || !includes(a.cells, b.cells)) return false;
    out.cells.clear();
    std::set_difference(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(), std::back_inserter(out.cells));
    out.mines = a.mines - b.mines;
    unite(a.numbers, b.numbers, out.numbers);
    return true;
}

bool Equations::exists(const Equation& equation) {
    for (int id : with(equation.cells.front())) {
        ++looks_;
        if (equations_[id].cells == equation.cells) {
            if (equations_[id].mines != equation.mines) consistent_ = false;
            return true;
        }
    }
    return false;
}

void Equations::subset() {
    const auto most = static_cast<std::int64_t>(known_.size()) * MOST_A_CELL;
    while (consistent_ && !fresh_.empty()) {
        check_interruption();
        const int id = fresh_.back();
        fresh_.pop_back();
        is_fresh_[id] = 0;
        if (!equations_[id].alive) continue;
        // If a smaller equation lies inside a larger one, so does its first cell. This limits the pairs to compare.
        pairs_.clear();
        const Equation& equation = equations_[id];
        for (int cell : equation.cells)
            for (int other : with(cell)) {
                if (other == id) continue;
                if (equations_[other].size() < equation.size() && equations_[other].cells.front() == cell)
                    pairs_.emplace_back(id, other);
                if (equations_[other].size() >= equation.size() && equation.cells.front() == cell)
                    pairs_.emplace_back(other, id);
            }
        for (const auto& [large, small] : pairs_) {
            if (!consistent_ || used_ >= most) break;
            if (!equations_[large].alive || !equations_[small].alive) continue;
            if (equations_[large].cells == equations_[small].cells) {
                if (equations_[large].mines != equations_[small].mines) consistent_ = false;
                drop(std::max(large, small));
                continue;
            }
            if (!subtract(large, small, difference_) || exists(difference_)) continue;
            const int made = create(difference_.mines, Deduction::Subset);
            std::swap(equations_[made].cells, difference_.cells);
            std::swap(equations_[made].numbers, difference_.numbers);
            index(made);
        }
    }
    single_cell();
}

// The oldest equation inside another, if one of the two has changed since `since`; -1 if there is none.
int Equations::oldest_inside(int large, std::uint64_t since) {
    inside_.clear();
    for (int cell : equations_[large].cells)
        for (int other : with(cell))
            if (equations_[other].cells.front() == cell && equations_[other].size() < equations_[large].size() &&
                (equations_[large].changed > since || equations_[other].changed > since))
                inside_.push_back(other);
    sort_stably(inside_.begin(), inside_.end());
    for (int other : inside_) {
        ++looks_;
        if (includes(equations_[large].cells, equations_[other].cells)) return other;
    }
    return -1;
}

void Equations::reduce() {
    bool again = true;
    while (again && consistent_) {
        again = false;
        const std::uint64_t since = reduced_, now = clock_;
        alive();  // removes dead equations; the loop below changes equations, but adds and removes none
        for (int large : alive_) {
            check_interruption();
            for (int small; consistent_ && (small = oldest_inside(large, since)) >= 0;) {
                subtract(large, small, difference_);
                if (indexed_)
                    for (int cell : equations_[small].cells) std::erase(with_[cell], large);
                Equation& reduced = equations_[large];
                std::swap(reduced.cells, difference_.cells);
                std::swap(reduced.numbers, difference_.numbers);
                reduced.mines = difference_.mines;
                reduced.origin = Deduction::Reduce;
                touch(large);
                again = true;
            }
        }
        reduced_ = now;  // only now: an interruption must not make the next call leave anything out
    }
    single_cell();
}

}  // namespace sapper
