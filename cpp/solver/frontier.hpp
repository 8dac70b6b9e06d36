// The frontier: covered cells next to a number, merged into groups and split into components.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/field.hpp"

namespace sapper {

// Cells that touch exactly the same active numbers are interchangeable: only how many of them are
// mines matters. Numbers are constraints over groups.
enum class Fate : std::uint8_t { Unknown, Free, Mine, Merged };

struct Group {
    Fate fate = Fate::Unknown;  // settled or merged into another by a Reduction
    int size = 0;               // cells
    int count = 0;              // constraints in use below
    int constraint[8];          // ascending
};

struct Constraint {
    int at = 0;     // the number's padded cell
    int need = 0;   // mines still to be found among its groups
    int count = 0;  // groups in use below
    int group[8];
};

struct FrontierCell {
    int at;
    int group;
};

// Groups joined by shared constraints, as ranges of Frontier::group_order and constraint_order.
struct Component {
    int first_group, last_group;            // half-open
    int first_constraint, last_constraint;  // half-open
    int cells;
};

class Frontier {
public:
    void build(const Field& field);

    std::vector<Group> groups;
    std::vector<Constraint> constraints;
    std::vector<FrontierCell> cells;
    std::vector<Component> components;
    std::vector<int> group_order, constraint_order;  // sorted by component
    int untouched = 0;                               // unknown cells next to no active number
    int stride = 0;                                  // of the padded cells

    // Which group a padded cell belongs to, or -1 when it is not on the frontier.
    int group_at(int at) const { return touch_[at] ? group_of_[at] : -1; }

    // For a Reduction: group g becomes part of group into[g]; components are found anew.
    void regroup(const std::vector<int>& into);
    void split();

private:
    void gather(const Field& field);

    std::vector<std::uint8_t> active_, touch_;
    std::vector<int> constraint_of_, group_of_, first_group_, next_group_, component_;
    std::vector<std::uint32_t> shape_;
};

}  // namespace sapper
