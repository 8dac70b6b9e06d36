#include "search/known_sets.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr std::size_t FIRST_SLOTS = 256, GROWTH = 4;

std::uint64_t layout_key(std::uint64_t i) {
    i += 0x9e3779b97f4a7c15u * (i + 1);
    i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9u;
    i = (i ^ i >> 27) * 0x94d049bb133111ebu;
    return i ^ i >> 31;
}

std::uint32_t tag_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

}  // namespace

void KnownSets::clear(std::size_t layouts) {
    known_.clear();
    layouts_.clear();
    table_.assign(FIRST_SLOTS, {});
    for (std::size_t i = keys_.size(); i < layouts; ++i) keys_.push_back(layout_key(i));
}

std::uint64_t KnownSets::key(Set set) const {
    std::uint64_t key = set.size();
    for (const std::uint16_t layout : set) key ^= keys_[layout];
    return key;
}

std::size_t KnownSets::find(Set set, std::uint64_t key) const {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = key & mask; table_[at].index != 0; at = (at + 1) & mask) {
        if (table_[at].tag != tag_of(key)) continue;
        const std::size_t place = table_[at].index - 1;
        const Known& known = known_[place];
        // Equal hashes are not enough: the sets themselves are compared.
        if (known.key == key && known.size == set.size() &&
            std::equal(set.begin(), set.end(), layouts_.data() + known.begin))
            return place;
    }
    return NONE;
}

void KnownSets::add(Set set, std::uint64_t key, const Value& value) {
    const std::size_t begin = layouts_.size();
    known_.push_back({key, begin, static_cast<std::uint32_t>(set.size()), value});
    layouts_.resize(begin + set.size());
    std::copy(set.begin(), set.end(), layouts_.data() + begin);
    if (known_.size() * 2 > table_.size()) {
        table_.assign(table_.size() * GROWTH, {});
        for (std::size_t place = 0; place < known_.size(); ++place) insert(place);
    } else {
        insert(known_.size() - 1);
    }
}

void KnownSets::insert(std::size_t place) {
    const std::uint64_t key = known_[place].key;
    const std::size_t mask = table_.size() - 1;
    std::size_t at = key & mask;
    while (table_[at].index != 0) at = (at + 1) & mask;
    table_[at] = {static_cast<std::uint32_t>(place + 1), tag_of(key)};
}

}  // namespace sapper
