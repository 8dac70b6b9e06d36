// PSEQ: safest, then most likely solvable, then most cells freed, then most informative.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "players/agent.hpp"
#include "solver/frontier.hpp"
#include "solver/solver.hpp"

namespace sapper {

// The strategy of Tu, Li, Chen, Zu and Gu ("Exploring Efficient Strategies for Minesweeper", 2017), a published
// baseline. Of the cells of least risk (P) it keeps those whose number most likely proves some cell free (S). Of these
// it keeps those whose number proves the most cells free on average (E), and finally those whose number has the
// greatest entropy (Q). Remaining ties are broken at random.
class Pseq : public Agent {
public:
    explicit Pseq(std::unique_ptr<Agent> safest) : safest_(std::move(safest)) {}
    void choose(const Field& field, Choice& choice) override;

private:
    // S, E and Q of a cell, given that it is free.
    struct Prospect {
        double solvable = 0, freed = 0, entropy = 0;
    };
    // Cells that belong to one group and whose covered neighbours belong to the same groups have the same prospects.
    struct Shape {
        std::array<int, 10> groups;
        Prospect prospect;
    };

    const Prospect& prospect(const Field& field, int at);
    Prospect look_ahead(const Field& field, int at);
    int count_free();

    std::unique_ptr<Agent> safest_;
    Field next_;
    Frontier frontier_;
    Solver solver_;
    std::vector<Shape> shapes_;
    std::vector<Prospect> prospects_;
};

}  // namespace sapper
