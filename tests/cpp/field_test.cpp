// The field without the rest of the engine: its counts beside a plain count, cells opened one by one beside a view that
// is loaded at once, and whole games on boards with room for nothing.
#include "solver/field.hpp"

#include <algorithm>
#include <vector>

#include "check.hpp"
#include "game/board.hpp"
#include "game/game.hpp"
#include "players/player.hpp"
#include "support/byte_scan.hpp"

namespace {

using check::Dice;
using sapper::Field;

// Every count of a propagated field is what its cells say, and no number decides a neighbour any more.
void check_counts(const Field& field) {
    for (int cell = 0; cell < field.rows() * field.cols(); ++cell) {
        const int at = field.at(cell);
        int unknown = 0, mines = 0;
        for (int k = 0; k < 8; ++k) {
            unknown += field.is_unknown(at + field.offsets()[k]);
            mines += field.is_mine(at + field.offsets()[k]);
        }
        CHECK(field.unknown_around(at) == unknown);
        CHECK(field.is_active(at) == (field.is_open(at) && unknown > 0));
        if (!field.is_open(at)) continue;
        const int need = field.numbers()[at] - mines;
        CHECK(field.need(at) == need);
        CHECK(unknown == 0 ? need == 0 : need > 0 && need < unknown);
    }
}

void check_equal(const Field& field, const Field& other) {
    CHECK(field.unknown() == other.unknown() && field.numbers() == other.numbers());
    CHECK(field.unknown_count() == other.unknown_count() && field.mine_count() == other.mine_count());
    for (int at = 0; at < field.size(); ++at) CHECK(field.is_mine(at) == other.is_mine(at));
}

void opening_is_loading() {
    Dice dice(1);
    sapper::BoardMaker maker;
    sapper::Board board;
    sapper::Game game;
    sapper::View view;
    Field field, loaded;
    for (int round = 0; round < 300; ++round) {
        const int rows = dice.between(1, 9), cols = dice.between(1, 12);
        sapper::Rules rules{.rows = rows, .cols = cols, .mines = dice.below(rows * cols)};
        rules.first_move = sapper::FirstMove::Unsafe;
        rules.lose_on_mine = false;
        maker.make(rules, 7, static_cast<std::uint64_t>(round), 0, board);
        game.begin(rules, board);
        field.reset(rows, cols, rules.mines);
        while (game.state() == sapper::State::Playing) {
            std::vector<int> opened;
            game.open(dice.below(rules.cells()), opened);
            for (int cell : opened)
                if (board.mine[cell])
                    field.hit(field.at(cell));
                else
                    field.open(field.at(cell), board.numbers[cell]);
            CHECK(field.propagate());
            game.view(view);
            CHECK(loaded.load(view, false));
            check_counts(field);
            check_counts(loaded);
            check_equal(field, loaded);
        }
    }
}

// A number that no layout satisfies is noticed, whether it is opened or its neighbours are decided.
void contradictions_are_noticed() {
    Field field;
    field.reset(2, 2, 1);
    field.open(field.at(0), 4);
    CHECK(!field.propagate());
    field.reset(1, 3, 1);
    field.open(field.at(1), 1);
    CHECK(field.propagate());
    field.suppose(field.at(0), true);
    CHECK(field.propagate() && !field.is_unknown(field.at(2)));
    field.reset(1, 3, 2);
    field.open(field.at(1), 1);
    field.suppose(field.at(0), false);
    field.suppose(field.at(2), false);
    CHECK(!field.propagate());
    field.reset(1, 3, 2);
    field.open(field.at(1), 1);
    field.suppose(field.at(0), true);
    field.suppose(field.at(2), true);
    CHECK(!field.propagate());
}

void a_board_of_mines_is_lost() {
    sapper::Rules rules{.rows = 2, .cols = 2, .mines = 4};
    rules.first_move = sapper::FirstMove::Unsafe;
    sapper::Player player(sapper::make_agent("lowest-risk"));
    CHECK(!player.play(rules, 1, 0, 0).won);
    rules.lose_on_mine = false;
    const auto continued = player.play(rules, 1, 0, 0);
    CHECK(continued.won && continued.hits == 1);  // no free cell is left to open
}

void marks_are_visited_in_order() {
    Dice dice(2);
    for (int size = 0; size < 300; ++size) {
        std::vector<std::uint8_t> marks(static_cast<std::size_t>(size));
        for (auto& mark : marks) mark = dice.one_in(3);
        std::vector<int> expected, found;
        for (int i = 0; i < size; ++i)
            if (marks[static_cast<std::size_t>(i)]) expected.push_back(i);
        sapper::for_each_mark(marks, [&](int i) { found.push_back(i); });
        CHECK(found == expected);
        found.clear();
        sapper::for_each_set(marks, [&](int i) { found.push_back(i); });
        CHECK(found == expected);
    }
}

}  // namespace

int main() {
    opening_is_loading();
    contradictions_are_noticed();
    a_board_of_mines_is_lost();
    marks_are_visited_in_order();
    std::puts("field_test: all passed");
}
