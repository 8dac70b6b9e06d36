#include "knowledge/knowledge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "game/neighbours.hpp"
#include "support/sorting.hpp"
#include "support/tie.hpp"

namespace sapper {

namespace {

constexpr double NOTHING = std::numeric_limits<double>::quiet_NaN();

constexpr std::pair<const char*, Deduction> STEPS[] = {
    {"single-cell", Deduction::SingleCell},
    {"subset", Deduction::Subset},
    {"reduce", Deduction::Reduce},
    {"pairs", Deduction::Pairs},
    {"trial", Deduction::Trial},
    {"enumeration", Deduction::Enumeration},
    {"mine-count", Deduction::MineCount},
    {"consistency", Deduction::Consistency},
};

constexpr std::pair<const char*, GuessRule> GUESS_RULES[] = {
    {"none", GuessRule::None},         {"any", GuessRule::Any},
    {"frontier", GuessRule::Frontier}, {"least-number", GuessRule::LeastNumber},
    {"sum", GuessRule::Sum},           {"mean", GuessRule::Mean},
    {"most", GuessRule::Most},         {"boards", GuessRule::Boards},
};

// The whole number that follows a prefix; -1 if the name has another form, or if the number has more than eight digits.
int number_after(std::string_view prefix, std::string_view name) {
    if (!name.starts_with(prefix) || name.size() == prefix.size() || name.size() > prefix.size() + 8) return -1;
    int number = 0;
    for (char digit : name.substr(prefix.size())) {
        if (digit < '0' || digit > '9') return -1;
        number = 10 * number + (digit - '0');
    }
    return number;
}

}  // namespace

StepCall step_named(const std::string& name) {
    for (const auto& [known, step] : STEPS)
        if (name == known && step != Deduction::Consistency) return {.step = step};
    if (const int k = number_after("consistency-", name); k >= 1 && k <= 9)
        return {.step = Deduction::Consistency, .k = k};
    if (const int most = number_after("total-", name); most >= 1) return {.step = Deduction::Total, .k = most};
    if (name == "near") return {.step = Deduction::SingleCell, .near = true};
    if (name == "trial-mine") return {.step = Deduction::Trial, .trial = {.both = false}};
    if (name == "trial-pairs") return {.step = Deduction::Trial, .trial = {.both = false, .pairs = true}};
    throw std::invalid_argument(
        "no step is called '" + name +
        "'; there are single-cell, near, subset, reduce, pairs, consistency-1 to consistency-9, "
        "trial, trial-mine, trial-pairs, enumeration, mine-count and total-N");
}

const char* step_name(Deduction step) {
    for (const auto& [name, known] : STEPS)
        if (known == step) return name;
    return "";
}

GuessRule guess_rule_named(const std::string& name) {
    std::string names;
    for (const auto& [known, rule] : GUESS_RULES) {
        if (name == known) return rule;
        names += (names.empty() ? "" : ", ") + std::string(known);
    }
    throw std::invalid_argument("no rule to guess by is called '" + name + "'; there are " + names);
}

void Knowledge::reset(int rows, int cols, int mines, bool indexed) {
    indexed_ = indexed;
    view_.rows = rows;
    view_.cols = cols;
    view_.mines = mines;
    view_.numbers.assign(static_cast<std::size_t>(rows) * cols, COVERED);
    view_.flags.clear();
    equations_.reset(rows * cols, indexed);
    consistency_.reset();
    opened_ = 0;
    totalled_ = counted_ = false;
    points_.clear();
    equation_of_.assign(view_.numbers.size(), -1);
}

void Knowledge::update(const View& view, bool trust_flags) {
    if (view.rows != view_.rows || view.cols != view_.cols || view.mines != view_.mines)
        reset(view.rows, view.cols, view.mines, indexed_);
    const int cells = view.cells();
    for (int cell = 0; cell < cells; ++cell)
        if (view_.numbers[cell] != view.numbers[cell] && view_.numbers[cell] != COVERED) {
            reset(view.rows, view.cols, view.mines, indexed_);  // a different game
            break;
        }
    // All new cells are recorded first, so that no equation contains a cell that is open by now.
    fresh_.clear();
    for (int cell = 0; cell < cells; ++cell)
        if (view_.numbers[cell] != view.numbers[cell]) see(cell, view.numbers[cell]);
    if (trust_flags && !view.flags.empty())
        for (int cell = 0; cell < cells; ++cell)
            if (view.flags[cell] && view.numbers[cell] == COVERED) equations_.see(cell, true);
    read_fresh();
}

void Knowledge::follow(std::span<const int> opened, std::span<const std::int8_t> numbers) {
    fresh_.clear();
    for (int cell : opened) see(cell, numbers[cell]);
    read_fresh();
}

// Records that a cell was opened.
void Knowledge::see(int cell, std::int8_t number) {
    equations_.see(cell, number == HIT);
    view_.numbers[cell] = number;
    fresh_.push_back(cell);
}

// Creates the equations of the newly opened numbers.
void Knowledge::read_fresh() {
    for (int cell : fresh_) {
        if (view_.numbers[cell] < 0) continue;
        around_.clear();
        int mines = view_.numbers[cell];
        for_neighbours(view_.rows, view_.cols, cell, [&](int near) {
            if (view_.numbers[near] == COVERED)
                around_.push_back(near);
            else
                mines -= view_.numbers[near] == HIT;
        });
        if (!around_.empty() || mines != 0) equation_of_[cell] = equations_.add(around_, mines, cell);
        points_.push_back(cell);
    }
}

int Knowledge::run(const StepCall& call) {
    complete_ = true;
    return perform(call);
}

int Knowledge::perform(const StepCall& call) {
    const auto before = equations_.facts().size();
    if (!equations_.consistent()) return 0;
    switch (call.step) {
        case Deduction::SingleCell:
            call.near ? look_near() : equations_.single_cell();
            break;
        case Deduction::Subset:
            equations_.subset();
            break;
        case Deduction::Reduce:
            equations_.reduce();
            break;
        case Deduction::Pairs:
            consistency_.pairs(equations_);
            break;
        case Deduction::Consistency:
            consistency_.enforce(equations_, call.k);
            break;
        case Deduction::Trial:
            trial_.enforce(equations_, call.trial);
            break;
        case Deduction::Enumeration:
            complete_ &= enumeration_.run(equations_, call.limits);
            if (equations_.consistent()) enumeration_.learn(equations_);
            break;
        case Deduction::MineCount:
            count_mines();
            break;
        case Deduction::Total:
            return add_total(call.k);
    }
    return static_cast<int>(equations_.facts().size() - before);
}

// A number is examined when it opens, and again when another at most two cells away decides something.
void Knowledge::look_near() {
    while (equations_.consistent() && !points_.empty()) {
        const int point = points_.back(), id = equation_of_[point];
        points_.pop_back();
        equations_.look();
        if (id < 0 || !equations_[id].alive || !equations_[id].decides()) continue;
        const bool mine = equations_[id].mines > 0;
        learnt_ = equations_[id].cells;
        for (int cell : learnt_) equations_.learn(cell, mine, Deduction::SingleCell, equations_[id].numbers);
        const int row = point / view_.cols, col = point % view_.cols;
        for (int r = std::max(0, row - 2); r <= std::min(view_.rows - 1, row + 2); ++r)
            for (int c = std::max(0, col - 2); c <= std::min(view_.cols - 1, col + 2); ++c)
                if (view_.numbers[view_.at(r, c)] >= 0) points_.push_back(view_.at(r, c));
    }
}

void Knowledge::count_mines() {
    const int left = view_.mines - equations_.mines();
    if (left < 0 || left > equations_.unknown()) return equations_.contradict();
    if (left != 0 && left != equations_.unknown()) return;
    counted_ = true;
    for (int cell = 0; cell < view_.cells(); ++cell)
        if (equations_.known(cell) == Known::Unknown) equations_.learn(cell, left != 0, Deduction::MineCount, {});
}

// Done once per game: from then on the equation shrinks with the others.
int Knowledge::add_total(int most) {
    if (totalled_ || equations_.unknown() == 0 || equations_.unknown() > most) return 0;
    totalled_ = true;
    around_.clear();
    for (int cell = 0; cell < view_.cells(); ++cell)
        if (equations_.known(cell) == Known::Unknown) around_.push_back(cell);
    equations_.add(around_, view_.mines - equations_.mines(), -1);
    return 1;
}

bool Knowledge::deduce(std::span<const StepCall> calls) {
    complete_ = true;
    const auto is_count = [](const StepCall& call) { return call.step == Deduction::MineCount; };
    for (std::size_t at = 0; at < calls.size() && equations_.consistent(); ++at) {
        if (perform(calls[at]) == 0) continue;
        if (has_safe()) {
            if (std::any_of(calls.begin(), calls.end(), is_count)) count_mines();
            return true;
        }
        at = static_cast<std::size_t>(-1);  // continue with the first step
    }
    return has_safe();
}

bool Knowledge::has_safe() const {
    const auto& facts = equations_.facts();
    while (opened_ < facts.size() && (facts[opened_].mine || view_.numbers[facts[opened_].cell] != COVERED)) ++opened_;
    return opened_ < facts.size();
}

void Knowledge::safe(std::vector<int>& out) const {
    out.clear();
    const auto& facts = equations_.facts();
    for (std::size_t i = opened_; i < facts.size(); ++i)
        if (!facts[i].mine && view_.numbers[facts[i].cell] == COVERED) out.push_back(facts[i].cell);
    sort_stably(out.begin(), out.end());
}

void Knowledge::mines(std::vector<int>& out) const {
    out.clear();
    for (int cell = 0; cell < view_.cells(); ++cell)
        if (view_.numbers[cell] == COVERED && equations_.known(cell) == Known::Mine) out.push_back(cell);
}

double Knowledge::density() const {
    const int unknown = equations_.unknown();
    return unknown == 0 ? 0 : std::clamp(double(view_.mines - equations_.mines()) / unknown, 0.0, 1.0);
}

// Finds the share of mines among the unknown cells around a number. Returns false when there are no unknown cells.
bool Knowledge::share_of(int cell, double& share) const {
    int lacks = view_.numbers[cell], unknown = 0;
    for_neighbours(view_.rows, view_.cols, cell, [&](int near) {
        if (view_.numbers[near] >= 0) return;
        unknown += equations_.known(near) == Known::Unknown;
        lacks -= equations_.known(near) == Known::Mine;
    });
    if (unknown == 0) return false;
    share = std::clamp(double(lacks) / unknown, 0.0, 1.0);
    return true;
}

void Knowledge::risks_from_equations(std::vector<double>& out) {
    for (int id : equations_.alive()) {
        const Equation& equation = equations_[id];
        const double share = double(equation.mines) / equation.size();
        for (int cell : equation.cells) out[cell] = std::isnan(out[cell]) ? share : std::max(out[cell], share);
    }
}

void Knowledge::risks_from_numbers(GuessRule rule, std::vector<double>& out) {
    contributions_.assign(out.size(), 0);
    for (int number = 0; number < view_.cells(); ++number) {
        double share = 0;
        if (view_.numbers[number] < 0 || !share_of(number, share)) continue;
        for_neighbours(view_.rows, view_.cols, number, [&](int cell) {
            if (equations_.known(cell) != Known::Unknown) return;
            if (contributions_[cell]++ == 0)
                out[cell] = share;
            else if (rule == GuessRule::LeastNumber)
                out[cell] = std::min(out[cell], share);
            else
                out[cell] += share;
        });
    }
    for (int cell = 0; cell < view_.cells(); ++cell) {
        if (contributions_[cell] == 0) continue;
        if (rule == GuessRule::Mean) out[cell] /= contributions_[cell];
        if (rule == GuessRule::Frontier) out[cell] = density();
    }
}

void Knowledge::risks(GuessRule rule, bool elsewhere, const EnumerationLimits& limits, std::vector<double>& out) {
    const int cells = view_.cells();
    const auto is_unknown = [&](int cell) { return equations_.known(cell) == Known::Unknown; };
    out.assign(cells, NOTHING);
    if (!equations_.consistent()) return;
    if (rule == GuessRule::None) {
        const auto is_covered = [](auto number) { return number == COVERED; };
        if (std::all_of(view_.numbers.begin(), view_.numbers.end(), is_covered)) out[0] = density();
        return;
    }
    if (rule == GuessRule::Boards) {
        complete_ &= enumeration_.run(equations_, limits);
        for (const Solutions& component : enumeration_.components())
            for (std::size_t i = 0; i < component.cells.size(); ++i)
                out[component.cells[i]] = std::clamp(component.share(i), 0.0, 1.0);
    } else if (rule == GuessRule::Most) {
        risks_from_equations(out);
    } else if (rule != GuessRule::Any) {
        risks_from_numbers(rule, out);
    }
    const bool none = std::all_of(out.begin(), out.end(), [](double risk) { return std::isnan(risk); });
    if (elsewhere || none)
        for (int cell = 0; cell < cells; ++cell)
            if (is_unknown(cell) && std::isnan(out[cell])) out[cell] = density();
}

Guess Knowledge::guess(GuessRule rule, bool elsewhere, const EnumerationLimits& limits) {
    Guess found;
    risks(rule, elsewhere, limits, risk_);
    double least = std::numeric_limits<double>::infinity();
    for (double risk : risk_)
        if (risk < least) least = risk;
    for (int cell = 0; cell < view_.cells(); ++cell)
        if (risk_[cell] <= least + TIE) found.cells.push_back(cell);
    found.risk = found.cells.empty() ? 1 : std::min(least, 1.0);
    return found;
}

}  // namespace sapper
