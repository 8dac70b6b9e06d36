#include "players/coin_flips.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "players/agent.hpp"
#include "players/settings.hpp"

namespace sapper {

using namespace settings::coin_flips;

const std::vector<double>& CoinFlips::worth(const Field& field, const Solver& solver, double log_layouts) {
    worth_.assign(static_cast<std::size_t>(field.size()), 1.0);
    certain_.assign(static_cast<std::size_t>(field.size()), 0);
    greatest_ = 1;
    for (int a = 0; a < field.size(); ++a) {
        if (!field.is_unknown(a)) continue;
        for (int b : {a + 1, a + field.stride()}) {
            if (!field.is_unknown(b) || !breakers(field, solver, a, b)) continue;
            const double flip = std::min(1.0, chance(field, a, b, log_layouts));
            if (flip < LEAST_CHANCE) continue;
            // Opening one of the two cells settles the flip. Opening a breaker (a cell that would tell the two apart)
            // and surviving shows that there is no flip.
            const double factor = 1 / (1 - flip / 2);
            for (int at : {a, b}) {
                worth_[at] *= factor;
                if (flip > CERTAIN) certain_[at] = 1;
            }
            for (int at : breakers_) worth_[at] *= factor;
        }
    }
    for (double worth : worth_) greatest_ = std::max(greatest_, worth);
    return worth_;
}

// Collects the unknown cells that would break the flip. False when an open cell breaks it already, or when it is too
// unlikely that all breakers are mines.
bool CoinFlips::breakers(const Field& field, const Solver& solver, int a, int b) {
    // Three cells on the far side of each of the two touch only one of them.
    const int away = b - a, beside = away == 1 ? field.stride() : 1;
    const std::array<int, 6> near = {a - away - beside, a - away, a - away + beside,
                                     b + away - beside, b + away, b + away + beside};
    for (int at : near)
        if (field.is_open(at)) return false;
    breakers_.clear();
    double all_mines = 1;
    for (int at : near) {
        if (field.is_mine(at) || !field.is_inside(at)) continue;
        if (!field.is_unknown(at)) return false;  // proven free
        all_mines *= risk_at(solver, at);
        breakers_.push_back(at);
        if (all_mines < WORTH_A_LOOK) return false;
    }
    return 2 * all_mines * std::max(risk_at(solver, a), risk_at(solver, b)) >= WORTH_A_LOOK;
}

// The exact chance that all breakers are mines and that exactly one of the two cells is.
double CoinFlips::chance(const Field& field, int a, int b, double log_layouts) {
    double total = 0;
    for (bool first_is_mine : {true, false}) {
        supposed_ = field;
        const auto suppose = [&](int at, bool mine) {
            if (!supposed_.is_unknown(at)) return supposed_.is_mine(at) == mine;
            supposed_.suppose(at, mine);
            return supposed_.propagate();
        };
        bool possible = std::all_of(breakers_.begin(), breakers_.end(), [&](int at) { return suppose(at, true); });
        possible = possible && suppose(a, first_is_mine) && suppose(b, !first_is_mine);
        if (possible && inner_.weigh(supposed_, WHAT_IF_LIMITS) == Verdict::Exact)
            total += std::exp(inner_.log_layouts() - log_layouts);
    }
    return total;
}

}  // namespace sapper
