// The one file that knows Python: arrays in, plain values out, the lock released around real work.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <limits>
#include <string_view>

#include "analysis.hpp"
#include "board.hpp"
#include "contradiction.hpp"
#include "game.hpp"
#include "neighbours.hpp"
#include "notation.hpp"
#include "optimum.hpp"
#include "philox.hpp"
#include "player.hpp"
#include "rules.hpp"
#include "strength.hpp"
#include "view.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Numbers = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::device::cpu>;
using Flags = nb::ndarray<const bool, nb::ndim<2>, nb::device::cpu>;

// Copies a strided 2-D array row by row: a user's slice or transpose is as welcome as a fresh array.
template <class Array, class T>
void copy_rows(const Array& array, std::vector<T>& out) {
    const auto rows = array.shape(0), cols = array.shape(1);
    out.resize(rows * cols);
    const auto* data = array.data();
    for (std::size_t row = 0; row < rows; ++row) {
        const auto* from = data + static_cast<std::int64_t>(row) * array.stride(0);
        if (array.stride(1) == 1)
            std::memcpy(out.data() + row * cols, from, cols);
        else
            for (std::size_t col = 0; col < cols; ++col)
                out[row * cols + col] = static_cast<T>(from[static_cast<std::int64_t>(col) * array.stride(1)]);
    }
}

void check_size(std::size_t rows, std::size_t cols) {
    if (rows > sapper::MAX_SIDE || cols > sapper::MAX_SIDE || rows * cols > static_cast<std::size_t>(sapper::MAX_CELLS))
        throw std::invalid_argument("a board of at most " + std::to_string(sapper::MAX_CELLS) + " cells, please");
}

void fill_view(sapper::View& view, const Numbers& numbers, std::int64_t mines, const std::optional<Flags>& flags) {
    check_size(numbers.shape(0), numbers.shape(1));
    view.rows = static_cast<int>(numbers.shape(0));
    view.cols = static_cast<int>(numbers.shape(1));
    // Out of int's range is out of the board's range too: let the check name the bound.
    view.mines = mines < 0 || mines > std::numeric_limits<int>::max() ? -1 : static_cast<int>(mines);
    copy_rows(numbers, view.numbers);
    if (flags) {
        if (flags->shape(0) != numbers.shape(0) || flags->shape(1) != numbers.shape(1))
            throw std::invalid_argument("flags must have the shape of numbers");
        copy_rows(*flags, view.flags);
        bool any = false;
        for (auto flag : view.flags) any |= flag != 0;
        if (!any) view.flags.clear();
    }
    sapper::check_well_formed(view);
}

// A fresh numpy array that owns its memory.
template <class T>
auto new_array(std::size_t rows, std::size_t cols, T*& data) {
    data = new T[rows * cols];
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<2>>(data, {rows, cols}, owner);
}

// A game and the answer of its last move: the memory of both is kept from move to move.
struct BoundGame {
    sapper::Game game;
    std::vector<int> opened;
};

using Cells = std::vector<std::pair<int, int>>;

template <class Chosen>
Cells cells_where(const sapper::View& view, Chosen&& chosen) {
    Cells cells;
    for (int row = 0, cell = 0; row < view.rows; ++row)
        for (int col = 0; col < view.cols; ++col, ++cell)
            if (chosen(cell)) cells.emplace_back(row, col);
    return cells;
}

int checked_cell(const sapper::View& view, nb::handle cell) {
    std::pair<std::int64_t, std::int64_t> pair;
    if (!nb::try_cast(cell, pair))
        throw std::invalid_argument("a cell is a pair (row, col) of whole numbers on the board");
    const auto [row, col] = pair;
    if (row < 0 || row >= view.rows || col < 0 || col >= view.cols)
        throw std::invalid_argument("the cell (" + std::to_string(row) + ", " + std::to_string(col) +
                                    ") lies outside the " + std::to_string(view.rows) + "x" +
                                    std::to_string(view.cols) + " board");
    return view.at(static_cast<int>(row), static_cast<int>(col));
}

