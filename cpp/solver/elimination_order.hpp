// The order in which a component's groups are eliminated. Few constraints open at a time means few states.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/frontier.hpp"

namespace sapper {

// One group to eliminate. Each constraint of the group holds a slot while it is open. `spare` is the number of cells of
// the constraint that come after this group; `fresh` says whether the constraint opens here.
struct Step {
    int group;
    int size;
    bool joined;  // eliminated together with the step before it
    int count;
    int slot[8];
    int need[8];
    int spare[8];
    bool fresh[8];
};

inline constexpr int MOST_JOINED = 4;  // the most steps that are eliminated together
// The most ways to distribute mines among joined steps, in a wide component.
inline constexpr std::size_t MOST_STREAMS = 24;

class Planner {
public:
    // Replaces `steps` by the elimination of one component and returns the number of slots it needs.
    int plan(const Frontier& frontier, const Component& component, std::vector<Step>& steps);

    // Whether a component has so many estimated states that simplifying it first is worth the time.
    bool is_wide(const Frontier& frontier, const Component& component);

private:
    int narrowest(const Frontier& frontier, const Component& component) const;
    void greedy(const Frontier& frontier, int start, int groups);
    void sweep(const Frontier& frontier, const Component& component, bool by_rows);
    int best_group(const Frontier& frontier, int constraint) const;
    void take(const Frontier& frontier, int group);
    double cost(const Frontier& frontier, const Component& component, double bound);
    void reset(const Frontier& frontier, const Component& component);
    int assign(const Frontier& frontier, std::vector<Step>& steps);
    static void join(std::vector<Step>& steps, std::size_t most);

    std::vector<int> order_, best_, open_, front_, free_slots_;
    std::vector<int> left_;            // indexed by constraint: groups not yet eliminated
    std::vector<int> spare_;           // indexed by constraint: cells not yet eliminated
    std::vector<int> slot_;            // indexed by constraint: -1 before it opens
    std::vector<unsigned char> done_;  // indexed by group
};

}  // namespace sapper
