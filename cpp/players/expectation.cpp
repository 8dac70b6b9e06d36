#include "players/expectation.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

struct Unit {
    double bias;
    double weight[std::tuple_size_v<Facts>];
    double say;  // the unit's weight in the log odds
};

constexpr std::size_t SURVIVAL = 7;  // the index of the feature 1 - risk
constexpr int NARROWEST = 6;         // the shorter side of the narrowest boards that FITTED is fitted to

// Written by scripts/expectation.py: the least and the greatest value of each feature in the games, and the weights
// that are fitted to the results of the games. docs/strength.md says how well they are calibrated.
constexpr Facts LOW = {-2.3115, -1.1208, -0.9447, -1.7393, -0.8012, -2.0001,
                       -0.5001, 0.3042,  -0.9550, -1.1314, -0.9084, -0.8751};
constexpr Facts HIGH = {2.3167, 3.4925, 5.5911, 4.8751, 1.4659, 1.4664, 7.8002, 0.9999, 1.1011, 2.0113, 0.7659, 1.8335};
constexpr Unit FITTED[24] = {
    {2.8432,
     {-0.4722, 0.2636, -0.7971, -0.0166, 0.1820, 1.1799, -0.6802, -5.2473, -1.0486, -0.0559, 1.1288, -0.8862},
     0.1491},
    {5.6759,
     {0.5020, 0.6595, -0.4730, -0.3681, 0.2647, 0.8542, -0.3025, -3.4919, 3.1934, -1.2306, 0.4989, -0.3609},
     0.2201},
    {-0.8866,
     {-0.5118, 1.0734, 0.2038, -0.1908, -1.1076, -0.4426, 0.0666, 0.9267, -0.1072, -0.2094, 1.7266, 0.8821},
     -0.7540},
    {-2.0623,
     {0.3878, -0.3392, -0.1676, -0.9513, -0.3069, 0.5222, -0.2844, 2.0040, -2.1797, -0.7762, 0.2108, -1.8407},
     0.2644},
    {-6.1852,
     {-0.7460, 0.0482, 0.3909, 0.4267, -0.5443, -0.4727, 0.0704, 7.1873, -0.3517, -0.1662, 0.4677, -0.0863},
     -0.3570},
    {-3.4222,
     {0.3725, 0.0405, -0.0927, 0.6887, 0.7084, 0.7431, -0.0887, -1.4716, 0.0233, 1.7023, 1.1642, 0.0544},
     -1.1293},
    {-6.5187,
     {-1.4966, -0.2785, -0.6883, -0.7894, -1.1676, -1.6130, 0.2756, 10.4107, -0.4533, -0.0582, -0.1985, 1.2695},
     -0.1192},
    {5.3734,
     {0.2124, -0.3401, 0.1048, 0.1166, -1.3043, -0.6828, 0.2506, -2.9351, 0.0132, -0.9149, 1.1209, -0.0246},
     0.5234},
    {-2.4447,
     {-0.2793, -0.8024, -0.0066, -0.8539, -1.8671, -0.8394, -1.4340, 3.8668, -2.5152, 0.5489, -0.5785, 0.6093},
     -0.1562},
    {3.4351,
     {0.8794, -0.8937, 0.1988, 0.4526, -0.1828, -0.3589, -0.1463, -2.0542, 0.5515, -0.5999, -0.8232, -0.2690},
     0.2108},
    {0.2951,
     {0.0964, -0.8483, 0.0414, -0.0994, 0.5886, 0.3514, -0.2876, -0.4445, -0.9256, -0.0750, -0.9201, -0.2892},
     1.0249},
    {4.1679,
     {-0.3310, -0.4474, 0.5634, -0.0036, -0.8343, -0.2522, 0.6879, -3.4925, -0.3552, 0.6622, -1.5685, 0.9959},
     -0.4753},
    {4.6056,
     {-0.0460, -0.0010, -0.2228, 0.3177, -0.9787, -0.3434, -0.4571, -3.0975, 0.9473, -0.0779, 1.1163, -0.4044},
     -0.3377},
    {-0.5439,
     {1.0211, -0.2584, 0.3300, -0.0797, 1.0976, 0.4689, 0.1509, -1.2326, 0.3084, -0.7492, -1.1813, 0.6452},
     0.6854},
    {-9.4564,
     {1.2850, -0.1167, 0.0977, 0.2150, 0.8540, 0.8433, -0.5356, 9.2950, -0.4576, 0.2452, 0.1405, 0.9109},
     -0.0071},
    {-5.7502,
     {1.2295, 0.6751, -0.3518, -0.4551, 0.7014, -0.9835, 0.2937, 5.3481, -1.3197, -1.0557, 0.8372, -0.1190},
     -0.1116},
    {-2.8350,
     {0.2632, 0.3949, 0.0667, -0.6517, 0.0844, -0.4272, -0.3154, 0.8983, 0.2386, 0.1797, 0.7482, -1.3412},
     0.6638},
    {0.9994,
     {-0.0141, -0.2822, -0.0805, -0.4597, 1.1104, 1.0281, 0.4970, -2.1258, 0.2283, -0.3148, -1.6609, -0.4605},
     0.7923},
    {8.2975,
     {-0.5698, 0.5186, 0.2787, 0.2649, -0.4992, 1.0146, -0.9532, -12.0486, -0.0554, -1.2092, -2.7279, -0.4880},
     -0.0946},
    {-0.5227,
     {0.4865, 0.1307, -0.6586, -0.4236, 1.1236, 0.4530, 0.7964, -1.8022, -0.0975, 0.5815, 0.7488, -0.2144},
     0.1017},
    {-0.1855,
     {0.1889, 0.3523, 0.1376, 0.5829, -1.2977, -0.2589, 0.0461, -1.5120, 0.1265, 0.9897, 1.0794, 0.4277},
     -0.7559},
    {-0.0511,
     {-0.0232, -1.2744, 0.1762, 0.1317, 1.6522, 0.1885, -0.3491, -0.4640, 0.5051, -0.0941, 0.3734, 0.5246},
     0.9383},
    {-2.0782,
     {-0.0455, 0.1138, -0.2982, 0.9793, 1.0253, 0.9251, -0.1031, -0.8271, 0.0365, 0.1759, 0.2740, 0.2255},
     -0.8716},
    {3.7197,
     {0.4384, 0.4278, 0.1467, -0.0423, -0.4892, 1.6507, 0.0331, -4.8023, 0.1708, -0.4352, 0.3549, 0.6662},
     -0.5777},
};
constexpr double BIAS = 0.1095;

}  // namespace

// The scales and offsets bring each feature to about 1. They are chosen by hand, and FITTED depends on them.
Facts facts_of(double promise, double risk, double log_layouts, const Field& field, const Solver& solver,
               std::size_t endgame) {
    const double cells = static_cast<double>(field.rows()) * field.cols();
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
            std::log(static_cast<double>(endgame)) - 6.5,
            10 * (field.mines() / cells - 0.16),
            std::log(cells) / 2 - 2.7,
            10 * (field.rows() + field.cols()) / cells - 1.5};
}

double expected_win(const Facts& facts) {
    double odds = BIAS;  // log odds of winning once the guess is survived
    for (const Unit& unit : FITTED) {
        double sum = unit.bias;
        for (std::size_t i = 0; i < facts.size(); ++i) sum += unit.weight[i] * facts[i];
        odds += unit.say * std::tanh(sum);
    }
    return facts[SURVIVAL] / (1 + std::exp(-odds));
}

bool is_expectable(const Field& field, const Facts& facts) {
    if (std::min(field.rows(), field.cols()) < NARROWEST) return false;
    for (std::size_t i = 0; i < facts.size(); ++i)
        if (facts[i] < LOW[i] || facts[i] > HIGH[i]) return false;
    return true;
}

}  // namespace sapper
