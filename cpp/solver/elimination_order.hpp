// In which order a component's groups are eliminated: few constraints open at a time means few states.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/frontier.hpp"

namespace sapper {

// One group to eliminate. The constraints it belongs to each hold a slot while they are open; `spare` is
// how many cells of the constraint come after this group, `fresh` whether the constraint opens here.
struct Step {
    int group;
    int size;
    bool joined;  // taken in one go with the step before it
    int count;
    int slot[8];
    int need[8];
    int spare[8];
    bool fresh[8];
};

inline constexpr int MOST_JOINED = 4;            // steps taken in one go
inline constexpr std::size_t MOST_STREAMS = 24;  // ways to share out mines among them, in a wide component

class Planner {
public:
    // Replaces `steps` by the elimination of one component and returns the number of slots it needs.
    int plan(const Frontier& frontier, const Component& component, std::vector<Step>& steps);

    // Whether a component promises so many states that it is worth simplifying first.
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
    std::vector<int> left_;            // per constraint: groups not yet eliminated
    std::vector<int> spare_;           // per constraint: cells not yet eliminated
    std::vector<int> slot_;            // per constraint: -1 before it opens
    std::vector<unsigned char> done_;  // per group
};

}  // namespace sapper
