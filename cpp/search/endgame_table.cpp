// The sets of layouts that the endgame search has met, in a hash table.
#include <algorithm>

#include "search/endgame.hpp"

namespace sapper {

// The index of a set in known_, or NONE.
std::size_t Endgame::recall(const Set& set, std::uint64_t key) const {
    const std::size_t mask = table_.size() - 1;
    const auto tag = static_cast<std::uint32_t>(key >> 32);
    for (std::size_t at = key & mask; table_[at].index != 0; at = (at + 1) & mask) {
        if (table_[at].tag != tag) continue;
        const std::size_t i = table_[at].index - 1;
        // Equal hashes are not enough: the sets themselves are compared.
        if (known_[i].key == key && known_[i].size == set.size() &&
            std::equal(stack_.data() + set.begin, stack_.data() + set.end, memory_.data() + known_[i].begin))
            return i;
    }
    return NONE;
}

void Endgame::remember(const Set& set, std::uint64_t key, std::uint32_t wins, bool exact) {
    known_.push_back({key, memory_.size(), static_cast<std::uint32_t>(set.size()), wins, exact});
    memory_.resize(memory_.size() + set.size());
    std::copy_n(stack_.data() + set.begin, set.size(), memory_.end() - set.size());
    const auto insert = [&](std::size_t i) {
        const std::size_t mask = table_.size() - 1;
        std::size_t at = known_[i].key & mask;
        while (table_[at].index != 0) at = (at + 1) & mask;
        table_[at] = {static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(known_[i].key >> 32)};
    };
    if (known_.size() * 2 > table_.size()) {
        table_.assign(table_.size() * 4, {});
        for (std::size_t i = 0; i < known_.size(); ++i) insert(i);
    } else {
        insert(known_.size() - 1);
    }
}

}  // namespace sapper
