#include "players/rollouts.hpp"

#include <cmath>

#include "support/interruption.hpp"

namespace sapper {

void Rollout::deal(const Field& field, const std::vector<int>& mines) {
    mine_.assign(static_cast<std::size_t>(field.size()), 0);
    free_at_start_ = -field.mines();
    for (int at = 0; at < field.size(); ++at) {
        mine_[at] = field.is_mine(at);
        free_at_start_ += field.is_inside(at) && !field.is_open(at);
    }
    for (int at : mines) mine_[at] = 1;
}

Outcome Rollout::play(const Field& field, std::span<const int> cells, Philox random) {
    field_ = field;
    free_left_ = free_at_start_;
    double luck = 0;
    for (int at : cells) open(at);
    while (free_left_ > 0) {
        check_interruption();
        field_.propagate();
        player_.choose(field_, choice_);
        if (choice_.certain) {
            field_.forget_safe();
            for (int cell : choice_.cells) open(field_.at(cell));
            continue;
        }
        if (choice_.win_exact) return {choice_.win, luck};
        const auto count = choice_.cells.size();
        const int at = field_.at(choice_.cells[count > 1 ? random.pick(count) : 0]);
        // Where a position is too wide to be counted, its risks are estimates and no chance to win is stated.
        if (!std::isnan(choice_.win)) luck += luck_of(choice_.win, choice_.risk, !mine_[at]);
        if (mine_[at]) return {0, luck};
        open(at);
    }
    return {1, luck};
}

}  // namespace sapper
