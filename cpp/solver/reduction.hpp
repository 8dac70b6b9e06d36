// Simplifying the constraints of a wide frontier before they are counted.
#pragma once

#include <vector>

#include "solver/frontier.hpp"

namespace sapper {

// Two numbers that share cells often prove more together than alone: where one lies inside the other, their difference
// is a smaller constraint, and bounds on the shared mines may decide the remaining cells. Applied until nothing
// changes, this reduces what has to be counted. It is worth its time only where counting is expensive.
class Reduction {
public:
    // Rewrites the frontier: constraints become fewer and smaller, decided groups are marked by their fate, groups with
    // equal constraints are merged, and the components are found again. False when two numbers contradict each other.
    // At a Deadline it stops early, with what it has.
    bool apply(Frontier& frontier);

private:
    struct Groups {
        int count = 0, cells = 0;
        int group[8];
    };
    struct Overlap {
        Groups both, first, second;
    };

    bool examine_next(Frontier& frontier);
    static Overlap overlap(const Frontier& frontier, const Constraint& first, const Constraint& second);
    bool settle_by_bounds(Frontier& frontier, const Groups& groups, int least, int most);
    bool compare(Frontier& frontier, int a, int b);
    bool settle(Frontier& frontier, int group, bool mine);
    bool check(Frontier& frontier, int constraint);
    void detach(Frontier& frontier, int constraint, int group);
    void queue(int constraint);
    void merge(Frontier& frontier);

    std::vector<int> pending_, others_;
    std::vector<unsigned char> queued_;
};

}  // namespace sapper
