// Every solution of the equations, component by component, by backtracking.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "knowledge/equations.hpp"
#include "support/meter.hpp"

namespace sapper {

// The cells of equations that hang together by shared cells, and the solutions by how many mines they hold.
struct Solutions {
    std::vector<int> cells;                      // ascending
    std::vector<int> numbers;                    // of its equations
    int least = 0;                               // mines of the first entry below
    std::vector<double> solutions;               // by mines: how many there are
    std::vector<std::vector<double>> with_mine;  // by mines, then by cell: how many of them have a mine there

    double total() const;
    double share(std::size_t cell) const;  // of all solutions, those with a mine in `cells[cell]`
};

// What an enumeration may cost unless told otherwise: a fraction of a second.
inline constexpr std::uint64_t ENUMERATION_NODES = 10'000'000;

struct EnumerationLimits {
    std::uint64_t nodes = ENUMERATION_NODES;  // values given to groups of cells
    double seconds = std::numeric_limits<double>::infinity();
};

class Enumeration {
public:
    // Lists the solutions of every component. False when a limit stopped it: components() then holds the finished
    // ones. A contradiction marks the equations inconsistent.
    bool run(Equations& equations, const EnumerationLimits& limits);
    const std::vector<Solutions>& components() const { return components_; }
    std::uint64_t nodes() const { return nodes_; }

    // Learns what is the same in every solution of its component.
    void learn(Equations& equations);

private:
    // Cells in the same equations are alike: only how many of them are mines matters.
    struct Group {
        std::vector<int> members;  // the equations, as numbered within the component
        std::vector<int> cells;
        int mines = 0, most = 0;

        int size() const { return static_cast<int>(cells.size()); }
    };

    void collect(Equations& equations, int first);
    void group(Equations& equations);
    bool backtrack(const EnumerationLimits& limits, const Meter& meter);
    void bound(Group& group) const;
    void change(const Group& group, int mines, int cells);
    void record();
    void finish(Equations& equations);

    std::uint64_t nodes_ = 0;
    std::vector<Solutions> components_;
    std::vector<int> members_;  // equations of the component at hand, each near one before it
    std::vector<std::uint8_t> collected_;
    std::vector<Group> groups_;
    std::vector<int> left_, room_;  // by member: mines and cells not yet placed
    std::vector<double> ways_;      // by depth: how often each choice of mines so far occurs
    int mines_ = 0;
    std::vector<double> solutions_;          // by mines
    std::vector<std::vector<double>> sums_;  // by mines, then by group: its mines, summed over the solutions
};

}  // namespace sapper
