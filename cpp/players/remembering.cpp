#include "players/remembering.hpp"

#include <algorithm>

namespace sapper {

namespace {

// A hash of the whole field. That of its numbers is not enough: a mine that was hit shows none, and after it the other
// cells have other risks.
std::uint64_t key_of(const Field& field) {
    std::uint64_t key = field.key();
    for (const std::uint8_t unknown : field.unknown()) key = (key ^ unknown) * 0x100000001b3u;
    return key;
}

}  // namespace

void Remembering::choose(const Field& field, Choice& choice) {
    const auto& proven = field.proven_safe();
    if (field.rows() * field.cols() > MOST_CELLS ||
        std::any_of(proven.begin(), proven.end(), [&](int at) { return !field.is_open(at); }))
        return agent_->choose(field, choice);
    if (field.rows() != rows_ || field.cols() != cols_ || known_.size() >= MOST) known_.clear();
    rows_ = field.rows();
    cols_ = field.cols();
    const std::uint64_t key = key_of(field);
    if (const auto found = known_.find(key); found != known_.end()) {
        const Known& known = found->second;
        choice.clear();
        choice.cells = known.cells;
        choice.certain = known.certain;
        choice.risk = known.risk;
        choice.win = known.win;
        choice.win_exact = known.win_exact;
        return;
    }
    agent_->choose(field, choice);
    known_.insert({key, {choice.cells, choice.risk, choice.win, choice.certain, choice.win_exact}});
}

}  // namespace sapper
