#include "lookahead.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

constexpr double SECOND = 0.15;      // weight of the second safest cell in a prospect
constexpr int UNTOUCHED = 2;         // cells away from all numbers that are looked at: those with fewest neighbours
constexpr double NEGLIGIBLE = 1e-9;  // chance of the numbers not looked at

}  // namespace

void Lookahead::choose(const Field& field, Choice& choice) {
    if (choose_certain(field, solver_, choice)) return;
    if (!solver_.is_exact()) {
        // Too wide to be counted: a search would build on sand, and take for ever.
        choose_safest(field, solver_, choice);
        choice.cells.resize(1);
        solver_.release_excess();
        return;
    }
    if (choose_endgame(field, choice)) return;
    const double log_layouts = solver_.log_layouts();
    double greatest = 1;
    if (effort_.coin_flips) {
        worth_ = coin_flips_.worth(field, solver_, log_layouts);
        greatest = coin_flips_.greatest();
    } else {
        worth_.assign(static_cast<std::size_t>(field.size()), 1.0);
    }
    find_candidates(field);
    double best = -1;
    const Candidate* chosen = &candidates_.front();
    for (const Candidate& candidate : candidates_) {
        // Nobody survives more often than the guess itself is survived, and candidates come in order of risk.
        if ((1 - candidate.risk) * greatest <= best) break;
        const double worth = worth_[candidate.at];
        if ((1 - candidate.risk) * worth <= best) continue;
        const double value = worth * survival(field, candidate, log_layouts, best / worth);
        choice.rivals.push_back({field.cell(candidate.at), candidate.risk, std::min(1.0, value)});
        if (value > best + TIE) best = value, chosen = &candidate;
    }
    choice.cells.push_back(field.cell(chosen->at));
    choice.risk = chosen->risk;
    choice.kind = effort_.coin_flips && coin_flips_.is_certain(chosen->at) ? "fifty-fifty" : "lookahead";
}

bool Lookahead::choose_endgame(const Field& field, Choice& choice) {
    if (solver_.log_layouts() > std::log(static_cast<double>(effort_.layouts)) + TIE) return false;
    EndgameValue value;
    if (!endgame_.solve(field, effort_.layouts, effort_.nodes, value)) return false;
    choice.cells.push_back(field.cell(value.cell));
    choice.risk = risk_at(solver_, value.cell);
    choice.win = value.win();
    choice.win_exact = true;
    choice.kind = "endgame";
    return true;
}

void Lookahead::find_candidates(const Field& field) {
    const Frontier& frontier = solver_.frontier();
    double safest = frontier.untouched > 0 ? 1 - solver_.untouched_risk() : 0;
    for (const auto& [at, group] : frontier.cells) safest = std::max(safest, 1 - solver_.risk()[group]);
    const double bound = safest * effort_.candidates;
    candidates_.clear();
    for (const auto& [at, group] : frontier.cells)
        if (const double risk = solver_.risk()[group]; (1 - risk) * worth_[at] >= bound)
            candidates_.push_back({at, risk});
    if (frontier.untouched > 0 && 1 - solver_.untouched_risk() >= bound) {
        untouched_.clear();
        for (int at = 0; at < field.size(); ++at)
            if (field.is_unknown(at) && frontier.group_at(at) < 0)
                untouched_.emplace_back(field.unknown_around(at), at);
        const auto few = std::min<std::ptrdiff_t>(UNTOUCHED, static_cast<std::ptrdiff_t>(untouched_.size()));
        std::partial_sort(untouched_.begin(), untouched_.begin() + few, untouched_.end());
        for (auto it = untouched_.begin(); it != untouched_.begin() + few; ++it)
            candidates_.push_back({it->second, solver_.untouched_risk()});
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.risk < b.risk; });
}

// The chance to survive the guess and the one after it, if that is more than `floor`; otherwise something not above.
double Lookahead::survival(const Field& field, const Candidate& candidate, double log_layouts, double floor) {
    int mines = 0;
    for (int k = 0; k < 8; ++k) mines += field.is_mine(candidate.at + field.offsets()[k]);
    double survived = 0, left = 1 - candidate.risk;
    for (int number = mines; number <= mines + field.unknown_around(candidate.at); ++number) {
        if (left < NEGLIGIBLE || survived + left <= floor) break;
        next_ = field;
        next_.forget_safe();
        next_.open(candidate.at, number);
        if (!next_.propagate() || inner_.solve(next_, WHAT_IF) != Verdict::Exact) continue;
        const double chance = std::exp(inner_.log_layouts() - log_layouts);
        left -= chance;
        survived += chance * prospect(next_);
    }
    return survived;
}

// How safe the next guess will be, of the field that `inner_` has solved.
double Lookahead::prospect(const Field& field) {
    if (field.unknown_count() == field.mines() - field.mine_count()) return 1;
    // A free cell whose number is known beforehand helps nobody; one with an unknown neighbour may tell something.
    for (int at : field.proven_safe())
        if (!field.is_open(at) && field.unknown_around(at) > 0) return 1;
    double least = 1, second = 1;
    const auto consider = [&](double risk) {
        if (risk < least)
            second = least, least = risk;
        else
            second = std::min(second, risk);
    };
    const Frontier& frontier = inner_.frontier();
    for (const auto& [at, group] : frontier.cells) consider(inner_.risk()[group]);
    for (int i = 0; i < std::min(2, frontier.untouched); ++i) consider(inner_.untouched_risk());
    return 1 - (1 - SECOND) * least - SECOND * second;
}

}  // namespace sapper
