#include "players/pseq.hpp"

#include <algorithm>
#include <cmath>

#include "support/sorting.hpp"

namespace sapper {

namespace {
constexpr double EQUAL = 1e-9;  // prospects are sums of rounded weights; values this close count as equal
constexpr int UNTOUCHED = -1, NO_CELL = -2;
}  // namespace

void Pseq::choose(const Field& field, Choice& choice) {
    safest_->choose(field, choice);
    if (choice.certain || choice.cells.size() == 1) return;
    frontier_.build(field);
    shapes_.clear();
    prospects_.clear();
    for (int cell : choice.cells) prospects_.push_back(prospect(field, field.at(cell)));
    for (double Prospect::* value : {&Prospect::solvable, &Prospect::freed, &Prospect::entropy}) {
        double most = 0;
        for (const Prospect& each : prospects_) most = std::max(most, each.*value);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < prospects_.size(); ++i) {
            if (prospects_[i].*value < most - EQUAL) continue;
            prospects_[kept] = prospects_[i];
            choice.cells[kept++] = choice.cells[i];
        }
        prospects_.resize(kept);
        choice.cells.resize(kept);
    }
}

const Pseq::Prospect& Pseq::prospect(const Field& field, int at) {
    std::array<int, 10> groups;
    groups.fill(NO_CELL);
    groups[0] = frontier_.group_at(at);
    int count = 1;
    for (int k = 0; k < 8; ++k)
        if (const int near = at + field.offsets()[k]; field.is_unknown(near))
            groups[count++] = std::max(frontier_.group_at(near), UNTOUCHED);
    sort_stably(groups.begin() + 1, groups.begin() + count);
    for (const Shape& shape : shapes_)
        if (shape.groups == groups) return shape.prospect;
    return shapes_.emplace_back(Shape{groups, look_ahead(field, at)}).prospect;
}

// Lets the cell show each number it may show, and finds what would then be certain.
Pseq::Prospect Pseq::look_ahead(const Field& field, int at) {
    struct Outcome {
        double log_layouts;
        int freed;
    };
    std::array<Outcome, 9> outcomes;
    int count = 0, known = 0, unknown = 0;
    for (int k = 0; k < 8; ++k) {
        known += field.is_mine(at + field.offsets()[k]);
        unknown += field.is_unknown(at + field.offsets()[k]);
    }
    for (int number = known; number <= known + unknown; ++number) {
        next_ = field;
        next_.forget_safe();
        next_.open(at, number);
        if (!next_.propagate() || solver_.solve(next_, WHAT_IF_LIMITS) != Verdict::Exact) continue;
        outcomes[count++] = {solver_.log_layouts(), count_free()};
    }
    double largest = 0, total = 0;
    for (int i = 0; i < count; ++i) largest = i ? std::max(largest, outcomes[i].log_layouts) : outcomes[i].log_layouts;
    for (int i = 0; i < count; ++i) total += std::exp(outcomes[i].log_layouts - largest);
    Prospect prospect;
    for (int i = 0; i < count; ++i) {
        const double chance = std::exp(outcomes[i].log_layouts - largest) / total;
        if (outcomes[i].freed > 0) prospect.solvable += chance;
        prospect.freed += chance * outcomes[i].freed;
        if (chance > 0) prospect.entropy -= chance * std::log(chance);
    }
    return prospect;
}

// After a solve: how many covered cells are free in every layout.
int Pseq::count_free() {
    const Frontier& frontier = solver_.frontier();
    auto count = static_cast<int>(next_.proven_safe().size());
    for (const auto& cell : frontier.cells) count += solver_.risk()[cell.group] == 0;
    if (solver_.untouched_risk() == 0) count += frontier.untouched;
    return count;
}

}  // namespace sapper
