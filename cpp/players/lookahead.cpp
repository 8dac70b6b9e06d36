#include "players/lookahead.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "players/expectation.hpp"
#include "support/sorting.hpp"
#include "support/tie.hpp"

namespace sapper {

using namespace settings::lookahead;

namespace {

// The estimated chance to win; nan where the position is unlike those that the estimate was fitted to.
double stated_win(const Field& field, const Facts& facts) {
    return is_expectable(field, facts) ? expected_win(facts) : std::numeric_limits<double>::quiet_NaN();
}

// The chance to win by another cell, from that of the best cell and the ratio of their values. Nan stays nan.
double scaled_win(double win, double ratio, double risk) {
    const double scaled = win * ratio;
    return scaled > 1 - risk ? 1 - risk : scaled;
}

}  // namespace

Lookahead::Lookahead(const Effort& effort, const Thinking& thinking, std::unique_ptr<Adviser> adviser)
    : effort_(effort), thinking_(thinking), adviser_(std::move(adviser)) {
    if (effort.rollouts > 0) tournament_ = std::make_unique<Tournament>(std::make_unique<Lookahead>(FAST));
}

void Lookahead::choose(const Field& field, Choice& choice) {
    if (choose_certain(field, solver_, choice)) return;
    if (!solver_.is_exact()) return choose_uncounted(field, choice);
    if (choose_endgame(field, effort_.layouts, effort_.nodes, choice)) return;
    if (tournament_ && choose_endgame(field, effort_.late_layouts, effort_.late_nodes, choice)) return;
    const double log_layouts = solver_.log_layouts();
    const double greatest = GREATEST * find_worth(field, log_layouts);
    const bool closely = effort_.scope.layouts > 0 && log_layouts <= CLOSE_LAYOUTS;
    find_candidates(field, closely && log_layouts <= LATE_LAYOUTS ? UNTOUCHED_LATE : UNTOUCHED);
    if (choose_coin_flip(field, log_layouts, choice)) return;
    // A candidate's value need not be known where it is below this share of the best.
    const double wanted = compares_all_ ? 0 : adviser_ || tournament_ ? least_share(closely) : closely ? CLOSE : 1;
    Candidate* best = weigh_candidates(field, log_layouts, greatest, wanted);
    choice.kind = "lookahead";
    if (closely) best = compare_closely(field, best);
    choice.facts = facts_of(best->value, best->risk, log_layouts, field, solver_, effort_.layouts);
    if ((adviser_ || tournament_) && choose_by_comparison(field, best, choice)) return;
    choice.cells.push_back(field.cell(best->at));
    choice.risk = best->risk;
    choice.win = stated_win(field, choice.facts);
    for (const Candidate& candidate : candidates_)
        if (candidate.value >= 0)
            choice.rivals.push_back({field.cell(candidate.at), candidate.risk,
                                     scaled_win(choice.win, candidate.value / best->value, candidate.risk)});
}

// Where the field is too wide to be counted, the risks are estimates. A search based on them would be slow and no
// better, so the safest cell is taken.
void Lookahead::choose_uncounted(const Field& field, Choice& choice) {
    choose_safest(field, solver_, choice);
    choice.cells.resize(1);
    solver_.release_excess();
}

// Fills worth_ with the factor by which coin flips raise the value of each cell; returns the greatest factor.
double Lookahead::find_worth(const Field& field, double log_layouts) {
    if (!effort_.coin_flips) {
        worth_.assign(static_cast<std::size_t>(field.size()), 1.0);
        return 1;
    }
    worth_ = coin_flips_.worth(field, solver_, log_layouts);
    return coin_flips_.greatest();
}

// Opens a cell of a certain coin flip, if there is one: it has to be guessed some time, and no other move can help.
bool Lookahead::choose_coin_flip(const Field& field, double log_layouts, Choice& choice) {
    const auto flip = std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& candidate) {
        return effort_.coin_flips && coin_flips_.is_certain(candidate.at);
    });
    if (flip == candidates_.end()) return false;
    const double value = worth_[flip->at] * survival(field, *flip, log_layouts, 0);
    choice.kind = "fifty-fifty";
    choice.cells.push_back(field.cell(flip->at));
    choice.risk = flip->risk;
    choice.facts = facts_of(value, flip->risk, log_layouts, field, solver_, effort_.layouts);
    choice.win = stated_win(field, choice.facts);
    return true;
}

