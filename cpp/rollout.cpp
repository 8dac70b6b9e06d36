#include "rollout.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "cascade.hpp"

namespace sapper {

namespace {

// How far a lead usually is from what was expected of it, and an expectation from the truth, as a number of games:
// measured on positions with 2,000 games a contender.
constexpr double USUAL_ERROR = 0.015;
constexpr double EXPECTATION_GAMES = 50;
constexpr int FEW_GAMES = 64;          // nobody is out before
constexpr double CLEARLY = 3;          // standard deviations behind the best: out
constexpr int MOST_LAYOUTS = 100'000;  // however long the time

}  // namespace

void Rollout::deal(const Field& field, const std::vector<int>& mines) {
    mine_.assign(static_cast<std::size_t>(field.size()), 0);
    free_at_start_ = -field.mines();
    for (int at = 0; at < field.size(); ++at) {
        mine_[at] = field.is_mine(at);
        free_at_start_ += field.is_inside(at) && !field.is_open(at);
    }
    for (int at : mines) mine_[at] = 1;
}

bool Rollout::open(int at) {
    if (mine_[at]) return false;
    free_left_ -= open_cascade(field_, mine_, at, queue_);
    return true;
}

bool Rollout::wins(const Field& field, int at) {
    if (mine_[at]) return false;
    field_ = field;
    field_.forget_safe();
    free_left_ = free_at_start_;
    open(at);
    while (free_left_ > 0) {
        field_.propagate();
        player_->choose(field_, choice_);
        if (!choice_.certain) {
            field_.forget_safe();
            if (!open(field_.at(choice_.cells.front()))) return false;
            continue;
        }
        field_.forget_safe();
        for (int cell : choice_.cells) open(field_.at(cell));
    }
    return true;
}

double Contender::win() const { return (wins + EXPECTATION_GAMES * expected) / (games + EXPECTATION_GAMES); }

// Experience and expectation, each weighed by how sure it is.
double Contender::lead() const {
    if (games == 0) return 0;
    const double noise = std::max(spread / games, 0.01);
    const double trust = 1 / (1 + noise / (games * USUAL_ERROR * USUAL_ERROR));
    return trust * gain / games + (1 - trust) * (expected - reference);
}

double Contender::doubt() const {
    const double noise = std::max(spread / std::max(games, 1), 0.01);
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
        bool first = false;
        for (Contender& contender : contenders) {
            if (contender.is_out) continue;
            const bool won = rollout_.wins(field, contender.at);
            if (&contender == &contenders.front()) first = won;
            ++contender.games;
            contender.wins += won;
            contender.gain += won - first;
            contender.spread += won != first;
        }
        if (played % FEW_GAMES != FEW_GAMES - 1) continue;
        const double leader = best()->lead();
        for (Contender& contender : contenders) {
            // The first is what the others are measured by, and plays on.
            if (contender.is_out || &contender == &contenders.front()) continue;
            contender.is_out = contender.lead() + CLEARLY * contender.doubt() < leader;
            left -= contender.is_out;
        }
    }
    return static_cast<int>(best() - contenders.begin());
}

}  // namespace sapper
