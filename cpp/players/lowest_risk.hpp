// A baseline: exact risks, and no look beyond the next cell.
#pragma once

#include "players/agent.hpp"

namespace sapper {

// Opens what is certain, otherwise a cell of least risk. Ties are broken at random.
class LowestRisk : public Agent {
public:
    void choose(const Field& field, Choice& choice) override;

private:
    Solver solver_;
};

}  // namespace sapper
