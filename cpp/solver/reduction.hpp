// Simplifying the constraints of a wide frontier before they are counted.
#pragma once

#include <vector>

#include "solver/frontier.hpp"

namespace sapper {

// Two numbers that share cells often say more together: one inside another leaves a smaller one, and the bounds on
// what they share may settle the rest. Applied until nothing changes, this narrows what has to be counted; it is
// worth its time only where counting is expensive.
class Reduction {
public:
    // Rewrites the frontier: fewer and smaller constraints, settled groups marked by their fate, groups that have
    // become alike merged, components split anew. False when two numbers contradict each other.
    bool apply(Frontier& frontier);

private:
    struct Groups {
        int count = 0, cells = 0;
        int group[8];
    };
    struct Overlap {
        Groups both, first, second;
    };

    static Overlap overlap(const Frontier& frontier, const Constraint& first, const Constraint& second);
    bool settle_by_bounds(Frontier& frontier, const Groups& groups, int least, int most);
    bool compare(Frontier& frontier, int a, int b);
    bool settle(Frontier& frontier, int group, bool mine);
    bool check(Frontier& frontier, int constraint);
    void detach(Frontier& frontier, int constraint, int group);
    void queue(int constraint);
    void merge(Frontier& frontier);

    std::vector<int> pending_;
    std::vector<unsigned char> queued_;
};

}  // namespace sapper
