// Finding the stretches, blocks and patterns of a wide component.
#include "solver/patchwork.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "support/sorting.hpp"

namespace sapper {

namespace {

constexpr std::size_t MAX_STATES = 0xf0000000u;
constexpr std::size_t CHECK_EVERY = 4096;  // states between two checks of the meter
constexpr int MOST_CELLS = 1 << 13;        // the most cells of a component: totals are stored in 16 bits
constexpr int RADIX_BITS = 11;
constexpr std::size_t WORTH_RADIX = 256;  // with this many items, a radix sort is faster than a comparison sort

// A stretch ends before it touches this share of the constraints that were open at its start. A greater share makes
// stretches longer and blocks larger. Chosen by hand.
constexpr double TOUCHED_SHARE = 0.7;

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

// Two open constraints that will share cells. allowed[x] has a bit for each residual of the second that is possible
// when the first has residual x: neither may need fewer mines than the other puts into the shared cells.
struct Pair {
    int first, second;  // slots
    std::array<std::uint16_t, 16> allowed;
};

// The pairs of slots among `watched` that exclude some residuals, when the steps from `next` on are still to come.
std::vector<Pair> pairs_ahead(std::span<const Step> next, std::uint32_t watched) {
    std::array<std::array<int, WORD_SLOTS>, WORD_SLOTS> shared{};
    std::array<int, WORD_SLOTS> spare{};
    std::uint32_t left = watched;  // slots that still hold the constraint they hold now
    for (const Step& step : next) {
        std::uint32_t met = 0, closed = 0;
        for (int i = 0; i < step.count; ++i) {
            if (step.fresh[i]) left &= ~(1u << step.slot[i]);
            met |= 1u << step.slot[i];
            if (step.spare[i] == 0) closed |= 1u << step.slot[i];
        }
        met &= left;
        for (std::uint32_t a = met; a; a &= a - 1) {
            spare[std::countr_zero(a)] += step.size;
            for (std::uint32_t b = met; b; b &= b - 1) shared[std::countr_zero(a)][std::countr_zero(b)] += step.size;
        }
        left &= ~closed;
        if (left == 0) break;
    }
    std::vector<Pair> pairs;
    for (int a = 0; a < static_cast<int>(WORD_SLOTS); ++a)
        for (int b = 0; b < a; ++b) {
            if (shared[a][b] == 0) continue;
            Pair pair{a, b, {}};
            bool rules_out = false;
            for (int x = 0; x <= std::min(spare[a], 15); ++x)
                for (int y = 0; y <= std::min(spare[b], 15); ++y) {
                    const int least = std::max(x - (spare[a] - shared[a][b]), y - (spare[b] - shared[a][b]));
                    if (least <= std::min({x, y, shared[a][b]}))
                        pair.allowed[x] |= static_cast<std::uint16_t>(1u << y);
                    else
                        rules_out = true;
                }
            if (rules_out) pairs.push_back(pair);
        }
    return pairs;
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

// How many of the layers form the next stretch, and the slots it touches. It ends where the fewest constraints are
// open, because the states there are stored. `open` is updated to the slots that are open after it.
std::pair<std::size_t, std::uint32_t> cut_stretch(std::span<const std::span<const Step>> layers, std::uint32_t& open) {
    const std::uint32_t before = open;
    std::uint32_t now = open, met = 0, touched = 0;
    std::size_t length = 0;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        met |= touched_by(layers[l]);
        if (l > 0 && std::popcount(met & before) >= TOUCHED_SHARE * std::popcount(before)) break;
        now = open_after(now, layers[l]);
        if (l > 0 && std::popcount(now) > std::popcount(open)) continue;
        open = now;
        touched = met;
        length = l + 1;
    }
    return {length, touched};
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

// How a stretch arranges keys: `digit` is the position of each slot's residual in a key. Untouched slots take the
// highest positions, so that in ascending order the states of a block are adjacent.
struct Patchwork::Plan {
    std::vector<Successors<1>> successors;
    std::vector<std::vector<Pair>> pairs;  // indexed by layer: the pairs to check after it
    std::array<int, WORD_SLOTS> digit{};
    int touched = 0;

    std::uint64_t block_of(std::uint64_t key) const {
        return touched == WORD_SLOTS ? 0 : key >> (touched * SLOT_BITS) << (touched * SLOT_BITS);
    }
    // Whether no two constraints contradict each other after a layer.
    bool is_possible(std::size_t layer, const Key<1>& key) const {
        bool possible = true;
        for (const Pair& pair : pairs[layer]) possible &= pair.allowed[key[pair.first]] >> key[pair.second] & 1;
        return possible;
    }
};

bool Patchwork::suits(const std::vector<Step>& steps, int slots) {
    int cells = 0;
    for (const Step& step : steps) cells += step.size;
    if (slots > static_cast<int>(WORD_SLOTS) || cells > MOST_CELLS) return false;
    const auto layers = layers_of(steps);
    return std::all_of(layers.begin(), layers.end(), [](auto layer) { return choices_of(layer) <= MOST_STREAMS; });
}

std::size_t Patchwork::bytes() const {
    const auto held = [](const auto&... stores) { return ((stores.capacity() * sizeof(stores[0])) + ...); };
    return held(blocks_, courses_, spans_, moves_, states_, places_, items_, sorted_, keys_, layer_, next_, arrivals_);
}

bool Patchwork::affordable(const Meter& meter) const {
    const auto used = [](const auto&... stores) { return ((stores.size() * sizeof(stores[0])) + ...); };
    const std::size_t now =
        used(blocks_, courses_, spans_, moves_, states_, places_, items_, sorted_, keys_, layer_, next_, arrivals_);
    // An array grows by half of its size.
    return !meter.expired() && meter.fits(taken_ + now + now / 2) && moves_.size() < MAX_STATES &&
           places_.size() < MAX_STATES;
}

Built Patchwork::grow(const std::vector<Step>& steps, int slots, const Meter& meter, std::size_t taken) {
    taken_ = taken;
    const auto layers = layers_of(steps);
    std::uint32_t open = 0;
    Plan plan;
    items_.push_back({0, 0});
    for (std::size_t first = 0, last; first < layers.size(); first = last) {
        const auto [length, touched] = cut_stretch(std::span(layers).subspan(first), open);
        last = first + length;
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
            plan.successors.emplace_back(moved);
            add_leg(moved, plan.successors.back());
            const Step* next = layers[first].data() + layers[first].size();
            plan.pairs.push_back(pairs_ahead({next, steps.data() + steps.size()}, touched));
            for (Pair& pair : plan.pairs.back()) pair = {plan.digit[pair.first], plan.digit[pair.second], pair.allowed};
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

void Patchwork::add_leg(std::span<const Step> steps, const Successors<1>& successors) {
    Leg& leg = legs_.emplace_back();
    leg.count = static_cast<int>(steps.size());
    for (int s = 0; s < leg.count; ++s) leg.group[s] = steps[s].group;
    for (int i = 0; i < successors.streams; ++i) {
        const auto& stream = successors.stream[i];
        double ways = 1;
        for (int s = 0; s < leg.count; ++s) ways *= CHOOSE[steps[s].size][stream.split >> (4 * s) & 15];
        leg.choices.push_back({ways, stream.split, stream.mines});
    }
    stretches_.back().last_leg = static_cast<std::uint32_t>(legs_.size());
}

// Turns the sorted items into the states before the newest stretch, and finds the items after it.
bool Patchwork::grow_stretch(const Plan& plan, const Meter& meter) {
    Stretch& stretch = stretches_.back();
    stretch.first_state = static_cast<std::uint32_t>(states_.size());
    stretch.first_block = static_cast<std::uint32_t>(blocks_.size());
    stretch.first_pattern = static_cast<std::uint32_t>(patterns_.size());
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
        const auto [found, is_new] = known.try_emplace(hash(residuals), static_cast<std::uint32_t>(patterns_.size()));
        bool alike = !is_new;
        if (alike) {
            const Pattern& pattern = patterns_[found->second];
            alike = std::equal(residuals.begin(), residuals.end(), keys_.data() + pattern.first_key,
                               keys_.data() + pattern.last_key);
        }
        if (alike) {
            block.pattern = found->second;
            keys_.resize(first_key);
        } else {
            block.pattern = static_cast<std::uint32_t>(patterns_.size());
            if (!grow_pattern(plan, first_key, meter)) return false;
        }
        const Pattern& pattern = patterns_[block.pattern];
        for (std::uint32_t k = pattern.last_key; k < pattern.end_key; ++k) {
            sorted_.push_back({shared | keys_[k].word[0], static_cast<std::uint32_t>(places_.size())});
            places_.push_back(0);
        }
        blocks_.push_back(block);
        spans_.resize(spans_.size() + plan.successors.size() + 1);
        if (blocks_.size() % CHECK_EVERY == 0 && !affordable(meter)) return false;
    }
    stretch.last_block = static_cast<std::uint32_t>(blocks_.size());
    stretch.last_pattern = static_cast<std::uint32_t>(patterns_.size());
    items_.swap(sorted_);
    return affordable(meter);
}

// Expands the residuals at the end of keys_ layer by layer, and appends the residuals after the last layer.
bool Patchwork::grow_pattern(const Plan& plan, std::uint32_t first_key, const Meter& meter) {
    Pattern pattern{};
    pattern.first_course = static_cast<std::uint32_t>(courses_.size());
    pattern.first_move = static_cast<std::uint32_t>(moves_.size());
    pattern.first_key = first_key;
    pattern.last_key = static_cast<std::uint32_t>(keys_.size());
    layer_.clear();
    for (std::size_t k = first_key; k < keys_.size(); ++k) layer_.push_back(keys_[k]);
    for (std::size_t layer = 0; layer < plan.successors.size(); ++layer) {
        courses_.push_back({pattern.states, static_cast<std::uint32_t>(moves_.size())});
        const auto behind = static_cast<std::uint32_t>(pattern.states + layer_.size());
        next_.clear();
        arrivals_.clear();
        const auto make = [&](const Arrival<1>* arrivals, int count, std::uint32_t who) {
            if (!plan.is_possible(layer, arrivals->key)) return true;
            const auto to = static_cast<std::uint32_t>(behind + next_.size());
            for (int i = 0; i < count; ++i, who &= who - 1)
                moves_.push_back(
                    {arrivals[i].from, to, static_cast<std::uint16_t>(std::countr_zero(who)), arrivals[i].mines});
            next_.push_back(arrivals->key);
            return next_.size() % CHECK_EVERY != 0 || affordable(meter);
        };
        if (!plan.successors[layer].visit(layer_, pattern.states, arrivals_, make)) return false;
        pattern.states = behind;
        layer_.swap(next_);
    }
    courses_.push_back({pattern.states, static_cast<std::uint32_t>(moves_.size())});
    pattern.states += static_cast<std::uint32_t>(layer_.size());
    courses_.push_back({pattern.states, static_cast<std::uint32_t>(moves_.size())});
    pattern.last_move = static_cast<std::uint32_t>(moves_.size());
    for (const Key<1>& key : layer_) keys_.push_back(key);
    pattern.end_key = static_cast<std::uint32_t>(keys_.size());
    patterns_.push_back(pattern);
    return true;
}

// Sorts by key. All keys differ.
void Patchwork::sort_items(int bits) {
    if (items_.size() < WORTH_RADIX) {
        sort_stably(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
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

// Drops the moves from which no block of their pattern reaches the final state. States at the ends of stretches that
// cannot reach it get an empty window.
void Patchwork::drop_dead() {
    std::vector<std::uint8_t> alive(states_.size(), 0);
    alive.back() = 1;
    for (std::size_t s = stretches_.size() - 1; s-- > 0;) {
        const Stretch& stretch = stretches_[s];
        std::vector<std::size_t> first(1, 0);
        for (std::uint32_t t = stretch.first_pattern; t < stretch.last_pattern; ++t)
            first.push_back(first.back() + patterns_[t].states);
        used_.assign(first.back(), 0);
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b) {
            const Block& block = blocks_[b];
            const Pattern& pattern = patterns_[block.pattern];
            const Course* course = courses_.data() + pattern.first_course;
            const std::uint32_t behind = course[legs(stretch)].first_state;
            alive_.assign(pattern.states, 0);
            for (std::uint32_t i = behind; i < pattern.states; ++i)
                alive_[i] = alive[places_[block.first_place + (i - behind)]];
            for (std::uint32_t m = pattern.last_move; m-- > pattern.first_move;)
                alive_[moves_[m].from] |= alive_[moves_[m].to];
            std::copy_n(alive_.data(), course[1].first_state, alive.data() + block.first_state);
            std::uint8_t* used = used_.data() + first[block.pattern - stretch.first_pattern];
            for (std::uint32_t i = 0; i < pattern.states; ++i) used[i] |= alive_[i];
        }
        for (std::uint32_t t = stretch.first_pattern; t < stretch.last_pattern; ++t) {
            Pattern& pattern = patterns_[t];
            const std::uint8_t* used = used_.data() + first[t - stretch.first_pattern];
            std::uint32_t out = pattern.first_move, m = pattern.first_move;
            for (std::uint32_t c = pattern.first_course; c <= pattern.first_course + legs(stretch); ++c) {
                const std::uint32_t end = courses_[c + 1].first_move;
                courses_[c].first_move = out;
                for (; m < end; ++m)
                    if (used[moves_[m].to]) moves_[out++] = moves_[m];
            }
            courses_[pattern.first_course + legs(stretch) + 1].first_move = pattern.last_move = out;
        }
        for (std::uint32_t b = stretch.first_block; b < stretch.last_block; ++b)
            block_moves_ += patterns_[blocks_[b].pattern].last_move - patterns_[blocks_[b].pattern].first_move;
    }
    for (std::size_t i = 0; i < states_.size(); ++i) states_[i].length = alive[i];
}

}  // namespace sapper
