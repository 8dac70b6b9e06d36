// Finding the stretches, blocks and tiles of a wide component.
#include "tiling.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace sapper {

namespace {

constexpr std::size_t MAX_STATES = 0xf0000000u;
constexpr std::size_t CHECK_EVERY = 4096;  // states between two looks at the meter
constexpr int NEVER = 1 << 24;             // beyond any total: the range of a state that leads nowhere is empty
constexpr int RADIX_BITS = 11;
constexpr std::size_t WORTH_RADIX = 256;  // items from which digits sort faster than comparisons

// A stretch goes on while it touches no more than this share of the constraints open before it.
constexpr double TOUCHED_SHARE = 0.6;

std::uint32_t touched_by(std::span<const Step> steps) {
    std::uint32_t slots = 0;
    for (const Step& step : steps)
        for (int i = 0; i < step.count; ++i) slots |= 1u << step.slot[i];
    return slots;
}

std::uint32_t open_after(std::uint32_t open, std::span<const Step> steps) {
    for (const Step& step : steps)
        for (int i = 0; i < step.count; ++i) {
            const std::uint32_t slot = 1u << step.slot[i];
            open = step.spare[i] > 0 ? open | slot : open & ~slot;
        }
    return open;
}

std::vector<std::span<const Step>> layers_of(const std::vector<Step>& steps) {
    std::vector<std::span<const Step>> layers;
    for (std::size_t first = 0, last; first < steps.size(); first = last) {
        last = first + 1;
        while (last < steps.size() && steps[last].joined) ++last;
        layers.push_back(std::span(steps).subspan(first, last - first));
    }
    return layers;
}

std::uint64_t hash(std::span<const Key<1>> keys) {
    std::uint64_t h = keys.size();
    for (const Key<1>& key : keys) {
        h = (h ^ key.word[0]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

}  // namespace

// What a stretch does with keys: `digit` says where each slot's residual stands in them. Untouched ones stand highest,
// so that in ascending order the states of a block follow each other.
struct Tiling::Plan {
    std::vector<Fan<1>> fans;
    std::array<int, WORD_SLOTS> digit{};
    int touched = 0;

    std::uint64_t block_of(std::uint64_t key) const {
        return touched == WORD_SLOTS ? 0 : key >> (touched * SLOT_BITS) << (touched * SLOT_BITS);
    }
};

bool Tiling::suits(const std::vector<Step>& steps, int slots) {
    if (slots > static_cast<int>(WORD_SLOTS)) return false;
    for (const auto layer : layers_of(steps))
        if (choices_of(layer) > MOST_STREAMS) return false;
    return true;
}

std::size_t Tiling::bytes() const {
    const auto held = [](const auto&... stores) { return ((stores.capacity() * sizeof(stores[0])) + ...); };
    return held(blocks_, courses_, spans_, moves_, states_, places_, items_, sorted_, keys_, layer_, next_, arrivals_);
}

bool Tiling::affordable(const Meter& meter) const {
    const auto used = [](const auto&... stores) { return ((stores.size() * sizeof(stores[0])) + ...); };
    const std::size_t now = used(blocks_, courses_, spans_, moves_, states_, places_, items_, sorted_, keys_, layer_,
                                 next_, arrivals_);
    // Arrays grow by half of what they hold.
    return !meter.expired() && meter.fits(taken_ + now + now / 2) && moves_.size() < MAX_STATES &&
           places_.size() < MAX_STATES;
}

Built Tiling::grow(const std::vector<Step>& steps, int slots, const Meter& meter, std::size_t taken) {
    taken_ = taken;
    const auto layers = layers_of(steps);
    std::uint32_t open = 0;
    Plan plan;
    items_.push_back({0, 0});
    for (std::size_t first = 0, last; first < layers.size(); first = last) {
        const std::uint32_t before = open;
        std::uint32_t touched = 0;
        for (last = first; last < layers.size(); ++last) {
            const std::uint32_t more = touched | touched_by(layers[last]);
            if (last > first && std::popcount(more & before) >= TOUCHED_SHARE * std::popcount(before)) break;
            touched = more;
            open = open_after(open, layers[last]);
        }
        const Plan old = std::move(plan);
        plan = Plan();
        plan.touched = std::popcount(touched);
        for (int slot = 0, low = 0, high = plan.touched; slot < slots; ++slot)
            plan.digit[slot] = touched >> slot & 1 ? low++ : high++;
        for (Item& item : items_) {
            std::uint64_t key = 0;
            for (int slot = 0; slot < slots; ++slot)
                key |= (item.key >> (old.digit[slot] * SLOT_BITS) & 15) << (plan.digit[slot] * SLOT_BITS);
            item.key = key;
        }
        sort_items(slots * static_cast<int>(SLOT_BITS));
        stretches_.push_back({static_cast<std::uint32_t>(legs_.size()), 0});
        for (; first < last; ++first) {
            std::vector<Step> moved(layers[first].begin(), layers[first].end());
            for (Step& step : moved)
                for (int i = 0; i < step.count; ++i) step.slot[i] = plan.digit[step.slot[i]];
            plan.fans.emplace_back(moved);
            add_leg(moved, plan.fans.back());
        }
        if (!grow_stretch(plan, meter)) return Built::OverBudget;
        if (items_.empty()) return Built::Impossible;
    }
    // All constraints are closed, so all keys are zero: one final state is left.
    stretches_.push_back({static_cast<std::uint32_t>(legs_.size()), 0});
    stretches_.back().first_state = static_cast<std::uint32_t>(states_.size());
    places_[items_[0].place] = static_cast<std::uint32_t>(states_.size());
    states_.push_back({0, 0, 0});
    drop_dead();
    widen();
    return affordable(meter) ? Built::Done : Built::OverBudget;
}

void Tiling::add_leg(std::span<const Step> steps, const Fan<1>& fan) {
    Leg& leg = legs_.emplace_back();
    leg.count = static_cast<int>(steps.size());
    for (int s = 0; s < leg.count; ++s) leg.group[s] = steps[s].group;
    for (int i = 0; i < fan.streams; ++i) {
        const auto& stream = fan.stream[i];
        double ways = 1;
        for (int s = 0; s < leg.count; ++s) ways *= CHOOSE[steps[s].size][stream.split >> (4 * s) & 15];
        leg.choices.push_back({ways, stream.split, stream.mines});
    }
    stretches_.back().last_leg = static_cast<std::uint32_t>(legs_.size());
}

// Makes the sorted items the states before the newest stretch, and finds the items behind it.
bool Tiling::grow_stretch(const Plan& plan, const Meter& meter) {
    Stretch& stretch = stretches_.back();
    stretch.first_state = static_cast<std::uint32_t>(states_.size());
    stretch.first_block = static_cast<std::uint32_t>(blocks_.size());
    stretch.first_tile = static_cast<std::uint32_t>(tiles_.size());
    const bool is_first = stretches_.size() == 1;
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    keys_.clear();
    sorted_.clear();
    for (const Item *item = items_.begin(), *end = items_.end(); item != end;) {
        const std::uint64_t shared = plan.block_of(item->key);
        const auto first_key = static_cast<std::uint32_t>(keys_.size());
        Block block{0, static_cast<std::uint32_t>(states_.size()), static_cast<std::uint32_t>(places_.size()),
                    static_cast<std::uint32_t>(spans_.size())};
        for (; item != end && plan.block_of(item->key) == shared; ++item) {
            if (!is_first) places_[item->place] = static_cast<std::uint32_t>(states_.size());
            states_.push_back({0, 0, 0});
            keys_.push_back({{item->key - shared}});
        }
        const std::span<const Key<1>> residuals(keys_.data() + first_key, keys_.size() - first_key);
        const auto [found, is_new] =
            known.try_emplace(hash(residuals), static_cast<std::uint32_t>(tiles_.size()));
        bool alike = !is_new;
        if (alike) {
            const Tile& tile = tiles_[found->second];
            alike = std::equal(residuals.begin(), residuals.end(), keys_.data() + tile.first_key,
                               keys_.data() + tile.last_key);
        }
        if (alike) {
            block.tile = found->second;
            keys_.resize(first_key);
        } else {
            block.tile = static_cast<std::uint32_t>(tiles_.size());
            if (!grow_tile(plan, first_key, meter)) return false;
        }
        const Tile& tile = tiles_[block.tile];
        for (std::uint32_t k = tile.last_key; k < tile.end_key; ++k) {
            sorted_.push_back({shared | keys_[k].word[0], static_cast<std::uint32_t>(places_.size())});
            places_.push_back(0);
        }
        blocks_.push_back(block);
        spans_.resize(spans_.size() + plan.fans.size() + 1);
        if (blocks_.size() % CHECK_EVERY == 0 && !affordable(meter)) return false;
    }
    stretch.last_block = static_cast<std::uint32_t>(blocks_.size());
    stretch.last_tile = static_cast<std::uint32_t>(tiles_.size());
    items_.swap(sorted_);
    return affordable(meter);
}

// Finds what the residuals at the end of keys_ become, and puts that behind them.
bool Tiling::grow_tile(const Plan& plan, std::uint32_t first_key, const Meter& meter) {
    Tile tile{};
    tile.first_course = static_cast<std::uint32_t>(courses_.size());
    tile.first_move = static_cast<std::uint32_t>(moves_.size());
    tile.first_key = first_key;
    tile.last_key = static_cast<std::uint32_t>(keys_.size());
    layer_.clear();
    for (std::size_t k = first_key; k < keys_.size(); ++k) layer_.push_back(keys_[k]);
    for (const Fan<1>& fan : plan.fans) {
        courses_.push_back({tile.states, static_cast<std::uint32_t>(moves_.size())});
        const auto behind = static_cast<std::uint32_t>(tile.states + layer_.size());
        next_.clear();
        arrivals_.clear();
        const auto make = [&](const Arrival<1>* arrivals, int count, std::uint32_t who) {
            const auto to = static_cast<std::uint32_t>(behind + next_.size());
            for (int i = 0; i < count; ++i, who &= who - 1)
                moves_.push_back({arrivals[i].from, to, static_cast<std::uint16_t>(std::countr_zero(who)),
                                  arrivals[i].mines});
            next_.push_back(arrivals->key);
            return next_.size() % CHECK_EVERY != 0 || affordable(meter);
        };
        if (!fan.meet(layer_, tile.states, arrivals_, make)) return false;
        tile.states = behind;
        layer_.swap(next_);
    }
    courses_.push_back({tile.states, static_cast<std::uint32_t>(moves_.size())});
    tile.states += static_cast<std::uint32_t>(layer_.size());
    courses_.push_back({tile.states, static_cast<std::uint32_t>(moves_.size())});
    tile.last_move = static_cast<std::uint32_t>(moves_.size());
    for (const Key<1>& key : layer_) keys_.push_back(key);
    tile.end_key = static_cast<std::uint32_t>(keys_.size());
    tiles_.push_back(tile);
    return true;
}

// By key. All keys differ.
void Tiling::sort_items(int bits) {
    if (items_.size() < WORTH_RADIX) {
        std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
        return;
    }
    constexpr std::size_t BUCKETS = std::size_t{1} << RADIX_BITS;
    sorted_.resize(items_.size());
    for (int shift = 0; shift < bits; shift += RADIX_BITS) {
        std::array<std::uint32_t, BUCKETS> next{};
        for (const Item& item : items_) ++next[item.key >> shift & (BUCKETS - 1)];
        std::uint32_t sum = 0;
        for (std::uint32_t& at : next) sum += std::exchange(at, sum);
        for (const Item& item : items_) sorted_[next[item.key >> shift & (BUCKETS - 1)]++] = item;
        items_.swap(sorted_);
    }
}

// Drops the moves from which the final state cannot be reached in any block of their tile, and marks the states at
// the ends of stretches that cannot reach it by an empty window.
void Tiling::drop_dead() {
    std::vector<std::uint8_t> alive(states_.size(), 0);
    alive.back() = 1;
    for (std::size_t s = stretches_.size() - 1; s-- > 0;) {
        const Stretch& stretch = stretches_[s];
        std::vector<std::size_t> first(1, 0);
        for (std::uint32_t t = stretch.first_tile; t < stretch.last_tile; ++t)
            first.push_back(first.back() + tiles_[t].states);
        used_.assign(first.back(), 0);
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b) {
            const Block& block = blocks_[b];
            const Tile& tile = tiles_[block.tile];
            const Course* course = courses_.data() + tile.first_course;
            const std::uint32_t behind = course[legs(stretch)].first_state;
            alive_.assign(tile.states, 0);
            for (std::uint32_t i = behind; i < tile.states; ++i)
                alive_[i] = alive[places_[block.first_place + (i - behind)]];
            for (std::uint32_t m = tile.last_move; m-- > tile.first_move;)
                alive_[moves_[m].from] |= alive_[moves_[m].to];
            std::copy_n(alive_.data(), course[1].first_state, alive.data() + block.first_state);
            std::uint8_t* used = used_.data() + first[block.tile - stretch.first_tile];
            for (std::uint32_t i = 0; i < tile.states; ++i) used[i] |= alive_[i];
        }
        for (std::uint32_t t = stretch.first_tile; t < stretch.last_tile; ++t) {
            Tile& tile = tiles_[t];
            const std::uint8_t* used = used_.data() + first[t - stretch.first_tile];
            std::uint32_t out = tile.first_move, m = tile.first_move;
            for (std::uint32_t c = tile.first_course; c <= tile.first_course + legs(stretch); ++c) {
                const std::uint32_t end = courses_[c + 1].first_move;
                courses_[c].first_move = out;
                for (; m < end; ++m)
                    if (used[moves_[m].to]) moves_[out++] = moves_[m];
            }
            courses_[tile.first_course + legs(stretch) + 1].first_move = tile.last_move = out;
        }
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b)
            block_moves_ += tiles_[blocks_[b].tile].last_move - tiles_[blocks_[b].tile].first_move;
    }
    for (std::size_t i = 0; i < states_.size(); ++i) states_[i].length = alive[i];
}

// The totals that the states of a block can have, from those before the stretch.
void Tiling::climb(const Block& block) {
    const Tile& tile = tiles_[block.tile];
    low_.assign(tile.states, NEVER);
    high_.assign(tile.states, -NEVER);
    const std::uint32_t count = courses_[tile.first_course + 1].first_state;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Window& state = states_[block.first_state + i];
        if (state.length == 0) continue;
        low_[i] = state.low;
        high_[i] = state.low + state.length - 1;
    }
    for (std::uint32_t m = tile.first_move; m < tile.last_move; ++m) {
        const Move& move = moves_[m];
        low_[move.to] = std::min(low_[move.to], low_[move.from] + move.mines);
        high_[move.to] = std::max(high_[move.to], high_[move.from] + move.mines);
    }
}

// The totals from which those behind the stretch can be reached.
void Tiling::descend(const Stretch& stretch, const Block& block) {
    const Tile& tile = tiles_[block.tile];
    least_.assign(tile.states, NEVER);
    most_.assign(tile.states, -NEVER);
    const std::uint32_t behind = courses_[tile.first_course + legs(stretch)].first_state;
    for (std::uint32_t i = behind; i < tile.states; ++i) {
        const Window& state = states_[places_[block.first_place + (i - behind)]];
        if (state.length == 0) continue;
        least_[i] = state.low;
        most_[i] = state.low + state.length - 1;
    }
    for (std::uint32_t m = tile.last_move; m-- > tile.first_move;) {
        const Move& move = moves_[m];
        least_[move.from] = std::min(least_[move.from], least_[move.to] - move.mines);
        most_[move.from] = std::max(most_[move.from], most_[move.to] - move.mines);
    }
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
                if (state.length > 0) state = {0, low_[i], high_[i] - low_[i] + 1};
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
                    narrow(state, least_[i], most_[i]);
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
            const int low = std::max(low_[i], least_[i]), high = std::min(high_[i], most_[i]);
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