std::size_t hash_view(const sapper::View& view) {
    const std::hash<std::string_view> hash;
    const auto* numbers = reinterpret_cast<const char*>(view.numbers.data());
    const auto* flags = reinterpret_cast<const char*>(view.flags.data());
    const auto shape = static_cast<std::size_t>(view.cols) * 0x9E3779B1u + static_cast<std::size_t>(view.mines);
    return hash({numbers, view.numbers.size()}) + 31 * hash({flags, view.flags.size()}) + 961 * shape;
}

void bind_view(nb::module_& m) {
    nb::class_<sapper::View>(m, "View", "What a player may see: native storage of `sapper.View`.")
        .def(
            "__init__",
            [](sapper::View* self, const Numbers& numbers, std::int64_t mines, const std::optional<Flags>& flags) {
                new (self) sapper::View();
                fill_view(*self, numbers, mines, flags);
            },
            "numbers"_a, "mines"_a, "flags"_a = nb::none())
        .def(nb::init<const sapper::View&>(), "view"_a)
        .def(
            "__init__",
            [](sapper::View* self, const BoundGame& bound) {
                new (self) sapper::View();
                bound.game.view(*self);
            },
            "game"_a)
        .def(
            "__eq__", [](const sapper::View& a, const sapper::View& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__hash__", &hash_view)
        .def(
            "__getitem__",
            [](const sapper::View& view, nb::handle cell) {
                return static_cast<int>(view.numbers[checked_cell(view, cell)]);
            },
            "cell"_a.none(), nb::sig("def __getitem__(self, cell: tuple[int, int]) -> int"),
            "What a cell shows: 0..8, -2 when covered, -1 for a hit mine.")
        .def_prop_ro(
            "covered",
            [](const sapper::View& view) {
                return cells_where(view, [&](int cell) { return view.numbers[cell] == sapper::COVERED; });
            },
            "The covered cells, flagged ones included, in row-major order.")
        .def_prop_ro(
            "opened",
            [](const sapper::View& view) {
                return cells_where(view, [&](int cell) { return view.numbers[cell] >= 0; });
            },
            "The cells that show a number, in row-major order.")
        .def_prop_ro(
            "hits",
            [](const sapper::View& view) {
                return cells_where(view, [&](int cell) { return view.numbers[cell] == sapper::HIT; });
            },
            "The mines that were hit, in row-major order.")
        .def_prop_ro(
            "flagged",
            [](const sapper::View& view) { return cells_where(view, [&](int cell) { return view.flagged(cell); }); },
            "The flagged cells, in row-major order.")
        .def(
            "neighbours",
            [](const sapper::View& view, nb::handle cell) {
                Cells around;
                sapper::for_neighbours(view.rows, view.cols, checked_cell(view, cell),
                                       [&](int other) { around.emplace_back(other / view.cols, other % view.cols); });
                return around;
            },
            "cell"_a.none(), nb::sig("def neighbours(self, cell: tuple[int, int]) -> list[tuple[int, int]]"),
            "The up to eight cells around a cell, in row-major order.")
        .def(
            "covered_around",
            [](const sapper::View& view, nb::handle cell) {
                Cells around;
                sapper::for_neighbours(view.rows, view.cols, checked_cell(view, cell), [&](int other) {
                    if (view.numbers[other] == sapper::COVERED)
                        around.emplace_back(other / view.cols, other % view.cols);
                });
                return around;
            },
            "cell"_a.none(), nb::sig("def covered_around(self, cell: tuple[int, int]) -> list[tuple[int, int]]"),
            "The covered cells around a cell, flagged ones included, in row-major order.")
        .def_prop_ro(
            "is_untouched",
            [](const sapper::View& view) {
                return std::all_of(view.numbers.begin(), view.numbers.end(),
                                   [](std::int8_t number) { return number == sapper::COVERED; });
            },
            "Whether no cell has been opened yet.")
        .def_prop_ro(
            "mines_left",
            [](const sapper::View& view) {
                return view.mines -
                       static_cast<int>(std::count(view.numbers.begin(), view.numbers.end(), sapper::HIT)) -
                       static_cast<int>(std::count(view.flags.begin(), view.flags.end(), 1));
            },
            "The mine count less flags and hit mines, as a player's counter shows it.")
        .def_ro("rows", &sapper::View::rows)
        .def_ro("cols", &sapper::View::cols)
        .def_ro("mines", &sapper::View::mines)
        .def_prop_ro(
            "numbers",
            [](const sapper::View& view) {
                std::int8_t* data;
                auto array = new_array<std::int8_t>(view.rows, view.cols, data);
                std::memcpy(data, view.numbers.data(), view.numbers.size());
                return array;
            },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "flags",
            [](const sapper::View& view) {
                bool* data;
                auto array = new_array<bool>(view.rows, view.cols, data);
                for (int cell = 0; cell < view.cells(); ++cell) data[cell] = view.flagged(cell);
                return array;
            },
            nb::rv_policy::automatic);
}

sapper::FirstMove first_move_named(std::string_view name) {
    if (name == "safe") return sapper::FirstMove::Safe;
    if (name == "zero") return sapper::FirstMove::Zero;
    if (name == "unsafe") return sapper::FirstMove::Unsafe;
    throw std::invalid_argument("first_move must be 'safe', 'zero' or 'unsafe', not '" + std::string(name) + "'");
}

// Whether a switch with two values stands on the second.
bool second_of(const char* what, std::string_view value, std::string_view first, std::string_view second) {
    if (value != first && value != second)
        throw std::invalid_argument(std::string(what) + " must be '" + std::string(first) + "' or '" +
                                    std::string(second) + "', not '" + std::string(value) + "'");
    return value == second;
}

// The cells a move opened, each as row, column and what it shows.
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

const char* state_name(sapper::State state) {
    return state == sapper::State::Playing ? "playing" : state == sapper::State::Won ? "won" : "lost";
}

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
                // A thread keeps the memory of usual boards, not of huge ones.
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

    // The lock is held during moves: a game changes, and two threads may hold the same one.
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
        .def_prop_ro("state", [](const BoundGame& bound) { return state_name(bound.game.state()); })
        .def_prop_ro("hits", [](const BoundGame& bound) { return bound.game.hits(); })
        .def_prop_ro(
            "free_left", [](const BoundGame& bound) { return bound.game.free_left(); },
            "How many free cells are still covered.");
}

nb::bytes to_bytes(const std::vector<std::uint8_t>& bytes) { return nb::bytes(bytes.data(), bytes.size()); }

std::span<const std::uint8_t> to_span(const nb::bytes& bytes) {
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

void bind_notation(nb::module_& m) {
    // Python's NotationError carries where the text is wrong; it is looked up only when one is thrown.
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const sapper::NotationError& error) {
            const nb::object type = nb::module_::import_("sapper.errors").attr("NotationError");
            const nb::object value = type(error.what(), error.line, error.column);
            PyErr_SetObject(type.ptr(), value.ptr());
        }
    });
    m.def(
        "parse_position", [](const nb::bytes& text) { return sapper::parse_position({text.c_str(), text.size()}); },
        "text"_a, "Read position text, given as UTF-8.");
    m.def(
        "print_position",
        [](const sapper::View& view, bool lines) {
            return sapper::print_position(view, lines ? sapper::Form::Lines : sapper::Form::OneLine);
        },
        "view"_a, "lines"_a, "Write position text on one line, or on one line for the mine count and each row.");

    nb::class_<sapper::Layout>(m, "Layout", "Where the mines of a board file are.")
        .def(
            "__init__",
            [](sapper::Layout* self, int rows, int cols, std::vector<int> mines) {
                if (rows < 1 || cols < 1) throw std::invalid_argument("a layout needs rows and columns");
                new (self) sapper::Layout{rows, cols, std::move(mines)};
            },
            "rows"_a, "cols"_a, "mines"_a)
        .def_ro("rows", &sapper::Layout::rows)
        .def_ro("cols", &sapper::Layout::cols)
        .def_prop_ro("mines", [](const sapper::Layout& layout) {
            Cells cells;
            for (const int cell : layout.mines) cells.emplace_back(cell / layout.cols, cell % layout.cols);
            return cells;
        });
    m.def("parse_mbf", [](const nb::bytes& bytes) { return sapper::parse_mbf(to_span(bytes)); }, "data"_a);
    m.def("parse_abf", [](const nb::bytes& bytes) { return sapper::parse_abf(to_span(bytes)); }, "data"_a);
    m.def("print_mbf", [](const sapper::Layout& layout) { return to_bytes(sapper::print_mbf(layout)); }, "layout"_a);
    m.def("print_abf", [](const sapper::Layout& layout) { return to_bytes(sapper::print_abf(layout)); }, "layout"_a);
}

