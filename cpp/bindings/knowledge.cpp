// Step-by-step reasoning.
#include "knowledge/knowledge.hpp"

#include <limits>

#include "bindings/bindings.hpp"

namespace sapper::bindings {

namespace {

// The knowledge about a game, with cells as Python pairs. The lock is always held, because every call changes the
// object. Ctrl-C may end a step early: what it has found by then stays, and the step can be run again.
struct BoundKnowledge {
    sapper::Knowledge knowledge;
    std::vector<int> cells;

    nb::tuple pair(int cell) const {
        const int cols = knowledge.view().cols;
        return nb::make_tuple(cell / cols, cell % cols);
    }
    template <class Range>
    nb::list pairs(const Range& range) const {
        nb::list list;
        for (int cell : range) list.append(pair(cell));
        return list;
    }
    nb::tuple fact(const sapper::Fact& fact) const {
        return nb::make_tuple(pair(fact.cell), fact.mine, sapper::step_name(fact.step),
                              pairs(knowledge.equations().numbers_of(fact)));
    }
    int checked(const std::pair<std::int64_t, std::int64_t>& cell) const {
        const auto& view = knowledge.view();
        const auto [row, col] = cell;
        if (row < 0 || row >= view.rows || col < 0 || col >= view.cols)
            throw std::invalid_argument("the cell (" + std::to_string(row) + ", " + std::to_string(col) +
                                        ") lies outside the " + std::to_string(view.rows) + "x" +
                                        std::to_string(view.cols) + " board");
        return view.at(static_cast<int>(row), static_cast<int>(col));
    }
};

sapper::EnumerationLimits limits(std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
    sapper::EnumerationLimits found;
    found.nodes = nodes.value_or(std::numeric_limits<std::uint64_t>::max());
    if (seconds) {
        if (!(*seconds >= 0)) throw std::invalid_argument("a time limit is a number of seconds, at least 0");
        found.seconds = *seconds;
    }
    return found;
}

// Steps, guesses, risks and contradictions.
void bind_steps(nb::class_<BoundKnowledge>& knowledge) {
    knowledge
        .def(
            "run",
            [](BoundKnowledge& self, const std::string& step, std::optional<std::uint64_t> nodes,
               std::optional<double> seconds) {
                auto call = sapper::step_named(step);
                call.limits = limits(nodes, seconds);
                const Interruptible interruptible;
                return self.knowledge.run(call);
            },
            "step"_a, "nodes"_a = sapper::ENUMERATION_NODES, "seconds"_a = nb::none(),
            "Run one step and return the number of new facts.")
        .def(
            "deduce",
            [](BoundKnowledge& self, const std::vector<std::string>& steps) {
                std::vector<sapper::StepCall> calls;
                for (const auto& step : steps) calls.push_back(sapper::step_named(step));
                const Interruptible interruptible;
                return self.knowledge.deduce(calls);
            },
            "steps"_a, "Run steps, cheapest first, until a cell to open is found. True when there is one.")
        .def(
            "guess",
            [](BoundKnowledge& self, const std::string& rule, bool elsewhere, std::optional<std::uint64_t> nodes,
               std::optional<double> seconds) {
                const auto guess_rule = sapper::guess_rule_named(rule);
                const Interruptible interruptible;
                const auto found = self.knowledge.guess(guess_rule, elsewhere, limits(nodes, seconds));
                return nb::make_tuple(self.pairs(found.cells), found.risk);
            },
            "rule"_a, "elsewhere"_a = false, "nodes"_a = sapper::ENUMERATION_NODES, "seconds"_a = nb::none(),
            nb::sig("def guess(self, rule: str, elsewhere: bool = False, nodes: int | None = ..., seconds: float | "
                    "None = None) -> tuple[list[tuple[int, int]], float]"),
            "The cells with the least risk by a rule, and that risk.")
        .def(
            "risks",
            [](BoundKnowledge& self, const std::string& rule, bool elsewhere, std::optional<std::uint64_t> nodes,
               std::optional<double> seconds) {
                std::vector<double> risks;
                const Interruptible interruptible;
                self.knowledge.risks(sapper::guess_rule_named(rule), elsewhere, limits(nodes, seconds), risks);
                double* data;
                auto array = new_array<double>(self.knowledge.view().rows, self.knowledge.view().cols, data);
                std::copy(risks.begin(), risks.end(), data);
                return array;
            },
            "rule"_a, "elsewhere"_a = false, "nodes"_a = sapper::ENUMERATION_NODES, "seconds"_a = nb::none(),
            nb::rv_policy::automatic, "The risk of each cell by a rule; nan for cells that the rule does not rate.")
        .def(
            "contradicts",
            [](BoundKnowledge& self, std::pair<std::int64_t, std::int64_t> cell, bool mine, bool pairs) -> nb::object {
                const int at = self.checked(cell);
                auto& equations = self.knowledge.equations();
                if (equations.known(at) != sapper::Known::Unknown) {
                    if ((equations.known(at) == sapper::Known::Mine) == mine) return nb::none();
                    return nb::list();
                }
                auto& trial = self.knowledge.trial();
                if (!trial.contradicts(equations, at, mine, {true, pairs})) return nb::none();
                return self.pairs(trial.numbers());
            },
            "cell"_a, "mine"_a, "pairs"_a,
            nb::sig("def contradicts(self, cell: tuple[int, int], mine: bool, pairs: bool) -> list[tuple[int, int]] | "
                    "None"),
            "The numbers that contradict an assumption; None when no contradiction is found.");
}

// Facts, equations and the solutions of the components.
void bind_facts(nb::class_<BoundKnowledge>& knowledge) {
    knowledge
        .def(
            "facts",
            [](const BoundKnowledge& self, std::size_t first) {
                const auto& facts = self.knowledge.equations().facts();
                const Interruptible interruptible;
                sapper::RareCheck<6> check;
                nb::list list;
                for (std::size_t i = first; i < facts.size(); ++i) {
                    list.append(self.fact(facts[i]));
                    check();
                }
                return list;
            },
            "first"_a,
            nb::sig("def facts(self, first: int) -> list[tuple[tuple[int, int], bool, str, list[tuple[int, int]]]]"),
            "Facts in the order they were found: cell, whether it is a mine, step, numbers.")
        .def(
            "equations",
            [](BoundKnowledge& self) {
                const Interruptible interruptible;
                sapper::RareCheck<6> check;
                nb::list list;
                for (int id : self.knowledge.equations().alive()) {
                    check();
                    const auto& equation = self.knowledge.equations()[id];
                    list.append(
                        nb::make_tuple(self.pairs(equation.cells), equation.mines, self.pairs(equation.numbers)));
                }
                return list;
            },
            nb::sig("def equations(self) -> list[tuple[list[tuple[int, int]], int, list[tuple[int, int]]]]"),
            "Equations with unknown cells, oldest first: cells, mines among them, numbers.")
        .def(
            "components",
            [](BoundKnowledge& self, std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
                auto& enumeration = self.knowledge.enumeration();
                const Interruptible interruptible;
                const bool complete = enumeration.run(self.knowledge.equations(), limits(nodes, seconds));
                nb::list list;
                for (const auto& component : enumeration.components())
                    list.append(nb::make_tuple(self.pairs(component.cells), self.pairs(component.numbers),
                                               component.least, component.solutions, component.with_mine));
                return nb::make_tuple(list, complete, enumeration.nodes());
            },
            "nodes"_a = sapper::ENUMERATION_NODES, "seconds"_a = nb::none(),
            nb::sig("def components(self, nodes: int | None = ..., seconds: float | None = None) -> "
                    "tuple[list[tuple[list[tuple[int, int]], list[tuple[int, int]], int, list[float], "
                    "list[list[float]]]], bool, int]"),
            "All solutions by component, whether the limits sufficed, and the nodes examined.");
}

// Lists of cells.
void bind_cells(nb::class_<BoundKnowledge>& knowledge) {
    knowledge
        .def_prop_ro(
            "safe",
            [](BoundKnowledge& self) {
                self.knowledge.safe(self.cells);
                return self.pairs(self.cells);
            },
            nb::sig("def safe(self) -> list[tuple[int, int]]"), "Covered cells known to be free, row by row.")
        .def_prop_ro(
            "mines",
            [](BoundKnowledge& self) {
                self.knowledge.mines(self.cells);
                return self.pairs(self.cells);
            },
            nb::sig("def mines(self) -> list[tuple[int, int]]"), "Covered cells known to be mines, row by row.")
        .def(
            "to_flag",
            [](BoundKnowledge& self, const sapper::View& view) {
                self.knowledge.mines(self.cells);
                std::erase_if(self.cells, [&](int cell) { return view.flagged(cell); });
                return self.pairs(self.cells);
            },
            "view"_a, nb::sig("def to_flag(self, view: View) -> list[tuple[int, int]]"),
            "Covered cells known to be mines that have no flag in the view.")
        .def(
            "fact",
            [](const BoundKnowledge& self, std::pair<std::int64_t, std::int64_t> cell) -> nb::object {
                const int at = self.checked(cell);
                const auto& facts = self.knowledge.equations().facts();
                for (std::size_t i = facts.size(); i-- > 0;)
                    if (facts[i].cell == at) return self.fact(facts[i]);
                return nb::none();
            },
            "cell"_a,
            nb::sig("def fact(self, cell: tuple[int, int]) -> tuple[tuple[int, int], bool, str, list[tuple[int, "
                    "int]]] | None"),
            "The fact about a cell, if it was deduced.")
        .def_prop_ro(
            "unknown",
            [](const BoundKnowledge& self) {
                std::vector<int> cells;
                for (int cell = 0; cell < self.knowledge.view().cells(); ++cell)
                    if (self.knowledge.equations().known(cell) == sapper::Known::Unknown) cells.push_back(cell);
                return self.pairs(cells);
            },
            nb::sig("def unknown(self) -> list[tuple[int, int]]"), "Cells about which nothing certain is known.")
        .def_prop_ro(
            "frontier",
            [](BoundKnowledge& self) {
                std::vector<int> cells;
                for (int cell = 0; cell < self.knowledge.view().cells(); ++cell)
                    if (!self.knowledge.equations().with(cell).empty()) cells.push_back(cell);
                return self.pairs(cells);
            },
            nb::sig("def frontier(self) -> list[tuple[int, int]]"), "The unknown cells that are in some equation.");
}

// Binds the numeric and boolean properties.
void bind_counts(nb::class_<BoundKnowledge>& knowledge) {
    knowledge
        .def_prop_ro(
            "fact_count", [](const BoundKnowledge& self) { return self.knowledge.equations().facts().size(); },
            "How many cells were deduced so far.")
        .def_prop_ro(
            "consistent", [](const BoundKnowledge& self) { return self.knowledge.equations().consistent(); },
            "Whether no step has found a contradiction.")
        .def_prop_ro(
            "complete", [](const BoundKnowledge& self) { return self.knowledge.complete(); },
            "Whether no enumeration has reached its limits since the last call of `run` or `deduce`.")
        .def_prop_ro(
            "counted", [](const BoundKnowledge& self) { return self.knowledge.counted(); },
            "Whether the mine count has decided every cell.")
        .def_prop_ro(
            "mines_left",
            [](const BoundKnowledge& self) { return self.knowledge.view().mines - self.knowledge.equations().mines(); },
            "The mine count minus the mines that are known or were hit.")
        .def_prop_ro(
            "density", [](const BoundKnowledge& self) { return self.knowledge.density(); },
            "The mines left as a share of the unknown cells.")
        .def_prop_ro(
            "looks", [](const BoundKnowledge& self) { return self.knowledge.equations().looks(); },
            "How many equations were examined so far: a measure of the work that is the same on any machine.");
}

}  // namespace

void bind_knowledge(nb::module_& m) {
    m.attr("ENUMERATION_NODES") = sapper::ENUMERATION_NODES;
    nb::class_<BoundKnowledge> knowledge(m, "Knowledge",
                                         "What is known about a game: native storage of `sapper.knowledge.Knowledge`.");
    knowledge
        .def(
            "__init__",
            [](BoundKnowledge* self, std::int64_t rows, std::int64_t cols, std::int64_t mines, bool indexed) {
                if (rows < 1 || cols < 1) throw std::invalid_argument("a board needs at least one row and one column");
                check_size(static_cast<std::size_t>(rows), static_cast<std::size_t>(cols));
                if (mines < 0 || mines > rows * cols)
                    throw std::invalid_argument("mines must be between 0 and " + std::to_string(rows * cols) +
                                                ", the number of cells, not " + std::to_string(mines));
                new (self) BoundKnowledge();
                self->knowledge.reset(static_cast<int>(rows), static_cast<int>(cols), static_cast<int>(mines), indexed);
            },
            "rows"_a, "cols"_a, "mines"_a, "indexed"_a = true)
        .def(
            "update",
            [](BoundKnowledge& self, const sapper::View& view, bool trust_flags) {
                self.knowledge.update(view, trust_flags);
                return self.knowledge.equations().consistent();
            },
            "view"_a, "trust_flags"_a,
            "Take over what is new in a view. False when a single number cannot be satisfied.")
        .def(
            "add",
            [](BoundKnowledge& self, const std::vector<int>& cells, int mines, int number) {
                for (int cell : cells)
                    if (cell < 0 || cell >= self.knowledge.view().cells())
                        throw std::invalid_argument("an equation's cell lies outside the board");
                self.knowledge.equations().add(cells, mines, number);
            },
            "cells"_a, "mines"_a, "number"_a, "Add an equation over row-major cells.");
    bind_steps(knowledge);
    bind_facts(knowledge);
    bind_cells(knowledge);
    bind_counts(knowledge);
}

}  // namespace sapper::bindings