// Finds the value of every candidate that may reach `wanted` times the best value; returns the best candidate.
// `greatest` is an upper bound on the value of a position times the worth of its cell.
Lookahead::Candidate* Lookahead::weigh_candidates(const Field& field, double log_layouts, double greatest,
                                                  double wanted) {
    Candidate* best = &candidates_.front();
    for (Candidate& candidate : candidates_) {
        const double floor = best->value * wanted, worth = worth_[candidate.at];
        // The chance to survive the guess bounds the value, and the candidates come in order of risk.
        if ((1 - candidate.risk) * greatest <= floor) break;
        if ((1 - candidate.risk) * GREATEST * worth <= floor) continue;
        candidate.value = candidate.early = worth * survival(field, candidate, log_layouts, floor / worth);
        if (candidate.value > best->value + TIE) best = &candidate;
    }
    return best;
}

// The values cover the next two guesses. Where few cells are left, a search of layouts to the end of the game is more
// accurate. Returns the best candidate by that search, and adjusts the values of the compared candidates to its order.
Lookahead::Candidate* Lookahead::compare_closely(const Field& field, Candidate* best) {
    const double top = best->value;
    sort_stably(candidates_.begin(), candidates_.end(),
                [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
    close_.clear();
    for (const Candidate& candidate : candidates_)
        if (candidate.value >= CLOSE * top && close_.size() < MOST_CLOSE) close_.push_back(candidate.at);
    const bool weigh_all = compares_all_ || tournament_ || adviser_;
    Scope scope = effort_.scope;
    if (solver_.log_layouts() <= LATE_LAYOUTS) scope.layouts *= 2, ++scope.width;
    const auto weigh = [&](bool all) {
        Philox random(field.key(), 1, Purpose::Thought);
        return endgame_.weigh(field, solver_, random, scope, close_, all, shares_);
    };
    // To weigh all cells may take longer than the search may. What follows must not change the lookahead's own choice.
    if (close_.size() < 2 || !(weigh(weigh_all) || ((adviser_ || tournament_) && weigh(false))))
        return &candidates_.front();
    const auto most = std::max_element(shares_.begin(), shares_.end());
    for (std::size_t i = 0; i < close_.size(); ++i) candidates_[i].value = top * shares_[i] / *most;
    return &candidates_[static_cast<std::size_t>(most - shares_.begin())];
}

// Finds the best cells, `own` first, which would be opened without an adviser or rollouts; false when there is only
// one. Candidates are added and move, `own` with them.
bool Lookahead::compare(const Field& field, Candidate*& own, const Choice& choice) {
    const double best = own->value;
    if (best <= 0) return false;  // no position after the guess could be counted
    comparison_.log_layouts = solver_.log_layouts();
    comparison_.closely = effort_.scope.layouts > 0 && comparison_.log_layouts <= CLOSE_LAYOUTS;
    comparison_.win = expected_win(choice.facts);
    const auto is_own = [at = own->at](const Candidate& candidate) { return candidate.at == at; };
    double top = 0;
    for (const Candidate& candidate : candidates_) top = std::max(top, candidate.early);
    const double least = least_share(comparison_.closely) * top;
    if (adviser_ && comparison_.closely) add_risky(field, comparison_.log_layouts, least);
    add_untouched(field, comparison_.log_layouts, least);
    sort_stably(candidates_.begin(), candidates_.end(), [&](const Candidate& a, const Candidate& b) {
        return is_own(a) != is_own(b) ? is_own(a) : a.value > b.value;
    });
    own = &candidates_.front();
    comparison_.cells.clear();
    for (const Candidate& candidate : candidates_)
        if ((is_own(candidate) || candidate.early > least) && comparison_.cells.size() < MOST_ADVISED) {
            // The lookahead does not consider every cell: none is estimated to be better than its own choice.
            const double share = std::min(candidate.value / best, 1.0);
            comparison_.cells.push_back({candidate.at, candidate.risk, candidate.early, candidate.value,
                                         scaled_win(comparison_.win, share, candidate.risk)});
        }
    return comparison_.cells.size() >= 2;
}

// The least share of the best value of a cell that an adviser may choose, or that may be played out.
double Lookahead::least_share(bool closely) const { return adviser_ && closely ? ADVISED_LATE : ADVISED; }

// Lets the adviser, the rollouts or both choose among the best cells; false when there is only one, or when there is no
// adviser and no rollout was worth playing.
bool Lookahead::choose_by_comparison(const Field& field, Candidate*& own, Choice& choice) {
    if (!compare(field, own, choice)) return false;
    const bool is_fitted = is_expectable(field, choice.facts);
    const std::size_t advised = adviser_ ? adviser_->choose(field, solver_, comparison_) : 0;
    if (tournament_ && choose_by_rollouts(field, is_fitted, advised, choice)) return true;
    if (!adviser_) return false;
    const Compared& chosen = comparison_.cells[advised];
    choice.cells.push_back(field.cell(chosen.at));
    choice.risk = chosen.risk;
    if (is_fitted) choice.win = chosen.win;
    for (const Compared& compared : comparison_.cells)
        choice.rivals.push_back({field.cell(compared.at), compared.risk, is_fitted ? compared.win : choice.win});
    return true;
}

// Plays the compared cells out that may be best, of which `first` is expected to be; false when there is only one, when
// no layout can be drawn, or when no rollout is worth playing.
bool Lookahead::choose_by_rollouts(const Field& field, bool is_fitted, std::size_t first, Choice& choice) {
    const Compared& likeliest = comparison_.cells[first];
    contenders_.clear();
    contenders_.push_back({likeliest.at, likeliest.risk, likeliest.win, is_fitted});
    for (const Compared& cell : comparison_.cells)
        if (cell.at != likeliest.at && cell.win >= likeliest.win * CONTEND)
            contenders_.push_back({cell.at, cell.risk, cell.win, is_fitted});
    sort_stably(contenders_.begin() + 1, contenders_.end(),
                [](const Contender& a, const Contender& b) { return a.expected > b.expected; });
    if (contenders_.size() > CONTENDERS) contenders_.resize(CONTENDERS);
    if (contenders_.size() < 2) return false;
    const int chosen = tournament_->play(field, solver_, contenders_,
                                         thinking_.layouts > 0 ? thinking_.layouts : effort_.rollouts, thinking_);
    if (chosen < 0) return false;
    const Contender& winner = contenders_[static_cast<std::size_t>(chosen)];
    choice.cells.push_back(field.cell(winner.at));
    choice.risk = winner.risk;
    choice.win = winner.win();
    choice.kind = "rollouts";
    for (const Contender& contender : contenders_)
        choice.rivals.push_back({field.cell(contender.at), contender.risk, contender.win()});
    return true;
}

bool Lookahead::is_candidate(int at) const {
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const auto& each) { return each.at == at; });
}