// The analysis of one view, kept with what is needed to answer later questions about it.
struct BoundAnalysis : sapper::Analysis {
    sapper::View view;
    sapper::Limits limits;
    bool trust_flags = false;
};

nb::list cells_where(const BoundAnalysis& self, double risk) {
    nb::list cells;
    for (int cell = 0; cell < static_cast<int>(self.risk.size()); ++cell)
        if (self.risk[cell] == risk) cells.append(nb::make_tuple(cell / self.view.cols, cell % self.view.cols));
    return cells;
}

void bind_solver(nb::module_& m) {
    using Grid = nb::ndarray<nb::numpy, const double, nb::ndim<2>>;
    const auto grid = [](const BoundAnalysis& self, const std::vector<double>& values) {
        // Read-only, and no copy: the array keeps the analysis alive.
        return Grid(values.data(), {static_cast<std::size_t>(self.view.rows), static_cast<std::size_t>(self.view.cols)},
                    nb::find(self));
    };
    nb::class_<BoundAnalysis>(m, "Analysis", "The exact engine's answer: native storage of `sapper.Analysis`.")
        .def(
            "__init__",
            [](BoundAnalysis* self, const sapper::View& view, double seconds, std::size_t bytes, bool trust_flags) {
                new (self) BoundAnalysis();
                self->view = view;
                self->limits = {seconds, bytes};
                self->trust_flags = trust_flags;
                nb::gil_scoped_release unlock;
                sapper::analyse(self->view, self->limits, trust_flags, *self);
            },
            "view"_a, "seconds"_a, "bytes"_a, "trust_flags"_a)
        .def_prop_ro("possible", [](const BoundAnalysis& self) { return self.verdict != sapper::Verdict::Impossible; })
        .def_prop_ro("exact", [](const BoundAnalysis& self) { return self.verdict == sapper::Verdict::Exact; })
        .def_prop_ro("rows", [](const BoundAnalysis& self) { return self.view.rows; })
        .def_prop_ro("cols", [](const BoundAnalysis& self) { return self.view.cols; })
        .def_prop_ro(
            "risk", [grid](const BoundAnalysis& self) { return grid(self, self.risk); }, nb::rv_policy::reference)
        .def_prop_ro(
            "error",
            [grid](BoundAnalysis& self) {
                if (self.error.empty())
                    for (double risk : self.risk) self.error.push_back(risk == risk ? 0.0 : risk);
                return grid(self, self.error);
            },
            nb::rv_policy::reference)
        .def_prop_ro("untouched_risk", [](const BoundAnalysis& self) { return self.untouched_risk; })
        .def_prop_ro("safe", [](const BoundAnalysis& self) { return cells_where(self, 0.0); })
        .def_prop_ro("mines", [](const BoundAnalysis& self) { return cells_where(self, 1.0); })
        .def(
            "number_chances",
            [](const BoundAnalysis& self, int row, int col) {
                nb::gil_scoped_release unlock;
                return sapper::expected_numbers(self.view, self.view.at(row, col), self.limits, self.trust_flags);
            },
            "row"_a, "col"_a, "How likely a covered cell, being free, shows each of 0..8.")
        .def(
            "layouts_log2",
            [](const BoundAnalysis& self) {
                nb::gil_scoped_release unlock;
                return sapper::layouts_log2(self.view, self.limits, self.trust_flags);
            },
            "About the base-two logarithm of the number of layouts.")
        .def(
            "layouts_modulo",
            [](const BoundAnalysis& self, const std::vector<std::uint64_t>& primes) {
                nb::gil_scoped_release unlock;
                return sapper::layouts_modulo(self.view, primes, self.limits, self.trust_flags);
            },
            "primes"_a, "The number of layouts, modulo each prime (below 2^62).")
        .def(
            "contradiction",
            [](const BoundAnalysis& self) {
                sapper::Contradiction found;
                {
                    nb::gil_scoped_release unlock;
                    found = sapper::find_contradiction(self.view, self.trust_flags, {}, self.limits);
                }
                nb::list cells;
                for (int cell : found.cells) cells.append(nb::make_tuple(cell / self.view.cols, cell % self.view.cols));
                return nb::make_tuple(cells, found.uses_mine_count);
            },
            "Why no layout fits: (cells of an irreducible set of numbers, whether the mine count belongs to it).");
    m.def(
        "analyse_many",
        [](const nb::ndarray<const std::int8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>& numbers,
           const std::vector<std::int64_t>& mines, int threads) {
            const auto count = numbers.shape(0), rows = numbers.shape(1), cols = numbers.shape(2);
            if (mines.size() != count) throw std::invalid_argument("one mine count a view, please");
            check_size(rows, cols);
            auto* risk = new double[count * rows * cols + 1];
            nb::capsule owner(risk, [](void* p) noexcept { delete[] static_cast<double*>(p); });
            std::vector<std::uint8_t> verdicts(count);
            {
                nb::gil_scoped_release unlock;
                sapper::analyse_many(numbers.data(), static_cast<int>(rows), static_cast<int>(cols), mines, threads,
                                     risk, verdicts.data());
            }
            auto* possible = new bool[2 * count + 1];
            nb::capsule flags(possible, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
            for (std::size_t i = 0; i < count; ++i) {
                possible[i] = verdicts[i] != static_cast<std::uint8_t>(sapper::Verdict::Impossible);
                possible[count + i] = verdicts[i] == static_cast<std::uint8_t>(sapper::Verdict::Exact);
            }
            using Marks = nb::ndarray<nb::numpy, bool, nb::ndim<1>>;
            return nb::make_tuple(nb::ndarray<nb::numpy, double, nb::ndim<3>>(risk, {count, rows, cols}, owner),
                                  Marks(possible, {count}, flags), Marks(possible + count, {count}, flags));
        },
        "numbers"_a, "mines"_a, "threads"_a, "Risks of many views of one size: (risk, possible, exact).");
}

// One array a column of the results of whole games.
nb::dict columns(const std::vector<sapper::GameResult>& games) {
    nb::dict table;
    const auto column = [&]<class T>(const char* name, T sapper::GameResult::* field) {
        auto* data = new T[games.size() + 1];
        nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
        for (std::size_t i = 0; i < games.size(); ++i) data[i] = games[i].*field;
        table[name] = nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {games.size()}, owner);
    };
    column("won", &sapper::GameResult::won);
    column("steps", &sapper::GameResult::steps);
    column("guesses", &sapper::GameResult::guesses);
    column("opened", &sapper::GameResult::opened);
    column("hits", &sapper::GameResult::hits);
    column("luck", &sapper::GameResult::luck);
    column("seconds", &sapper::GameResult::seconds);
    return table;
}

