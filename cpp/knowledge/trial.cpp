#include "knowledge/trial.hpp"

#include <algorithm>

#include "support/interruption.hpp"

namespace sapper {

void Trial::load(Equations& equations) {
    int most = 0, cells = 0;
    for (int id : equations.alive()) most = std::max(most, id + 1);
    size_.assign(most, 0);
    mines_.assign(most, 0);
    is_touched_.assign(most, 0);
    for (int id : equations.alive()) {
        size_[id] = equations[id].size();
        mines_[id] = equations[id].mines;
        cells = std::max(cells, equations[id].cells.back() + 1);
    }
    value_.assign(cells, Known::Unknown);
    because_.resize(cells);
    and_because_.resize(cells);
}

void Trial::enforce(Equations& equations, const TrialRules& rules) {
    equations.single_cell();  // what needs no assumption is deduced first
    if (!equations.consistent()) return;
    load(equations);
    proven_.clear();
    for (int cell = 0; cell < static_cast<int>(value_.size()); ++cell) {
        if (equations.known(cell) != Known::Unknown || equations.with(cell).empty()) continue;
        check_interruption();  // no trial is under way here
        for (const bool mine : {true, false}) {
            if (!mine && !rules.both) continue;
            const bool wrong = follow(equations, cell, mine, rules.pairs);
            undo(equations);
            if (wrong) {
                proven_.push_back({cell, !mine, numbers_});
                break;
            }
        }
    }
    equations.learn(proven_, Deduction::Trial);
}

bool Trial::contradicts(Equations& equations, int cell, bool mine, const TrialRules& rules) {
    if (!equations.consistent()) return false;
    load(equations);
    if (cell >= static_cast<int>(value_.size())) return false;  // in no equation
    const bool wrong = follow(equations, cell, mine, rules.pairs);
    undo(equations);
    return wrong;
}

bool Trial::follow(Equations& equations, int cell, bool mine, bool with_pairs) {
    bool wrong = !assign(equations, cell, mine, -1) || !single(equations);
    while (with_pairs && !wrong) {
        const auto before = trail_.size();
        wrong = !in_pairs(equations) || !single(equations);
        if (trail_.size() == before) break;
    }
    if (wrong) blame(equations);
    return wrong;
}

bool Trial::assign(Equations& equations, int cell, bool mine, int because, int and_because) {
    value_[cell] = mine ? Known::Mine : Known::Free;
    because_[cell] = because;
    and_because_[cell] = and_because;
    trail_.push_back(cell);
    bool fits = true;
    for (int id : equations.with(cell)) {
        equations.look();
        --size_[id];
        mines_[id] -= mine;
        if (!is_touched_[id]) {
            is_touched_[id] = 1;
            touched_.push_back(id);
        }
        if (mines_[id] < 0 || mines_[id] > size_[id]) {
            contradicted_ = id;
            and_contradicted_ = -1;
            fits = false;  // the remaining equations are still updated, so that undo() can revert all of them alike
        } else if (size_[id] > 0 && (mines_[id] == 0 || mines_[id] == size_[id])) {
            queue_.push_back(id);
        }
    }
    return fits;
}

bool Trial::single(Equations& equations) {
    while (!queue_.empty()) {
        const int id = queue_.back();
        queue_.pop_back();
        if (size_[id] == 0) continue;
        const bool mine = mines_[id] > 0;
        for (int cell : equations[id].cells)
            if (value_[cell] == Known::Unknown && !assign(equations, cell, mine, id)) return false;
    }
    return true;
}

bool Trial::in_pairs(Equations& equations) {
    for (std::size_t at = 0; at < touched_.size(); ++at) {
        const int first = touched_[at];
        for (int cell : equations[first].cells) {
            if (value_[cell] != Known::Unknown) continue;
            other_ = equations.with(cell);
            for (int second : other_) {
                if (second == first || value_[cell] != Known::Unknown) continue;
                if (!compare(equations, first, second)) return false;
                if (!queue_.empty()) return true;  // single equations come first
            }
        }
    }
    return true;
}

// Uses the bounds on the mines that two equations share, as Consistency::pairs does.
bool Trial::compare(Equations& equations, int first, int second) {
    equations.look();
    const auto& cells = equations[second].cells;
    const auto shared = [&](int cell) { return std::binary_search(cells.begin(), cells.end(), cell); };
    int both = 0;
    for (int cell : equations[first].cells) both += value_[cell] == Known::Unknown && shared(cell);
    const int least = std::max({0, mines_[first] - (size_[first] - both), mines_[second] - (size_[second] - both)});
    const int most = std::min({both, mines_[first], mines_[second]});
    if (least > most) {
        contradicted_ = first;
        and_contradicted_ = second;
        return false;
    }
    const auto tell = [&](int size, int fewest, int greatest, int equation, bool in_both) {
        if (size == 0 || (greatest > 0 && fewest < size)) return true;
        const auto& others = equations[equation == first ? second : first].cells;
        for (int cell : equations[equation].cells)
            if (value_[cell] == Known::Unknown && std::binary_search(others.begin(), others.end(), cell) == in_both &&
                !assign(equations, cell, greatest > 0, first, second))
                return false;
        return true;
    };
    const int a = size_[first] - both, b = size_[second] - both, m = mines_[first], n = mines_[second];
    return tell(both, least, most, first, true) && tell(a, m - most, m - least, first, false) &&
           tell(b, n - most, n - least, second, false);
}

void Trial::undo(Equations& equations) {
    for (int cell : trail_) {
        for (int id : equations.with(cell)) {
            ++size_[id];
            mines_[id] += value_[cell] == Known::Mine;
        }
        value_[cell] = Known::Unknown;
    }
    for (int id : touched_) is_touched_[id] = 0;
    trail_.clear();
    queue_.clear();
    touched_.clear();
}

// Collects the numbers that led to a contradiction: those of the equation that cannot be satisfied, and of every
// equation that decided one of its cells.
void Trial::blame(const Equations& equations) {
    guilty_.assign(1, contradicted_);
    if (and_contradicted_ >= 0) guilty_.push_back(and_contradicted_);
    std::vector<int> both;
    numbers_.clear();
    for (std::size_t at = 0; at < guilty_.size(); ++at) {
        unite(numbers_, equations[guilty_[at]].numbers, both);
        std::swap(numbers_, both);
        for (int cell : equations[guilty_[at]].cells) {
            if (value_[cell] == Known::Unknown) continue;
            for (int because : {because_[cell], and_because_[cell]})
                if (because >= 0 && std::find(guilty_.begin(), guilty_.end(), because) == guilty_.end())
                    guilty_.push_back(because);
        }
    }
}

}  // namespace sapper
