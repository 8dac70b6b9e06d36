// Views: what a player may see.
#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <string_view>

#include "bindings/bindings.hpp"
#include "game/neighbours.hpp"

namespace sapper::bindings {

namespace {

using Numbers = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::device::cpu>;
using Flags = nb::ndarray<const bool, nb::ndim<2>, nb::device::cpu>;

// Copies a 2-D array with any strides row by row, so that slices and transposed arrays work too.
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

template <class Array>
void fill_view(sapper::View& view, const Array& numbers, std::int64_t mines, const std::optional<Flags>& flags) {
    check_size(numbers.shape(0), numbers.shape(1));
    view.rows = static_cast<int>(numbers.shape(0));
    view.cols = static_cast<int>(numbers.shape(1));
    // A count outside int's range is outside the board's range too: the check below refuses it.
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
    sapper::check_well_formed(view, mines);
}

// The numbers of an int8 array, through the buffer protocol: it takes a third of the time of the general import of
// arrays.
class NumbersBuffer {
public:
    explicit NumbersBuffer(nb::handle array) {
        if (PyObject_GetBuffer(array.ptr(), &buffer_, PyBUF_STRIDES) != 0) throw nb::python_error();
    }
    ~NumbersBuffer() { PyBuffer_Release(&buffer_); }
    NumbersBuffer(const NumbersBuffer&) = delete;
    NumbersBuffer& operator=(const NumbersBuffer&) = delete;

    bool is_grid() const { return buffer_.ndim == 2 && buffer_.itemsize == 1; }
    std::size_t shape(int axis) const { return static_cast<std::size_t>(buffer_.shape[axis]); }
    std::int64_t stride(int axis) const { return buffer_.strides[axis]; }
    const std::int8_t* data() const { return static_cast<const std::int8_t*>(buffer_.buf); }

private:
    Py_buffer buffer_{};
};

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

// Lists of cells: those of one kind, and those around a cell.
void bind_view_cells(nb::class_<sapper::View>& view) {
    view.def_prop_ro(
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
            "The covered cells around a cell, flagged ones included, in row-major order.");
}

// Binds the numeric and boolean properties, and the arrays.
void bind_view_values(nb::class_<sapper::View>& view) {
    view.def_prop_ro(
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
            "The mine count minus flags and hit mines, as a player's counter shows it.")
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

}  // namespace

void bind_view(nb::module_& m) {
    m.def(
        "make_view",
        [](nb::handle type, nb::handle numbers, std::int64_t mines) {
            const NumbersBuffer buffer(numbers);
            if (!buffer.is_grid()) throw nb::type_error("numbers must be a 2-D array of int8");
            nb::object made = make_instance<sapper::View>(type);
            fill_view(*nb::inst_ptr<sapper::View>(made), buffer, mines, std::nullopt);
            return made;
        },
        "type"_a, "numbers"_a, "mines"_a,
        nb::sig("def make_view(type: type, numbers: NDArray[numpy.int8], mines: int) -> typing.Any"),
        "A view without flags, as an object of `type`, a class derived from `View`.");
    nb::class_<sapper::View> view(m, "View", "What a player may see: native storage of `sapper.View`.");
    view.def(
            "__init__",
            [](sapper::View* self, const Numbers& numbers, std::int64_t mines, const std::optional<Flags>& flags) {
                sapper::View made;  // an object whose constructor fails is not destroyed
                fill_view(made, numbers, mines, flags);
                new (self) sapper::View(std::move(made));
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
            "What a cell shows: 0..8, -2 when covered, -1 for a hit mine.");
    bind_view_cells(view);
    bind_view_values(view);
}

}  // namespace sapper::bindings
