// The frontier: covered cells next to a number, merged into groups and split into components.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/field.hpp"

namespace sapper {

// Cells that touch exactly the same active numbers are interchangeable: only the number of mines among them matters.
// They form a group, and each number is a constraint over groups.
enum class Fate : std::uint8_t { Unknown, Free, Mine, Merged };

struct Group {
    Fate fate = Fate::Unknown;  // decided, or merged into another group, by a Reduction
    int size = 0;               // cells
    int count = 0;              // constraints used below
    int constraint[8];          // ascending
};

struct Constraint {
    int at = 0;     // the number's padded cell
    int need = 0;   // mines still to be found among its groups
    int cells = 0;  // of its groups together; known once the components are found
    int count = 0;  // groups used below
    int group[8];
};

struct FrontierCell {
    int at;
    int group;
};

// Groups connected by shared constraints, as ranges of Frontier::group_order and constraint_order.
struct Component {
    int first_group, last_group;            // half-open
    int first_constraint, last_constraint;  // half-open
    int cells;
};

class Frontier {
public:
    void build(const Field& field);

    // Drops everything: all unknown cells count as untouched.
    void forget(const Field& field);

    std::vector<Group> groups;
    std::vector<Constraint> constraints;
    std::vector<FrontierCell> cells;
    std::vector<Component> components;
    std::vector<int> group_order, constraint_order;  // sorted by component
    int untouched = 0;                               // unknown cells next to no active number
    int stride = 0;                                  // of the padded cells

    // The group of a padded cell, or -1 when the cell is not on the frontier.
    int group_at(int at) const { return touch_[at] ? group_of_[at] : -1; }

    // For Reduction: regroup() makes group g part of group into[g]; split() finds the components again.
    void regroup(const std::vector<int>& into);
    void split();

private:
    void gather(const Field& field);

    std::vector<std::uint8_t> active_, touch_;
    std::vector<int> constraint_of_, group_of_, first_group_, next_group_, component_;
    std::vector<std::uint32_t> shape_;
};

}  // namespace sapper
