// Lists of layouts, passes over them, and perfect play, each tested against a plain and slow version.
#include "search/endgame.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "search/layout_marks.hpp"

namespace {

using Set = std::vector<std::uint16_t>;

sapper::View covered(int rows, int cols, int mines) {
    sapper::View view;
    view.rows = rows, view.cols = cols, view.mines = mines;
    view.numbers.assign(static_cast<std::size_t>(rows) * cols, sapper::COVERED);
    return view;
}

// A random board with a random share of its free cells opened.
sapper::View partly_open(check::Dice& dice, int rows, int cols, int mines) {
    auto view = covered(rows, cols, mines);
    std::vector<bool> is_mine(view.numbers.size());
    for (int placed = 0; placed < mines;)
        if (const int cell = dice.below(view.cells()); !is_mine[cell]) is_mine[cell] = true, ++placed;
    for (int cell = 0; cell < view.cells(); ++cell) {
        if (is_mine[cell] || dice.one_in(3)) continue;
        int number = 0;
        for (int row = cell / cols - 1; row <= cell / cols + 1; ++row)
            for (int col = cell % cols - 1; col <= cell % cols + 1; ++col)
                if (row >= 0 && row < rows && col >= 0 && col < cols) number += is_mine[row * cols + col];
        view.numbers[cell] = static_cast<std::int8_t>(number);
    }
    return view;
}

// Checks everything that the marks say of a set against what the cells show in its layouts, one by one.
void check_sight(const sapper::Layouts& layouts, const sapper::LayoutMarks& marks, const Set& set) {
    const std::size_t cells = layouts.cells().size();
    sapper::Sight sight;
    marks.look(set, sight);
    marks.count_mines(set, sight);
    std::vector<std::uint8_t> mask(marks.width(), 0), live(marks.width(), 1);
    std::fill_n(mask.begin(), cells, 0xff);
    const bool found = marks.find_live(sight, mask.data(), live.data());
    int best = -1, best_parts = 1;
    std::size_t fewest = set.size() + 1;
    for (std::size_t c = 0; c < cells; ++c) {
        std::vector<std::size_t> count(16, 0);
        for (const auto layout : set) ++count[layouts.shown(static_cast<int>(c))[layout]];
        const std::size_t mines = count[sapper::Layouts::MINE];
        const auto parts =
            static_cast<int>(std::count_if(count.begin(), count.begin() + 9, [](auto n) { return n > 0; }));
        CHECK(sight.mines[c] == mines);
        CHECK(((sight.any[c] & sapper::Sight::MINE) != 0) == (mines > 0));
        CHECK(sight.parts(c) == parts);
        CHECK(live[c] == (parts > 1 ? 0xff : 0));
        if (mines == 0 && parts > best_parts) best = static_cast<int>(c), best_parts = parts;
        if (mines > 0) fewest = std::min(fewest, mines);
    }
    CHECK(std::all_of(live.begin() + static_cast<std::ptrdiff_t>(cells), live.end(), [](auto byte) { return !byte; }));
    CHECK(found == (best >= 0));
    CHECK(marks.is_informative(sight, mask.data()) == found);
    if (found) CHECK(marks.most_informative(sight, live.data()) == best);
    CHECK(marks.fewest_mines(sight, mask.data(), static_cast<std::uint32_t>(set.size()) + 1) == fewest);
    if (set.size() == 2) CHECK(marks.is_told_apart(set[0], set[1]) == found);
}

void marks_agree_with_the_layouts() {
    check::Dice dice(1);
    int with_nine_numbers = 0;
    // Cells of 3x6 with 8 mines can show all nine numbers.
    for (const auto& [rows, cols, mines] :
         {std::tuple(3, 6, 8), {4, 4, 3}, {1, 9, 4}, {5, 8, 2}, {2, 12, 21}, {9, 9, 2}}) {
        sapper::Field field;
        field.load(covered(rows, cols, mines), false);
        sapper::Layouts layouts;
        CHECK(layouts.list(field, 60'000));
        sapper::LayoutMarks marks;
        marks.build(layouts);
        for (int round = 0; round < 60; ++round) {
            Set set;
            const int size = std::min(round % 3 == 0 ? 2 : 1 + dice.below(600), static_cast<int>(layouts.size()));
            while (static_cast<int>(set.size()) < size) {
                set.push_back(static_cast<std::uint16_t>(dice.below(static_cast<int>(layouts.size()))));
                std::sort(set.begin(), set.end());
                set.erase(std::unique(set.begin(), set.end()), set.end());
            }
            check_sight(layouts, marks, set);
        }
        Set all(layouts.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i);
        check_sight(layouts, marks, all);
        sapper::Sight sight;
        marks.look(all, sight);
        for (std::size_t c = 0; c < layouts.cells().size(); ++c) with_nine_numbers += sight.parts(c) == 9;
    }
    CHECK(with_nine_numbers > 0);
}

// Wins of perfect play by trying every cell of every set.
class Plain {
public:
    explicit Plain(const sapper::Layouts& layouts) : layouts_(layouts) {}

    std::uint32_t wins(const Set& set) {
        if (set.size() == 1) return 1;
        if (const auto known = known_.find(set); known != known_.end()) return known->second;
        std::uint32_t most = 1;
        for (std::size_t c = 0; c < layouts_.cells().size(); ++c) {
            std::vector<Set> parts(9);
            for (const auto layout : set)
                if (const int shown = layouts_.shown(static_cast<int>(c))[layout]; shown != sapper::Layouts::MINE)
                    parts[static_cast<std::size_t>(shown)].push_back(layout);
            std::uint32_t won = 0;
            // A cell that shows the same number in every layout tells nothing.
            for (const Set& part : parts)
                if (!part.empty() && part.size() < set.size()) won += wins(part);
            most = std::max(most, won);
        }
        return known_[set] = most;
    }

private:
    const sapper::Layouts& layouts_;
    std::map<Set, std::uint32_t> known_;
};

void endgames_are_played_perfectly() {
    check::Dice dice(2);
    int solved = 0, lossy = 0;
    for (int round = 0; round < 3000; ++round) {
        const int rows = dice.between(1, 4), cols = dice.between(3, 6);
        const auto view = partly_open(dice, rows, cols, dice.between(1, rows * cols / 2));
        sapper::Field field;
        if (!field.load(view, false)) continue;
        sapper::Layouts layouts;
        if (field.unknown_count() == field.mines() - field.mine_count()) continue;  // no free cell is left
        if (!layouts.list(field, 40)) continue;
        Set all(layouts.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i);
        const std::uint32_t wins = Plain(layouts).wins(all);
        sapper::Endgame endgame;
        sapper::EndgameValue value;
        CHECK(endgame.solve(field, 40, 100'000, value));
        CHECK(value.layouts == layouts.size());
        CHECK(value.wins == wins, std::to_string(value.wins) + " instead of " + std::to_string(wins));
        ++solved;
        lossy += wins < layouts.size();
    }
    CHECK(solved > 300 && lossy > 100, std::to_string(solved) + " solved, " + std::to_string(lossy) + " not all won");
}

// A sample holds no layout twice, and every layout fits the mine count.
void drawn_layouts_differ() {
    sapper::Field field;
    field.load(covered(3, 5, 3), false);  // 455 layouts
    sapper::Solver solver;
    CHECK(solver.solve(field, {}) == sapper::Verdict::Exact);
    sapper::Philox random(5, 0, sapper::Purpose::Thought);
    sapper::Layouts layouts;
    CHECK(layouts.draw(field, solver, random, 300));
    CHECK(layouts.size() > 150 && layouts.size() < 300);
    std::map<std::vector<int>, int> seen;
    for (std::size_t l = 0; l < layouts.size(); ++l) {
        std::vector<int> mines;
        for (int c = 0; c < static_cast<int>(layouts.cells().size()); ++c)
            if (layouts.shown(c)[l] == sapper::Layouts::MINE) mines.push_back(c);
        CHECK(mines.size() == 3);
        CHECK(++seen[mines] == 1);
    }
}

}  // namespace

int main() {
    marks_agree_with_the_layouts();
    endgames_are_played_perfectly();
    drawn_layouts_differ();
    std::puts("endgame: all passed");
}
