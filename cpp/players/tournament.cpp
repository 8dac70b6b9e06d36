#include "players/tournament.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>

#include "players/settings.hpp"

namespace sapper {

using namespace settings::rollouts;

namespace {

// How far an expected lead usually is from the truth, in this field.
double usual_error(const Field& field) {
    const int free_left = field.unknown_count() - (field.mines() - field.mine_count());
    const double share = static_cast<double>(free_left) / (field.rows() * field.cols() - field.mines());
    return share > BARELY_BEGUN ? FIRST_ERROR : LATE_ERROR + (EARLY_ERROR - LATE_ERROR) * share;
}

// The mean of what a normal variable with this mean and deviation is above 0.
double mean_above_zero(double mean, double deviation) {
    const double z = mean / deviation;
    return deviation * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) +
           mean * std::erfc(-z / std::numbers::sqrt2) / 2;
}

}  // namespace

double Contender::win() const {
    const double trust = is_fitted ? EXPECTATION_GAMES : 0;
    if (games + trust == 0) return std::numeric_limits<double>::quiet_NaN();
    return std::clamp((wins + trust * expected) / (games + trust), 0.0, 1 - risk);
}

int Tournament::play(const Field& field, Solver& solved, std::vector<Contender>& contenders, int layouts,
                     const Thinking& thinking) {
    const auto began = std::chrono::steady_clock::now();
    const bool is_timed = thinking.seconds > 0;
    const auto is_over = [&] {
        if (thinking.is_stopped() || played_ >= most_) return true;
        return is_timed &&
               std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() >= thinking.seconds;
    };
    contenders_ = &contenders;
    results_.assign(contenders.size(), 0);
    squared_gaps_.assign(contenders.size() * contenders.size(), 0);
    left_ = contenders.size();
    played_ = 0;
    most_ = is_timed ? MOST_LAYOUTS : std::min(layouts, MOST_LAYOUTS);
    usual_error_ = usual_error(field);
    price_ = is_timed ? 0 : BUDGET / layouts;
    Philox random(field.key(), 0, Purpose::Thought);
    std::size_t leader = find_leader();
    if (contenders.front().is_fitted) drop(leader);  // otherwise the expected leads say little
    while (left_ > 1 && !is_over()) {
        if (!play_layout(field, solved, random)) return -1;
        if (played_ < FIRST_GAMES || played_ % ROUND != 0) continue;
        leader = find_leader();
        drop(leader);
    }
    return played_ == 0 ? -1 : static_cast<int>(left_ > 1 ? find_leader() : leader);
}

// Draws a layout and plays it once for every contender that is not out; false when none can be drawn.
bool Tournament::play_layout(const Field& field, Solver& solved, Philox& random) {
    if (!solved.draw(field, random, mines_)) return false;
    rollout_.deal(field, mines_);
    std::vector<Contender>& contenders = *contenders_;
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        Contender& contender = contenders[i];
        if (contender.is_out) continue;
        const bool survives = !rollout_.is_mine(contender.at);
        results_[i] = -luck_of(contender.expected, contender.risk, survives);
        if (survives) results_[i] += rollout_.play(field, {&contender.at, 1}, random).fair();
        ++contender.games;
        contender.wins += results_[i];
        for (std::size_t j = 0; j < i; ++j)
            if (const double gap = results_[i] - results_[j]; !contenders[j].is_out)
                squared_gaps_[i * contenders.size() + j] += gap * gap;
    }
    ++played_;
    return true;
}

// The variance of the difference of two results on one layout, if both contenders play on.
double Tournament::noise(std::size_t a, std::size_t b) const {
    const double sum = squared_gaps_[std::max(a, b) * contenders_->size() + std::min(a, b)];
    const double difference = (*contenders_)[a].wins - (*contenders_)[b].wins;
    const double spread = played_ > 0 ? sum - difference * difference / played_ : 0;
    return (std::max(spread, 0.0) + NOISE_GAMES * USUAL_NOISE) / (played_ + NOISE_GAMES);
}

// The weight of a difference of results with such noise, beside the expected difference.
double Tournament::trust(double noise) const { return played_ / (played_ + noise / (usual_error_ * usual_error_)); }

// The best contender of those that play on. Results and expectations are weighted alike for all of them, because leads
// of pairs might contradict each other.
std::size_t Tournament::find_leader() const {
    const std::vector<Contender>& contenders = *contenders_;
    double total = 0;
    int pairs = 0;
    for (std::size_t i = 0; i < contenders.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!contenders[i].is_out && !contenders[j].is_out) total += noise(i, j), ++pairs;
    const double weight = pairs > 0 ? trust(total / pairs) : 0;
    const auto score = [&](const Contender& each) {
        if (each.is_out) return -std::numeric_limits<double>::infinity();
        return (1 - weight) * each.expected + (played_ > 0 ? weight * each.wins / played_ : 0);
    };
    const auto best = std::max_element(contenders.begin(), contenders.end(),
                                       [&](const auto& a, const auto& b) { return score(a) < score(b); });
    return static_cast<std::size_t>(best - contenders.begin());
}

void Tournament::drop(std::size_t leader) {
    for (std::size_t i = 0; i < contenders_->size(); ++i) {
        Contender& contender = (*contenders_)[i];
        if (i == leader || contender.is_out || is_worth_playing(i, leader)) continue;
        contender.is_out = true;
        --left_;
    }
}

// Whether some number of games more is worth its price. What they are worth: they may show that the rival is better
// than the leader, and then the choice gains the difference.
bool Tournament::is_worth_playing(std::size_t rival, std::size_t leader) const {
    const Contender &ours = (*contenders_)[rival], &best = (*contenders_)[leader];
    const double spread = noise(rival, leader), weight = trust(spread);
    double lead = (1 - weight) * (ours.expected - best.expected);
    if (played_ > 0) lead += weight * (ours.wins - best.wins) / played_;
    lead = std::min(lead, 0.0);
    const double before = 1 / (usual_error_ * usual_error_) + played_ / spread;  // the precision of the lead
    if (price_ == 0) return played_ < FIRST_GAMES || -lead * std::sqrt(before) < CLEARLY;
    for (const int times : {1, 4}) {
        const int more = std::min(times * std::max(played_, FIRST_GAMES), most_ - played_);
        if (more <= 0) return true;
        // By how much the estimated lead may still move.
        const double shift = std::sqrt(1 / before - 1 / (before + more / spread));
        if (mean_above_zero(lead, shift) > price_ * more) return true;
    }
    return false;
}

}  // namespace sapper
