#include "facade/rating.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sapper::facade {

namespace {

const double Q = std::numbers::ln10 / 400;
constexpr double GROWTH =
    (Rating::LARGEST_DEVIATION * Rating::LARGEST_DEVIATION - 50.0 * 50.0) / Rating::DAYS_UNTIL_UNKNOWN;

// How much a result against an opponent with this deviation counts: g(RD) in the paper.
double weight(double deviation) {
    const double spread = Q * deviation / std::numbers::pi;
    return 1 / std::sqrt(1 + 3 * spread * spread);
}

}  // namespace

double Rating::expected(const Rating& other) const {
    return 1 / (1 + std::pow(10.0, -weight(other.deviation) * (value - other.value) / 400));
}

Rating Rating::after(const std::vector<Result>& results) const {
    double information = 0, gain = 0;
    for (const auto& [opponent, score] : results) {
        const double counts = weight(opponent.deviation), chance = expected(opponent);
        information += Q * Q * counts * counts * chance * (1 - chance);
        gain += counts * (score - chance);
    }
    const double precision = 1 / (deviation * deviation) + information;
    return {value + Q / precision * gain, std::max(LEAST_DEVIATION, 1 / std::sqrt(precision))};
}

Rating Rating::idle(double days) const {
    const double grown = std::sqrt(deviation * deviation + GROWTH * std::max(0.0, days));
    return {value, std::min(LARGEST_DEVIATION, std::max(deviation, grown))};
}

}  // namespace sapper::facade
