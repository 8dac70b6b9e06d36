// Position text and board files.
#include "game/notation.hpp"

#include <span>

#include "bindings/bindings.hpp"

namespace sapper::bindings {

namespace {

nb::bytes to_bytes(const std::vector<std::uint8_t>& bytes) { return nb::bytes(bytes.data(), bytes.size()); }

std::span<const std::uint8_t> to_span(const nb::bytes& bytes) {
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

}  // namespace

void bind_notation(nb::module_& m) {
    // Python's NotationError says where the text is wrong. The class is looked up only when one is thrown.
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

}  // namespace sapper::bindings
