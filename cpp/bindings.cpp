// The one file that knows Python: arrays in, plain values out, the lock released around real work.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <limits>

#include "analysis.hpp"
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

void fill_view(sapper::View& view, const Numbers& numbers, std::int64_t mines, const std::optional<Flags>& flags) {
    if (numbers.shape(0) > sapper::MAX_SIDE || numbers.shape(1) > sapper::MAX_SIDE ||
        numbers.shape(0) * numbers.shape(1) > static_cast<std::size_t>(sapper::MAX_CELLS))
        throw std::invalid_argument("a board of at most " + std::to_string(sapper::MAX_CELLS) + " cells, please");
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

void bind_view(nb::module_& m) {
    nb::class_<sapper::View>(m, "View", "What a player may see: native storage of `sapper.View`.")
        .def(
            "__init__",
            [](sapper::View* self, const Numbers& numbers, std::int64_t mines, const std::optional<Flags>& flags) {
                new (self) sapper::View();
                fill_view(*self, numbers, mines, flags);
            },
            "numbers"_a, "mines"_a, "flags"_a = nb::none())
        .def_ro("rows", &sapper::View::rows)
        .def_ro("cols", &sapper::View::cols)
        .def_ro("mines", &sapper::View::mines)
        .def_prop_ro("numbers",
                     [](const sapper::View& view) {
                         std::int8_t* data;
                         auto array = new_array<std::int8_t>(view.rows, view.cols, data);
                         std::memcpy(data, view.numbers.data(), view.numbers.size());
                         return array;
                     },
                     nb::rv_policy::automatic)
        .def_prop_ro("flags", [](const sapper::View& view) {
            bool* data;
            auto array = new_array<bool>(view.rows, view.cols, data);
            for (int cell = 0; cell < view.cells(); ++cell) data[cell] = view.flagged(cell);
            return array;
        }, nb::rv_policy::automatic);
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
        .def_prop_ro(
            "risk", [grid](const BoundAnalysis& self) { return grid(self, self.risk); }, nb::rv_policy::reference)
        .def_prop_ro("untouched_risk", [](const BoundAnalysis& self) { return self.untouched_risk; })
        .def_prop_ro("safe", [](const BoundAnalysis& self) { return cells_where(self, 0.0); })
        .def_prop_ro("mines", [](const BoundAnalysis& self) { return cells_where(self, 1.0); });
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "Sapper's native core.";
    bind_view(m);
    bind_solver(m);
}
