#include "players/lowest_risk.hpp"

namespace sapper {

void LowestRisk::choose(const Field& field, Choice& choice) {
    if (!choose_certain(field, solver_, choice)) choose_safest(field, solver_, choice);
}

}  // namespace sapper
