#include "expectation.hpp"

#include <cmath>

namespace sapper {

namespace {

struct Unit {
    double bias;
    double weight[std::tuple_size_v<Facts>];
    double say;  // in the logarithm of the odds
};

// A small network fitted to the results of about 270,000 guesses in games of the three levels, from a safe corner and
// from a zero: docs/strength.md says how well it is calibrated.
constexpr Unit FITTED[12] = {
    {-1.1722, {0.7372, -0.1689, -0.0952, -2.0989, -0.0434, 0.6012, -0.3461, 0.5362}, 0.4219},
    {-0.2302, {0.1009, -0.3883, -0.4382, -0.3079, -0.1909, 0.1990, -0.1169, 1.1117}, 0.2030},
    {-0.4255, {0.0634, -0.1002, -0.0689, 0.0671, 0.0861, 0.2721, -0.0066, 0.4196}, 0.0210},
    {-0.5722, {0.1612, -0.4390, 0.9604, -0.3160, 0.2191, 0.4729, -0.0367, 1.4956}, 1.2330},
    {0.4965, {-0.7444, 0.3988, -0.1681, -0.1322, -0.1118, 0.1705, 0.0841, -0.6221}, -0.1055},
    {-0.2198, {0.0513, -0.6271, -0.0936, -0.1799, -0.2260, 0.1826, -0.0068, 0.9572}, 0.4339},
    {-0.2599, {0.1979, -0.3761, 0.1752, 0.0632, 0.1496, 0.2902, 0.3272, 0.4575}, 0.0660},
    {-0.0678, {-0.1568, 0.0923, -0.1636, -0.0241, 0.1282, 0.0182, -0.0759, -0.1079}, -0.0121},
    {0.3420, {-0.1702, 0.6223, -0.1162, -0.0209, 0.3559, 0.2477, -0.1139, -0.7750}, -0.3121},
    {0.5556, {0.7307, 0.6394, 1.2526, 1.1911, -0.1087, -1.2025, 0.3838, -1.6779}, -0.5478},
    {0.1336, {-1.5979, 0.6269, -0.2166, -0.7028, 0.0511, -0.0732, -1.1101, -0.1178}, -0.2726},
    {-0.1245, {-1.5268, 0.0513, 0.0838, -0.5511, 0.1019, -0.0328, -2.7949, -0.6191}, -0.1072},
};
constexpr double BIAS = 0.1230;

}  // namespace

Facts facts_of(double promise, double risk, double log_layouts, const Field& field, const Solver& solver,
               std::size_t endgame) {
    const double unknown = field.unknown_count(), mines = field.mines() - field.mine_count();
    const Frontier& frontier = solver.frontier();
    return {4 * (promise - 0.8),
            std::log1p(log_layouts) - 3,
            log_layouts / 100 - 1,
            10 * (mines / unknown - 0.2),
            std::log(unknown) / 2 - 2,
            std::log1p(frontier.untouched) / 2 - 2,
            static_cast<double>(frontier.cells.size()) / 20 - 0.5,
            1 - risk,
            std::log(static_cast<double>(endgame)) - 6.5};
}

double expected_win(const Facts& facts) {
    double odds = BIAS;  // their logarithm
    for (const Unit& unit : FITTED) {
        double sum = unit.bias;
        for (std::size_t i = 0; i < facts.size(); ++i) sum += unit.weight[i] * facts[i];
        odds += unit.say * std::tanh(sum);
    }
    return 1 / (1 + std::exp(-odds));
}

}  // namespace sapper
