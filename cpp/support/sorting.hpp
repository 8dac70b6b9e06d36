// Stable sorting in little code. std::sort and std::stable_sort are kilobytes of machine code for each order, which in
// WebAssembly were a tenth of the core.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace sapper {

inline constexpr std::ptrdiff_t SORTED_BY_INSERTION = 12;  // items, at most

template <class Iterator, class Less>
void insertion_sort(Iterator first, Iterator last, Less less) {
    for (Iterator next = first; next != last; ++next) {
        if (next == first || !less(*next, *(next - 1))) continue;
        auto item = std::move(*next);
        Iterator hole = next;
        do {
            *hole = std::move(*(hole - 1));
            --hole;
        } while (hole != first && less(item, *(hole - 1)));
        *hole = std::move(item);
    }
}

// Merges two sorted ranges that lie side by side. The buffer has room for the first.
template <class Iterator, class Item, class Less>
void merge_neighbours(Iterator first, Iterator middle, Iterator last, Item* buffer, Less less) {
    if (!less(*middle, *(middle - 1))) return;
    Item* const end = std::move(first, middle, buffer);
    while (buffer != end && middle != last)
        if (less(*middle, *buffer))
            *first++ = std::move(*middle++);
        else
            *first++ = std::move(*buffer++);
    std::move(buffer, end, first);
}

// Items that are equal keep their order.
template <class Iterator, class Less = std::less<>>
[[gnu::noinline]] void sort_stably(Iterator first, Iterator last, Less less = {}) {
    const std::ptrdiff_t count = last - first;
    for (std::ptrdiff_t at = 0; at < count; at += SORTED_BY_INSERTION)
        insertion_sort(first + at, first + std::min(at + SORTED_BY_INSERTION, count), less);
    if (count <= SORTED_BY_INSERTION) return;
    std::vector<std::iter_value_t<Iterator>> buffer(static_cast<std::size_t>(count));
    for (std::ptrdiff_t width = SORTED_BY_INSERTION; width < count; width *= 2)
        for (std::ptrdiff_t at = 0; at + width < count; at += 2 * width)
            merge_neighbours(first + at, first + at + width, first + std::min(at + 2 * width, count), buffer.data(),
                             less);
}

}  // namespace sapper