// Adds a cell with its value where that may be more than `least`.
void Lookahead::add_candidate(const Field& field, double log_layouts, double least, Candidate more) {
    const double worth = worth_[more.at];
    more.value = more.early = worth * survival(field, more, log_layouts, least / worth);
    candidates_.push_back(more);
}

// Adds cells next to a number that are too risky for the lookahead, where their values may be more than `least`.
void Lookahead::add_risky(const Field& field, double log_layouts, double least) {
    const Frontier& frontier = solver_.frontier();
    for (const auto& [at, group] : frontier.cells) {
        const double risk = solver_.risk()[group];
        if ((1 - risk) * GREATEST * worth_[at] > least && !is_candidate(at))
            add_candidate(field, log_layouts, least, {at, risk});
    }
}

// Adds untouched cells that the lookahead leaves out, with their values where those may be more than `least`. Cells
// near the frontier come first: they may tell something about it.
void Lookahead::add_untouched(const Field& field, double log_layouts, double least) {
    const Frontier& frontier = solver_.frontier();
    if (frontier.untouched == 0 || 1 - solver_.untouched_risk() <= least) return;
    untouched_.clear();
    for (int at = 0; at < field.size(); ++at) {
        if (!field.is_unknown(at) || frontier.group_at(at) >= 0) continue;
        bool is_near = false;
        for (int k = 0; k < 8; ++k) {
            const int near = at + field.offsets()[k];
            is_near |= field.is_unknown(near) && frontier.group_at(near) >= 0;
        }
        untouched_.emplace_back(field.unknown_around(at) + (is_near ? 0 : 8), at);
    }
    sort_stably(untouched_.begin(), untouched_.end());
    int added = 0;
    for (auto it = untouched_.begin(); it != untouched_.end() && added < MORE_UNTOUCHED; ++it) {
        if (is_candidate(it->second)) continue;
        add_candidate(field, log_layouts, least, {it->second, solver_.untouched_risk()});
        ++added;
    }
}

