// All solutions of the equations, found by backtracking in each component.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "knowledge/equations.hpp"
#include "support/meter.hpp"

namespace sapper {

// The cells of a component (equations connected by shared cells), and its solutions by their number of mines.
struct Solutions {
    std::vector<int> cells;                      // ascending
    std::vector<int> numbers;                    // the numbers that its equations come from
    int least = 0;                               // the number of mines of the first entry below
    std::vector<double> solutions;               // indexed by mines: the number of solutions
    std::vector<std::vector<double>> with_mine;  // indexed by mines, then by cell: how many of them have a mine there

    double total() const;
    double share(std::size_t cell) const;  // the share of all solutions that have a mine in `cells[cell]`
};

// The default limit of an enumeration: a fraction of a second.
inline constexpr std::uint64_t ENUMERATION_NODES = 10'000'000;

struct EnumerationLimits {
    std::uint64_t nodes = ENUMERATION_NODES;  // assignments of a number of mines to a group
    double seconds = std::numeric_limits<double>::infinity();
};

class Enumeration {
public:
    // Finds the solutions of every component. Returns false when a limit stopped it; components() then holds the
    // finished ones. A contradiction marks the equations as inconsistent.
    bool run(Equations& equations, const EnumerationLimits& limits);
    const std::vector<Solutions>& components() const { return components_; }
    std::uint64_t nodes() const { return nodes_; }

    // Records the cells that are the same in every solution of their component.
    void learn(Equations& equations);

private:
    // Cells in the same equations are interchangeable: only the number of mines among them matters.
    struct Group {
        std::vector<int> members;  // indices into members_
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
    std::vector<int> members_;  // the equations of the current component, each connected to an earlier one
    std::vector<std::uint8_t> collected_;
    std::vector<Group> groups_;
    std::vector<int> left_, room_;  // indexed by member: mines and cells that are not assigned yet
    std::vector<double> ways_;      // indexed by depth: the number of ways to make the choices so far
    int mines_ = 0;
    std::vector<double> solutions_;          // indexed by mines
    std::vector<std::vector<double>> sums_;  // indexed by mines, then by group: its mines, summed over the solutions
};

}  // namespace sapper
