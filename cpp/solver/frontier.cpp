#include "solver/frontier.hpp"

#include <array>
#include <bit>

#include "solver/byte_passes.hpp"
#include "solver/four_bytes.hpp"
#include "support/byte_scan.hpp"

namespace sapper {

namespace {

// The anchor of a cell is the first, in row-major order, of the up to eight active numbers around it. The others lie
// within two rows below and two columns beside the anchor, so their positions relative to it fit into fifteen bits, the
// shape. Two cells touch the same numbers exactly when anchor and shape are equal. No hashing and no comparing of lists
// is needed.
constexpr std::array<std::uint32_t, 256> make_shapes() {
    constexpr int row[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
    constexpr int col[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
    std::array<std::uint32_t, 256> shapes{};
    for (int mask = 1; mask < 256; ++mask) {
        const int anchor = std::countr_zero(static_cast<unsigned>(mask));
        for (int i = anchor; i < 8; ++i)
            if (mask >> i & 1) shapes[mask] |= 1u << ((row[i] - row[anchor]) * 5 + col[i] - col[anchor] + 2);
    }
    return shapes;
}

constexpr auto SHAPES = make_shapes();

}  // namespace

void Frontier::build(const Field& field) {
    gather(field);
    split();
}

void Frontier::forget(const Field& field) {
    groups.clear();
    constraints.clear();
    cells.clear();
    components.clear();
    group_order.clear();
    constraint_order.clear();
    touch_.assign(passes::room(field.size()), 0);
    untouched = field.unknown_count();
}

void Frontier::gather(const Field& field) {
    groups.clear();
    constraints.clear();
    cells.clear();
    next_group_.clear();
    shape_.clear();
    untouched = 0;
    const int size = field.size(), s = field.stride();
    stride = s;
    active_.resize(passes::room(size));
    touch_.assign(passes::room(size), 0);
    if (static_cast<int>(constraint_of_.size()) < size) {
        constraint_of_.resize(size);
        first_group_.resize(size);
        group_of_.resize(size);
    }
    passes::mark_active(size, field.numbers().data(), field.needs().data(), field.spares().data(), active_.data());
    passes::mark_touched(size, s, field.unknown().data(), active_.data(), touch_.data());
    const std::uint8_t* active = active_.data();
    for_each_mark(active_, [&](int at) {
        constraint_of_[at] = static_cast<int>(constraints.size());
        first_group_[at] = -1;
        auto& constraint = constraints.emplace_back();
        constraint.at = at;
        constraint.need = field.need(at);
    });
    const int* offset = field.offsets();
    for_each_mark(touch_, [&](int at) {
        const unsigned mask = bits_around(active + at, s);
        const int anchor = at + offset[std::countr_zero(mask)];
        const std::uint32_t shape = SHAPES[mask];
        int group = first_group_[anchor];
        while (group >= 0 && shape_[group] != shape) group = next_group_[group];
        if (group < 0) {
            group = static_cast<int>(groups.size());
            shape_.push_back(shape);
            next_group_.push_back(first_group_[anchor]);
            first_group_[anchor] = group;
            auto& made = groups.emplace_back();
            for (unsigned rest = mask; rest; rest &= rest - 1) {
                const int c = constraint_of_[at + offset[std::countr_zero(rest)]];
                made.constraint[made.count++] = c;
                auto& constraint = constraints[c];
                constraint.group[constraint.count++] = group;
            }
        }
        ++groups[group].size;
        group_of_[at] = group;
        cells.push_back({at, group});
    });
    untouched = field.unknown_count() - static_cast<int>(cells.size());
}

void Frontier::regroup(const std::vector<int>& into) {
    for (auto& cell : cells) {
        cell.group = into[cell.group];
        group_of_[cell.at] = cell.group;
    }
}

void Frontier::split() {
    components.clear();
    group_order.clear();
    constraint_order.clear();
    component_.assign(groups.size() + constraints.size(), -1);
    const auto group_count = static_cast<int>(groups.size());
    for (int seed = 0; seed < group_count; ++seed) {
        if (component_[seed] >= 0 || groups[seed].fate != Fate::Unknown) continue;
        const int id = static_cast<int>(components.size());
        const int first_group = static_cast<int>(group_order.size());
        const int first_constraint = static_cast<int>(constraint_order.size());
        int cell_count = 0;
        component_[seed] = id;
        group_order.push_back(seed);
        for (auto next = static_cast<std::size_t>(first_group); next < group_order.size(); ++next) {
            const Group& group = groups[group_order[next]];
            cell_count += group.size;
            for (int i = 0; i < group.count; ++i) {
                const int c = group.constraint[i];
                if (component_[group_count + c] >= 0) continue;
                component_[group_count + c] = id;
                constraint_order.push_back(c);
                Constraint& constraint = constraints[c];
                constraint.cells = 0;
                for (int j = 0; j < constraint.count; ++j) {
                    constraint.cells += groups[constraint.group[j]].size;
                    if (component_[constraint.group[j]] < 0) {
                        component_[constraint.group[j]] = id;
                        group_order.push_back(constraint.group[j]);
                    }
                }
            }
        }
        components.push_back({first_group, static_cast<int>(group_order.size()), first_constraint,
                              static_cast<int>(constraint_order.size()), cell_count});
    }
}

}  // namespace sapper
