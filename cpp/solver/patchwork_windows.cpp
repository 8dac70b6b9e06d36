// Which totals the states of a patchwork can have, and how much memory their weights need.
#include <algorithm>

#include "solver/patchwork.hpp"

namespace sapper {

namespace {

constexpr int NEVER = 1 << 14;  // greater than any total; marks the empty range of a state that leads nowhere

}  // namespace

// The totals that the states of a block can reach from the states before the stretch.
void Patchwork::climb(const Block& block) {
    const Pattern& pattern = patterns_[block.pattern];
    reach_.assign(pattern.states, {NEVER, -NEVER});
    const std::uint32_t count = courses_[pattern.first_course + 1].first_state;
    for (std::uint32_t i = 0; i < count; ++i)
        if (const Window& state = states_[block.first_state + i]; state.length > 0) reach_[i] = Range(state);
    Range* reach = reach_.data();
    for (const Move *move = moves_.data() + pattern.first_move, *end = moves_.data() + pattern.last_move; move != end;
         ++move)
        reach[move->to].widen(reach[move->from], move->mines);
}

// The totals from which the states after the stretch can be reached.
void Patchwork::descend(const Stretch& stretch, const Block& block) {
    const Pattern& pattern = patterns_[block.pattern];
    wanted_.assign(pattern.states, {NEVER, -NEVER});
    const std::uint32_t behind = courses_[pattern.first_course + legs(stretch)].first_state;
    for (std::uint32_t i = behind; i < pattern.states; ++i)
        if (const Window& state = states_[places_[block.first_place + (i - behind)]]; state.length > 0)
            wanted_[i] = Range(state);
    Range* wanted = wanted_.data();
    for (const Move *move = moves_.data() + pattern.last_move, *end = moves_.data() + pattern.first_move;
         move-- != end;)
        wanted[move->from].widen(wanted[move->to], -move->mines);
}

// Finds the windows of all states that are alive, which have a nonzero length.
void Patchwork::widen() {
    for (std::size_t s = 0; s + 1 < stretches_.size(); ++s) {
        const Stretch& stretch = stretches_[s];
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b) {
            const Block& block = blocks_[b];
            const Pattern& pattern = patterns_[block.pattern];
            climb(block);
            const std::uint32_t behind = courses_[pattern.first_course + legs(stretch)].first_state;
            for (std::uint32_t i = behind; i < pattern.states; ++i) {
                Window& state = states_[places_[block.first_place + (i - behind)]];
                if (state.length > 0) state = {0, reach_[i].low, reach_[i].high - reach_[i].low + 1};
            }
        }
    }
}

bool Patchwork::trim(int low, int high) {
    const auto narrow = [](Window& state, int least, int most) {
        const int first = std::max(state.low, least), last = std::min(state.low + state.length - 1, most);
        state.length = std::max(0, last - first + 1);
        state.low = first;
    };
    narrow(states_[states_.size() - 1], low, high);
    for (std::size_t s = stretches_.size() - 1; s-- > 0;) {
        const Stretch& stretch = stretches_[s];
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b) {
            const Block& block = blocks_[b];
            find_spans(stretch, block);
            const std::uint32_t count = courses_[patterns_[block.pattern].first_course + 1].first_state;
            for (std::uint32_t i = 0; i < count; ++i)
                if (Window& state = states_[block.first_state + i]; state.length > 0)
                    narrow(state, wanted_[i].low, wanted_[i].high);
        }
    }
    spans_known_ = true;
    return states_[0].length > 0;
}

// Finds the range of totals of each course of a block.
void Patchwork::find_spans(const Stretch& stretch, const Block& block) {
    climb(block);
    descend(stretch, block);
    const Course* course = courses_.data() + patterns_[block.pattern].first_course;
    for (std::uint32_t c = 0; c <= legs(stretch); ++c) {
        int first = NEVER, last = -NEVER;
        for (std::uint32_t i = course[c].first_state; i < course[c + 1].first_state; ++i) {
            const int low = std::max(reach_[i].low, wanted_[i].low), high = std::min(reach_[i].high, wanted_[i].high);
            first = std::min(first, low <= high ? low : NEVER);
            last = std::max(last, low <= high ? high : -NEVER);
        }
        spans_[block.first_span + c] = {first, std::max(0, last - first + 1)};
    }
}

void Patchwork::find_spans() {
    for (const Stretch& stretch : stretches_)
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b) find_spans(stretch, blocks_[b]);
    spans_known_ = true;
}

std::size_t Patchwork::lay_windows(std::size_t at) {
    for (Window& state : states_) {
        state.offset = at;
        at += static_cast<std::size_t>(state.length);
    }
    return at;
}

double Patchwork::work() const {
    double weights = 0;
    for (std::size_t i = 0; i < states_.size(); ++i) weights += states_[i].length;
    return weights / static_cast<double>(states_.size()) * block_moves_;
}

}  // namespace sapper
