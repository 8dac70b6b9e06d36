// Stable sorting against std::stable_sort, for lengths around the pieces that are sorted by insertion.
#include "support/sorting.hpp"

#include "check.hpp"

namespace {

struct Item {
    int key = 0, place = 0;
    friend bool operator==(const Item&, const Item&) = default;
};

bool is_less(const Item& a, const Item& b) { return a.key < b.key; }

void orders_agree() {
    check::Dice dice(1);
    for (int length = 0; length < 200; ++length)
        for (const int keys : {1, 2, 5, 1000}) {
            std::vector<Item> items;
            for (int place = 0; place < length; ++place) items.push_back({dice.below(keys), place});
            if (dice.one_in(4)) std::reverse(items.begin(), items.end());
            if (dice.one_in(4)) std::stable_sort(items.begin(), items.end(), is_less);
            std::vector<Item> expected = items;
            std::stable_sort(expected.begin(), expected.end(), is_less);
            sapper::sort_stably(items.begin(), items.end(), is_less);
            CHECK(items == expected);
        }
}

}  // namespace

int main() {
    orders_agree();
    std::puts("sorting_test: passed");
}
