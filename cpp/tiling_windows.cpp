// Which totals the states of a tiling can have, and how much room their weights need.
#include <algorithm>

#include "tiling.hpp"

namespace sapper {

namespace {

constexpr int NEVER = 1 << 14;  // beyond any total: the range of a state that leads nowhere is empty

}  // namespace

// The totals that the states of a block can have, from those before the stretch.
void Tiling::climb(const Block& block) {
    const Tile& tile = tiles_[block.tile];
    reach_.assign(tile.states, {NEVER, -NEVER});
    const std::uint32_t count = courses_[tile.first_course + 1].first_state;
    for (std::uint32_t i = 0; i < count; ++i)
        if (const Window& state = states_[block.first_state + i]; state.length > 0) reach_[i] = Range(state);
    Range* reach = reach_.data();
    for (const Move *move = moves_.data() + tile.first_move, *end = moves_.data() + tile.last_move; move != end; ++move)
        reach[move->to].widen(reach[move->from], move->mines);
}

// The totals from which those behind the stretch can be reached.
void Tiling::descend(const Stretch& stretch, const Block& block) {
    const Tile& tile = tiles_[block.tile];
    wanted_.assign(tile.states, {NEVER, -NEVER});
    const std::uint32_t behind = courses_[tile.first_course + legs(stretch)].first_state;
    for (std::uint32_t i = behind; i < tile.states; ++i)
        if (const Window& state = states_[places_[block.first_place + (i - behind)]]; state.length > 0)
            wanted_[i] = Range(state);
    Range* wanted = wanted_.data();
    for (const Move *move = moves_.data() + tile.last_move, *end = moves_.data() + tile.first_move; move-- != end;)
        wanted[move->from].widen(wanted[move->to], -move->mines);
}

// Finds the windows of all states that are alive; those have a length other than zero.
void Tiling::widen() {
    for (std::size_t s = 0; s + 1 < stretches_.size(); ++s) {
        const Stretch& stretch = stretches_[s];
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b) {
            const Block& block = blocks_[b];
            const Tile& tile = tiles_[block.tile];
            climb(block);
            const std::uint32_t behind = courses_[tile.first_course + legs(stretch)].first_state;
            for (std::uint32_t i = behind; i < tile.states; ++i) {
                Window& state = states_[places_[block.first_place + (i - behind)]];
                if (state.length > 0) state = {0, reach_[i].low, reach_[i].high - reach_[i].low + 1};
            }
        }
    }
}

bool Tiling::trim(int low, int high) {
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
            const std::uint32_t count = courses_[tiles_[block.tile].first_course + 1].first_state;
            for (std::uint32_t i = 0; i < count; ++i)
                if (Window& state = states_[block.first_state + i]; state.length > 0)
                    narrow(state, wanted_[i].low, wanted_[i].high);
        }
    }
    spans_known_ = true;
    return states_[0].length > 0;
}

// How much room the courses of a block need.
void Tiling::find_spans(const Stretch& stretch, const Block& block) {
    climb(block);
    descend(stretch, block);
    const Course* course = courses_.data() + tiles_[block.tile].first_course;
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

void Tiling::find_spans() {
    for (const Stretch& stretch : stretches_)
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b) find_spans(stretch, blocks_[b]);
    spans_known_ = true;
}

std::size_t Tiling::lay_windows(std::size_t at) {
    for (Window& state : states_) {
        state.offset = at;
        at += static_cast<std::size_t>(state.length);
    }
    return at;
}

double Tiling::work() const {
    double weights = 0;
    for (std::size_t i = 0; i < states_.size(); ++i) weights += states_[i].length;
    return weights / static_cast<double>(states_.size()) * block_moves_;
}

}  // namespace sapper
