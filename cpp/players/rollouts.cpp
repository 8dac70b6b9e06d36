#include "players/rollouts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "players/settings.hpp"
#include "support/interruption.hpp"

namespace sapper {

using namespace settings::rollouts;

void Rollout::deal(const Field& field, const std::vector<int>& mines) {
    mine_.assign(static_cast<std::size_t>(field.size()), 0);
    free_at_start_ = -field.mines();
    for (int at = 0; at < field.size(); ++at) {
        mine_[at] = field.is_mine(at);
        free_at_start_ += field.is_inside(at) && !field.is_open(at);
    }
    for (int at : mines) mine_[at] = 1;
}

Outcome Rollout::play(const Field& field, std::span<const int> cells, Philox random) {
    field_ = field;
    free_left_ = free_at_start_;
    double luck = 0;
    for (int at : cells) open(at);
    while (free_left_ > 0) {
        check_interruption();
        field_.propagate();
        player_->choose(field_, choice_);
        if (choice_.certain) {
            field_.forget_safe();
            for (int cell : choice_.cells) open(field_.at(cell));
            continue;
        }
        if (choice_.win_exact) return {choice_.win, luck};
        const auto count = choice_.cells.size();
        const int at = field_.at(choice_.cells[count > 1 ? random.pick(count) : 0]);
        // Where a position is too wide to be counted, its risks are estimates and no chance to win is stated.
        if (!std::isnan(choice_.win)) luck += luck_of(choice_.win, choice_.risk, !mine_[at]);
        if (mine_[at]) return {0, luck};
        open(at);
    }
    return {1, luck};
}

double Contender::win() const {
    const double trust = is_fitted ? EXPECTATION_GAMES : 0;
    if (games + trust == 0) return std::numeric_limits<double>::quiet_NaN();
    return std::clamp((wins + trust * expected) / (games + trust), 0.0, 1 - risk);
}

// Combines the results and the expectation, each weighted by its precision.
double Contender::lead() const {
    if (games == 0) return 0;
    const double noise = std::max(squared_gain / games, LEAST_NOISE);
    const double trust = 1 / (1 + noise / (games * USUAL_ERROR * USUAL_ERROR));
    return trust * gain / games + (1 - trust) * (expected - reference);
}

double Contender::doubt() const {
    const double noise = std::max(squared_gain / std::max(games, 1), LEAST_NOISE);
    return 1 / std::sqrt(1 / (USUAL_ERROR * USUAL_ERROR) + games / noise);
}

int Tournament::play(const Field& field, Solver& solved, std::vector<Contender>& contenders, int layouts,
                     const Thinking& thinking) {
    const auto began = std::chrono::steady_clock::now();
    const auto is_over = [&](int played) {
        if (thinking.is_stopped() || played >= MOST_LAYOUTS) return true;
        if (thinking.seconds <= 0) return played >= layouts;
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() >= thinking.seconds;
    };
    Philox random(field.key(), 0, Purpose::Thought);
    for (Contender& contender : contenders) contender.reference = contenders.front().expected;
    const auto best = [&] {
        return std::max_element(contenders.begin(), contenders.end(),
                                [](const Contender& a, const Contender& b) { return a.lead() < b.lead(); });
    };
    std::size_t left = contenders.size();
    for (int played = 0; left > 1 && !is_over(played); ++played) {
        if (!solved.draw(field, random, mines_)) return -1;
        rollout_.deal(field, mines_);
        double first = 0;
        for (Contender& contender : contenders) {
            if (contender.is_out) continue;
            const bool survives = !rollout_.is_mine(contender.at);
            double result = -luck_of(contender.expected, contender.risk, survives);
            if (survives) result += rollout_.play(field, {&contender.at, 1}, random).fair();
            if (&contender == &contenders.front()) first = result;
            ++contender.games;
            contender.wins += result;
            contender.gain += result - first;
            contender.squared_gain += (result - first) * (result - first);
        }
        if (played % FEW_GAMES != FEW_GAMES - 1) continue;
        const double leader = best()->lead();
        for (Contender& contender : contenders) {
            // The first contender is the reference for the others, so it always plays on.
            if (contender.is_out || &contender == &contenders.front()) continue;
            contender.is_out = contender.lead() + CLEARLY * contender.doubt() < leader;
            left -= contender.is_out;
        }
    }
    return static_cast<int>(best() - contenders.begin());
}

}  // namespace sapper