void bind_player(nb::module_& m) {
    nb::list names;
    for (const char* name : sapper::native_agents()) names.append(name);
    m.attr("NATIVE_AGENTS") = nb::tuple(names);
    m.def(
        "play_games",
        [](const std::string& agent, const sapper::Rules& rules, std::uint64_t seed, std::uint64_t first,
           std::size_t count, int start, int threads) {
            std::vector<sapper::GameResult> games(count);
            {
                nb::gil_scoped_release unlock;
                sapper::play_games(agent, rules, seed, first, start, threads, games);
            }
            return columns(games);
        },
        "agent"_a, "rules"_a, "seed"_a, "first"_a, "count"_a, "start"_a, "threads"_a,
        "Play games `first` .. `first + count - 1` of stream `seed` (start -1: the agent's choice).");
    m.def(
        "play_boards",
        [](const std::string& agent, const sapper::Rules& rules, const std::vector<std::vector<int>>& mines,
           const std::vector<int>& starts, std::uint64_t seed, std::uint64_t first, int threads) {
            if (mines.size() != starts.size()) throw std::invalid_argument("as many starts as boards, please");
            std::vector<sapper::GameResult> games(mines.size());
            {
                nb::gil_scoped_release unlock;
                std::vector<sapper::Board> boards;
                for (const auto& cells : mines)
                    boards.push_back(sapper::board_from_mines(rules.rows, rules.cols, cells));
                sapper::play_boards(agent, rules, boards, starts, seed, first, threads, games);
            }
            return columns(games);
        },
        "agent"_a, "rules"_a, "mines"_a, "starts"_a, "seed"_a, "first"_a, "threads"_a,
        "Play given boards; (seed, first + i) feed the agent's draws in game i.");
    m.def(
        "choose",
        [](const std::string& agent, const sapper::View& view) {
            sapper::Choice choice;
            {
                nb::gil_scoped_release unlock;
                sapper::Field field;
                if (!field.load(view, false)) throw std::invalid_argument("no layout fits the position");
                sapper::make_agent(agent)->choose(field, choice);
            }
            nb::list cells;
            for (int cell : choice.cells) cells.append(nb::make_tuple(cell / view.cols, cell % view.cols));
            return nb::make_tuple(cells, choice.certain, choice.risk);
        },
        "agent"_a, "view"_a,
        "A native agent's choice: (cells, certain, risk). Certain: open them all; otherwise any one of them.");
}

