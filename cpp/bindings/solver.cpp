// The exact engine.
#include <cstring>
#include <tuple>

#include "bindings/analysis.hpp"
#include "facade/position.hpp"
#include "solver/analysis.hpp"
#include "solver/contradiction.hpp"
#include "solver/layout_total.hpp"

namespace sapper::bindings {

namespace {

nb::list cells_where(const BoundAnalysis& self, double risk) {
    nb::list cells;
    for (int cell = 0; cell < static_cast<int>(self.risk.size()); ++cell)
        if (self.risk[cell] == risk) cells.append(nb::make_tuple(cell / self.view->cols, cell % self.view->cols));
    return cells;
}

sapper::Contradiction contradiction(const BoundAnalysis& self, const sapper::Assumption& assumption) {
    const Unlocked unlocked;
    sapper::Limits limits = self.limits;
    // Why no layout fits is part of the answer of an analysis, and shares its time.
    if (assumption.cell < 0) limits.seconds = std::max(0.0, limits.seconds - self.seconds);
    return sapper::find_contradiction(*self.view, self.trust_flags, assumption, limits);
}

int covered_cell(const BoundAnalysis& self, int row, int col) {
    const sapper::View& view = *self.view;
    if (row < 0 || row >= view.rows || col < 0 || col >= view.cols ||
        view.numbers[view.at(row, col)] != sapper::COVERED)
        throw std::invalid_argument("only a covered cell of the board has chances and a proof");
    return view.at(row, col);
}

nb::object as_pair(const sapper::Contradiction& found, int cols) {
    nb::list cells;
    for (int cell : found.cells) cells.append(nb::make_tuple(cell / cols, cell % cols));
    return nb::make_tuple(cells, found.uses_mine_count);
}

// Binds the properties of an analysis that are computed only on request.
void bind_questions(nb::class_<BoundAnalysis>& analysis) {
    analysis
        .def(
            "_number_chances",
            [](const BoundAnalysis& self, int row, int col) {
                const int cell = covered_cell(self, row, col);
                const Unlocked unlocked;
                return sapper::expected_numbers(*self.view, cell, self.limits, self.trust_flags);
            },
            "row"_a, "col"_a, "The chance of each number 0..8 that a covered cell shows, given that it is free.")
        .def(
            "_layouts_log2",
            [](const BoundAnalysis& self) {
                const Unlocked unlocked;
                return sapper::layouts_log2(*self.view, self.limits, self.trust_flags);
            },
            "The base-two logarithm of the number of layouts, rounded to a double.")
        .def(
            "_layout_count",
            [](const BoundAnalysis& self) {
                const Unlocked unlocked;
                return sapper::layout_total(sapper::count_layouts(*self.view, self.limits, self.trust_flags))
                    .hexadecimal();
            },
            "The number of layouts, in hexadecimal.")
        .def(
            "_layouts_modulo",
            [](const BoundAnalysis& self, const std::vector<std::uint64_t>& primes) {
                for (const std::uint64_t prime : primes)
                    if (prime % 2 == 0 || prime < 3 || prime >= std::uint64_t{1} << 62)
                        throw std::invalid_argument("the primes are odd, 3 or more, and below 2^62");
                const Unlocked unlocked;
                return sapper::layouts_modulo(*self.view, primes, self.limits, self.trust_flags);
            },
            "primes"_a, "The number of layouts, modulo each odd prime (below 2^62).")
        .def(
            "_contradiction",
            [](const BoundAnalysis& self) {
                const auto found = contradiction(self, {});
                throw facade::why_impossible(*self.view, self.trust_flags, found);
            },
            "Raise the refusal that says why no layout fits.")
        .def(
            "_proof",
            [](const BoundAnalysis& self, int row, int col, bool mine) -> nb::object {
                const auto found = contradiction(self, {covered_cell(self, row, col), !mine});
                return found.found ? as_pair(found, self.view->cols) : nb::none();
            },
            "row"_a, "col"_a, "mine"_a,
            "What proves that a covered cell is a mine, or free, in the form of `_contradiction`; None without a "
            "proof.");
}

template <class Doubles>
nb::bytes as_bytes(const Doubles& values) {
    return nb::bytes(values.data(), values.size() * sizeof(double));
}

template <class Doubles>
void read_doubles(const nb::bytes& data, std::size_t count, Doubles& values) {
    if (data.size() != count * sizeof(double)) throw std::invalid_argument("the data of this analysis are damaged");
    values.resize(count);
    if (count) std::memcpy(values.data(), data.c_str(), data.size());
}

// An analysis is pickled with its risks and not computed again, because an estimate depends on the time that it had.
using Pickled = std::tuple<nb::object, bool, double, std::size_t, double, bool, nb::bytes, nb::bytes>;

void bind_pickling(nb::class_<BoundAnalysis>& analysis) {
    analysis
        .def("__getstate__",
             [](const BoundAnalysis& self) {
                 return Pickled(self.keeps_view, self.trust_flags, self.limits.seconds, self.limits.bytes, self.seconds,
                                self.verdict == sapper::Verdict::Exact, as_bytes(self.risk), as_bytes(self.error));
             })
        .def("__setstate__", [](BoundAnalysis& self, const Pickled& state) {
            const auto& [view, trust_flags, seconds, bytes, taken, exact, risk, error] = state;
            const auto& seen = nb::cast<const sapper::View&>(view);
            const auto cells = static_cast<std::size_t>(seen.cells());
            BoundAnalysis made;
            read_doubles(risk, cells, made.risk);
            read_doubles(error, error.size() ? cells : 0, made.error);
            made.verdict = exact ? sapper::Verdict::Exact : sapper::Verdict::Estimated;
            made.keeps_view = view;
            made.view = &seen;
            made.limits = {seconds, bytes};
            made.seconds = taken;
            made.trust_flags = trust_flags;
            new (&self) BoundAnalysis(std::move(made));
        });
}

// Analyses a view and returns the answer as an object of `type`, a class derived from the bound one.
nb::object analyse(nb::handle type, nb::handle_t<sapper::View> view, double seconds, std::size_t bytes,
                   bool trust_flags) {
    nb::object made = make_instance<BoundAnalysis>(type);
    auto& self = *nb::inst_ptr<BoundAnalysis>(made);
    self.keeps_view = nb::borrow(view);
    self.view = nb::inst_ptr<sapper::View>(view);
    self.limits = {seconds, bytes};
    self.trust_flags = trust_flags;
    const Unlocked unlocked;
    // A typical analysis takes no longer than a few readings of the clock.
    if (seconds == std::numeric_limits<double>::infinity()) {
        sapper::analyse(*self.view, self.limits, trust_flags, self);
        return made;
    }
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    sapper::analyse(*self.view, self.limits, trust_flags, self);
    self.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return made;
}

void bind_analyse_many(nb::module_& m) {
    m.def(
        "analyse_many",
        [](const nb::ndarray<const std::int8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>& numbers,
           const std::vector<std::int64_t>& mines, int threads, double seconds) {
            const auto count = numbers.shape(0), rows = numbers.shape(1), cols = numbers.shape(2);
            if (mines.size() != count) throw std::invalid_argument("there must be one mine count per view");
            check_size(rows, cols);
            auto* risk = new double[count * rows * cols + 1];
            nb::capsule owner(risk, [](void* p) noexcept { delete[] static_cast<double*>(p); });
            std::vector<std::uint8_t> verdicts(count);
            {
                const Unlocked unlocked;
                sapper::analyse_many(numbers.data(), static_cast<int>(rows), static_cast<int>(cols), mines, threads,
                                     {.seconds = seconds}, risk, verdicts.data());
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
        "numbers"_a, "mines"_a, "threads"_a, "seconds"_a = std::numeric_limits<double>::infinity(),
        "Risks of many views of one size: (risk, possible, exact).");
}

}  // namespace

void bind_solver(nb::module_& m) {
    using Grid = nb::ndarray<nb::numpy, const double, nb::ndim<2>>;
    const auto grid = [](const BoundAnalysis& self, const auto& values) {
        // Read-only and without a copy: the array keeps the analysis alive.
        return Grid(values.data(),
                    {static_cast<std::size_t>(self.view->rows), static_cast<std::size_t>(self.view->cols)},
                    nb::find(self));
    };
    nb::class_<BoundAnalysis> analysis(m, "Analysis",
                                       "The exact engine's answer: native storage of `sapper.Analysis`.");
    analysis
        .def(
            "__init__",
            [](BoundAnalysis* self, const sapper::View& view, double seconds, std::size_t bytes, bool trust_flags) {
                new (self) BoundAnalysis();
                try {
                    self->keeps_view = nb::find(view);
                    self->view = &view;
                    self->limits = {seconds, bytes};
                    self->trust_flags = trust_flags;
                    const Unlocked unlocked;
                    using Clock = std::chrono::steady_clock;
                    const auto begin = Clock::now();
                    sapper::analyse(view, self->limits, trust_flags, *self);
                    self->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
                } catch (...) {
                    self->~BoundAnalysis();  // an object whose constructor fails is not destroyed by Python
                    throw;
                }
            },
            "view"_a, "seconds"_a, "bytes"_a, "trust_flags"_a)
        .def_prop_ro("_possible", [](const BoundAnalysis& self) { return self.verdict != sapper::Verdict::Impossible; })
        .def_prop_ro("exact", [](const BoundAnalysis& self) { return self.verdict == sapper::Verdict::Exact; })
        .def_prop_ro(
            "view", [](const BoundAnalysis& self) { return self.keeps_view; }, nb::sig("def view(self) -> View"),
            "The view that was analysed.")
        .def_prop_ro(
            "trust_flags", [](const BoundAnalysis& self) { return self.trust_flags; },
            "Whether flagged cells were treated as mines.")
        .def_prop_ro("rows", [](const BoundAnalysis& self) { return self.view->rows; })
        .def_prop_ro("cols", [](const BoundAnalysis& self) { return self.view->cols; })
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
        .def_prop_ro("safe", [](const BoundAnalysis& self) { return cells_where(self, 0.0); })
        .def_prop_ro("mines", [](const BoundAnalysis& self) { return cells_where(self, 1.0); });
    bind_questions(analysis);
    bind_pickling(analysis);
    m.def("analyse", &analyse, "type"_a, "view"_a, "seconds"_a, "bytes"_a, "trust_flags"_a,
          nb::sig("def analyse(type: type, view: View, seconds: float, bytes: int, trust_flags: bool) -> typing.Any"),
          "The risks of a view, as an object of `type`, a class derived from `Analysis`.");
    bind_analyse_many(m);
}

}  // namespace sapper::bindings
