// The order in which a component's groups are eliminated. Few constraints open at a time means few states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "solver/frontier.hpp"

namespace sapper {

// One group to eliminate. Each constraint of the group holds a slot while it is open. `spare` is the number of cells of
// the constraint that come after this group; `fresh` says whether the constraint opens here.
struct Step {
    int group;
    std::uint8_t size;
    std::uint8_t count;
    bool joined;  // eliminated together with the step before it
    bool closes;  // some constraint has no cells after this group, so the number of mines in the group is forced
    std::uint16_t slot[8];
    std::uint8_t need[8];
    std::uint8_t spare[8];
    bool fresh[8];
};

inline constexpr int MOST_JOINED = 4;  // the most steps that are eliminated together
// The most ways to distribute mines among joined steps, in a wide component.
inline constexpr std::size_t MOST_STREAMS = 24;

class Planner {
public:
    // Replaces `steps` by the elimination of one component and returns the number of slots it needs.
    int plan(const Frontier& frontier, const Component& component, std::vector<Step>& steps);

    // The same for a component with few estimated states. Returns 0 where they are so many that simplifying the
    // component first is worth the time.
    int plan_narrow(const Frontier& frontier, const Component& component, std::vector<Step>& steps);

private:
    // An order of elimination that is being built.
    struct Draft {
        std::vector<Step> steps;
        int slots = 0;
        int width = 0, widest = 0;  // bounds on the logarithm of the number of states: after the last step, and ever
    };

    void begin(const Frontier& frontier, const Component& component);
    void greedy(const Frontier& frontier, int start, int groups);
    void sweep(const Frontier& frontier, const Component& component, bool by_rows);
    int narrowest(const Frontier& frontier, const Component& component) const;
    int best_group(const Frontier& frontier, int constraint) const;
    void take(const Frontier& frontier, int group);
    bool is_surely_narrow() const;
    double cost();
    void try_orders(const Frontier& frontier, const Component& component, double least);
    int finish(std::vector<Step>& steps, std::size_t most);

    Draft draft_, best_;
    std::vector<int> open_, front_, free_slots_;
    std::vector<int> left_;                   // per constraint: groups not yet eliminated
    std::vector<int> spare_;                  // per constraint: cells not yet eliminated
    std::vector<int> slot_;                   // per constraint: -1 before it opens
    std::vector<int> score_;                  // per group: small when it is good to take next
    std::vector<std::pair<int, int>> range_;  // per slot: all cells of its constraint, and those not yet eliminated
};

}  // namespace sapper
