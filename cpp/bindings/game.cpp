// Rules, boards and games.
#include <string_view>
#include <tuple>

#include "bindings/bindings.hpp"
#include "game/board.hpp"
#include "game/philox.hpp"
#include "game/played_game.hpp"
#include "game/rules.hpp"

namespace sapper::bindings {

namespace {

sapper::FirstMove first_move_named(std::string_view name) {
    if (name == "safe") return sapper::FirstMove::Safe;
    if (name == "zero") return sapper::FirstMove::Zero;
    if (name == "unsafe") return sapper::FirstMove::Unsafe;
    throw std::invalid_argument("first_move must be 'safe', 'zero' or 'unsafe', not '" + std::string(name) + "'");
}

// Whether a switch with two possible values has the second one.
bool second_of(const char* what, std::string_view value, std::string_view first, std::string_view second) {
    if (value != first && value != second)
        throw std::invalid_argument(std::string(what) + " must be '" + std::string(first) + "' or '" +
                                    std::string(second) + "', not '" + std::string(value) + "'");
    return value == second;
}

// The cells that a move opened, each as row, column and number.
nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>> opened_array(const BoundGame& bound) {
    std::int32_t* data;
    auto array = new_array<std::int32_t>(bound.opened.size(), 3, data);
    const int cols = bound.game.rules().cols;
    for (const int cell : bound.opened) {
        *data++ = cell / cols;
        *data++ = cell % cols;
        *data++ = bound.game.numbers()[cell];
    }
    return array;
}

void bind_rules(nb::module_& m) {
    nb::class_<sapper::Rules>(m, "Rules", "The core's form of `sapper.Rules`.")
        .def(
            "__init__",
            [](sapper::Rules* self, int rows, int cols, int mines, std::string_view first_move, bool cascade,
               std::string_view on_mine, std::string_view on_wrong_flag, std::string_view won_by) {
                sapper::Rules rules{.rows = rows,
                                    .cols = cols,
                                    .mines = mines,
                                    .first_move = first_move_named(first_move),
                                    .cascade = cascade,
                                    .lose_on_mine = !second_of("on_mine", on_mine, "lose", "continue"),
                                    .lose_on_wrong_flag = second_of("on_wrong_flag", on_wrong_flag, "ignore", "lose"),
                                    .won_by_flags = second_of("won_by", won_by, "open", "open-or-flag")};
                sapper::check_rules(rules);
                new (self) sapper::Rules(rules);
            },
            "rows"_a, "cols"_a, "mines"_a, "first_move"_a = "safe", "cascade"_a = true, "on_mine"_a = "lose",
            "on_wrong_flag"_a = "ignore", "won_by"_a = "open")
        .def_ro("rows", &sapper::Rules::rows)
        .def_ro("cols", &sapper::Rules::cols)
        .def_ro("mines", &sapper::Rules::mines);
}

void bind_board(nb::module_& m) {
    nb::class_<sapper::Board>(m, "Board", "Native storage of `sapper.Board`.")
        .def(
            "__init__",
            [](sapper::Board* self, int rows, int cols, const std::vector<int>& mines) {
                new (self) sapper::Board(sapper::board_from_mines(rows, cols, mines));
            },
            "rows"_a, "cols"_a, "mines"_a)
        .def_static(
            "random",
            [](const sapper::Rules& rules, std::uint64_t seed, std::uint64_t index, int start) {
                nb::gil_scoped_release unlock;
                thread_local sapper::BoardMaker kept;
                // A thread keeps the memory of usual boards, but not of huge ones.
                sapper::BoardMaker passing;
                sapper::Board board;
                (rules.cells() <= 1 << 20 ? kept : passing).make(rules, seed, index, start, board);
                return board;
            },
            "rules"_a, "seed"_a, "index"_a, "start"_a)
        .def(
            "__eq__", [](const sapper::Board& a, const sapper::Board& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def_prop_ro("mines",
                     [](const sapper::Board& board) {
                         Cells cells;
                         for (int cell = 0; cell < board.cells(); ++cell)
                             if (board.mine[cell]) cells.emplace_back(cell / board.cols, cell % board.cols);
                         return cells;
                     })
        .def_prop_ro(
            "mine_array",
            [](const sapper::Board& board) {
                bool* data;
                auto array = new_array<bool>(board.rows, board.cols, data);
                std::copy(board.mine.begin(), board.mine.end(), data);
                return array;
            },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "numbers",
            [](const sapper::Board& board) {
                std::int8_t* data;
                auto array = new_array<std::int8_t>(board.rows, board.cols, data);
                std::copy(board.numbers.begin(), board.numbers.end(), data);
                return array;
            },
            nb::rv_policy::automatic)
        .def(
            "facts",
            [](const sapper::Board& board) {
                const auto found = sapper::facts(board);
                return std::make_tuple(found.bbbv, found.openings, found.islands);
            },
            "3BV, openings and islands.");
}

void bind_moves(nb::module_& m) {
    // The lock is held during moves: a move changes the game, and two threads may hold the same one.
    nb::class_<BoundGame>(m, "Game", "A game in progress: native storage of `sapper.Game`.")
        .def(
            "__init__",
            [](BoundGame* self, const sapper::Rules& rules, const sapper::Board& board) {
                new (self) BoundGame();
                self->game.begin(rules, board);
            },
            "rules"_a, "board"_a, nb::keep_alive<1, 3>())
        .def(
            "open",
            [](BoundGame& bound, int cell) {
                bound.opened.clear();
                bound.game.open(cell, bound.opened);
                return opened_array(bound);
            },
            "cell"_a, "Open a cell; the cells newly opened, as rows of (row, col, number).")
        .def(
            "chord",
            [](BoundGame& bound, int cell) {
                bound.opened.clear();
                bound.game.chord(cell, bound.opened);
                return opened_array(bound);
            },
            "cell"_a, "Chord on a cell; the cells newly opened, as rows of (row, col, number).")
        .def(
            "flag",
            [](BoundGame& bound, int cell) {
                const int before = bound.game.flagged();
                bound.game.flag(cell);
                return bound.game.flagged() != before;
            },
            "cell"_a, "Put or take a flag; whether anything changed.")
        .def_prop_ro("state", [](const BoundGame& bound) { return sapper::state_name(bound.game.state()); })
        .def_prop_ro("hits", [](const BoundGame& bound) { return bound.game.hits(); })
        .def_prop_ro(
            "free_left", [](const BoundGame& bound) { return bound.game.free_left(); },
            "How many free cells are still covered.");
}

}  // namespace

void bind_game(nb::module_& m) {
    m.def(
        "philox",
        [](std::uint64_t seed, std::uint64_t index, std::uint64_t purpose, std::uint32_t count) {
            sapper::Philox random(seed, index, static_cast<sapper::Purpose>(purpose));
            std::vector<std::uint64_t> words;
            for (std::size_t i = 0; i < count; ++i) words.push_back(random.next());
            return words;
        },
        "seed"_a, "index"_a, "purpose"_a, "count"_a, "The first numbers of a stream.");
    bind_rules(m);
    bind_board(m);
    bind_moves(m);
}

}  // namespace sapper::bindings