using Progress = nb::typed<nb::callable, void(std::uint64_t)>;

// For long work without the lock: lets Ctrl-C through and tells Python how far it is, ten times a second.
std::function<void(std::uint64_t)> poll_with(const Progress& progress) {
    using Clock = std::chrono::steady_clock;
    return [&progress, next = Clock::now()](std::uint64_t done) mutable {
        if (Clock::now() < next) return;
        next = Clock::now() + std::chrono::milliseconds(100);
        nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        progress(done);
    };
}

void bind_optimum(nb::module_& m) {
    m.def(
        "optimum",
        [](const sapper::Rules& rules, int start, std::size_t bytes, const Progress& progress) {
            nb::gil_scoped_release unlock;
            sapper::Optimum optimum(rules, bytes, poll_with(progress));
            std::optional<std::tuple<std::uint64_t, std::uint64_t, int, std::uint64_t>> answer;
            if (const auto value = optimum.solve(start))
                answer.emplace(value->wins, value->layouts, value->start, optimum.nodes());
            return answer;
        },
        "rules"_a, "start"_a, "bytes"_a, "progress"_a,
        "Perfect play from a start (-1: a best one): (wins, layouts, start, nodes), or None beyond the memory.");
    m.def(
        "strength",
        [](const sapper::Rules& rules, const std::string& agent, int start, const std::vector<std::uint64_t>& primes,
           const Progress& progress) {
            nb::gil_scoped_release unlock;
            return sapper::Strength(rules, agent, primes, poll_with(progress)).wins(start);
        },
        "rules"_a, "agent"_a, "start"_a, "primes"_a, "progress"_a,
        "The layouts a native agent wins from a start, on average over its draws, modulo each prime.");
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "Sapper's native core.";
    m.attr("MAX_CELLS") = sapper::MAX_CELLS;
    // The presets live as long as the interpreter, which is no leak worth a warning at every exit.
    nb::set_leak_warnings(false);
    bind_view(m);
    bind_game(m);
    bind_notation(m);
    bind_solver(m);
    bind_player(m);
    bind_optimum(m);
}