bool Lookahead::choose_endgame(const Field& field, std::size_t layouts, std::size_t nodes, Choice& choice) {
    if (solver_.log_layouts() > std::log(static_cast<double>(layouts)) + TIE) return false;
    EndgameValue value;
    if (!endgame_.solve(field, layouts, nodes, value)) return false;
    choice.cells.push_back(field.cell(value.cell));
    choice.risk = risk_at(solver_, value.cell);
    choice.win = value.win();
    choice.win_exact = true;
    choice.kind = "endgame";
    return true;
}

void Lookahead::find_candidates(const Field& field, int most_untouched) {
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
        const auto few = std::min<std::ptrdiff_t>(most_untouched, static_cast<std::ptrdiff_t>(untouched_.size()));
        std::partial_sort(untouched_.begin(), untouched_.begin() + few, untouched_.end());
        for (auto it = untouched_.begin(); it != untouched_.begin() + few; ++it)
            candidates_.push_back({it->second, solver_.untouched_risk()});
    }
    sort_stably(candidates_.begin(), candidates_.end(),
                [](const Candidate& a, const Candidate& b) { return a.risk < b.risk; });
}

// The chance of surviving the guess times the value of the position after it, if that is more than `floor`; otherwise
// some number that is at most `floor`.
double Lookahead::survival(const Field& field, const Candidate& candidate, double log_layouts, double floor) {
    int mines = 0;
    for (int k = 0; k < 8; ++k) mines += field.is_mine(candidate.at + field.offsets()[k]);
    double survived = 0, left = 1 - candidate.risk;
    for (int number = mines; number <= mines + field.unknown_around(candidate.at); ++number) {
        if (left < NEGLIGIBLE || survived + left * GREATEST <= floor) break;
        next_ = field;
        next_.forget_safe();
        next_.open(candidate.at, number);
        if (!next_.propagate() || inner_.solve(next_, WHAT_IF_LIMITS) != Verdict::Exact) continue;
        const double chance = std::exp(inner_.log_layouts() - log_layouts);
        left -= chance;
        survived += chance * prospect(next_);
    }
    return survived;
}

// The value of the field that `inner_` has solved.
double Lookahead::prospect(const Field& field) {
    if (field.unknown_count() == field.mines() - field.mine_count()) return GREATEST;
    // A free cell whose number is known beforehand gives no information; one with an unknown neighbour may.
    int free = 0;
    bool tells = false;
    for (int at : field.proven_safe()) {
        if (field.is_open(at)) continue;
        ++free;
        tells |= field.unknown_around(at) > 0;
    }
    double least = 1, second = 1;
    const auto consider = [&](double risk) {
        free += risk == 0;
        if (risk < least)
            second = least, least = risk;
        else
            second = std::min(second, risk);
    };
    const Frontier& frontier = inner_.frontier();
    for (const auto& [at, group] : frontier.cells) consider(inner_.risk()[group]);
    for (int i = 0; i < std::min(2, frontier.untouched); ++i) consider(inner_.untouched_risk());
    if (tells || least == 0) return PROGRESS + FREE_CELL * std::min(free, MOST_FREE);
    return 1 - (1 - SECOND) * least - SECOND * second;
}

}  // namespace sapper
