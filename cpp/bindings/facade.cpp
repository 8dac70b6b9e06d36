// The facade: its messages as Python's dictionaries, lists and numbers.
#include "bindings/analysis.hpp"
#include "bindings/bindings.hpp"
#include "facade/position.hpp"
#include "facade/reason.hpp"
#include "facade/refusal.hpp"
#include "facade/sentence.hpp"
#include "facade/session.hpp"

namespace sapper::bindings {

namespace {

using facade::Value;

constexpr int DEEPEST = 64;  // lists and dictionaries inside each other

// A position of Python, with its analysis if it is one. The arrays are copied, because the request runs unlocked.
Value held_position(const sapper::View& view) {
    auto held = std::make_shared<facade::HeldPosition>();
    held->view = view;
    return Value::Held(held);
}

std::shared_ptr<facade::SolvedPosition> solved_position(const BoundAnalysis& analysis) {
    auto solved = std::make_shared<facade::SolvedPosition>();
    solved->view = *analysis.view;
    solved->trust_flags = analysis.trust_flags;
    solved->limits = analysis.limits;
    solved->seconds = analysis.seconds;
    solved->analysis.verdict = analysis.verdict;
    solved->analysis.risk.resize(analysis.risk.size());
    std::copy(analysis.risk.begin(), analysis.risk.end(), solved->analysis.risk.begin());
    solved->analysis.error = analysis.error;
    solved->analysis.untouched = analysis.untouched;
    solved->analysis.untouched_risk = analysis.untouched_risk;
    return solved;
}

Value held_position(const BoundAnalysis& analysis) {
    auto held = std::make_shared<facade::HeldPosition>();
    held->solved = solved_position(analysis);
    return Value::Held(held);
}

Value from_python(nb::handle given, int depth = 0) {
    if (depth > DEEPEST) throw facade::malformed("the request has too many lists or objects inside each other");
    if (given.is_none()) return {};
    if (nb::isinstance<nb::bool_>(given)) return nb::cast<bool>(given);
    if (nb::isinstance<nb::int_>(given)) {
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(given.ptr(), &overflow);
        if (overflow)
            return PyLong_AsDouble(given.ptr()) == -1 && PyErr_Occurred()
                       ? (PyErr_Clear(), Value(std::numeric_limits<double>::infinity() * overflow))
                       : Value(PyLong_AsDouble(given.ptr()));
        return std::int64_t{number};
    }
    if (nb::isinstance<nb::float_>(given)) return nb::cast<double>(given);
    if (nb::isinstance<nb::str>(given)) {
        std::string text;
        if (!nb::try_cast(given, text)) throw facade::malformed("a text holds half of a character (a lone surrogate)");
        return text;
    }
    if (nb::isinstance<sapper::View>(given)) return held_position(nb::cast<const sapper::View&>(given));
    if (nb::isinstance<BoundAnalysis>(given)) return held_position(nb::cast<const BoundAnalysis&>(given));
    if (nb::isinstance<nb::dict>(given)) {
        Value::Object object;
        for (const auto& [key, value] : nb::borrow<nb::dict>(given)) {
            std::string name;
            if (!nb::try_cast(key, name)) throw facade::malformed("the names of fields are whole texts");
            object.emplace_back(std::move(name), from_python(value, depth + 1));
        }
        return object;
    }
    if (nb::isinstance<nb::list>(given) || nb::isinstance<nb::tuple>(given)) {
        Value::List list;
        for (const nb::handle one : given) list.push_back(from_python(one, depth + 1));
        return list;
    }
    throw facade::malformed("a request holds texts, numbers, lists and dictionaries, not an object of type " +
                            nb::cast<std::string>(given.type().attr("__name__")));
}

// A list of `count` objects, each made by make(i). It is filled in place.
template <class Make>
nb::object new_list(std::size_t count, Make make) {
    nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(count)));
    if (!list.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < count; ++i) {
        nb::object one = make(i);
        if (PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), one.release().ptr()) != 0) throw nb::python_error();
    }
    return list;
}

nb::object to_python(const Value& value);

struct ToPython {
    nb::object operator()(Value::Null) const { return nb::none(); }
    nb::object operator()(bool truth) const { return nb::bool_(truth); }
    nb::object operator()(std::int64_t number) const { return nb::int_(number); }
    nb::object operator()(double number) const { return nb::float_(number); }
    nb::object operator()(const std::string& text) const { return nb::str(text.data(), text.size()); }
    nb::object operator()(facade::Cell cell) const {
        return new_list(2, [&](std::size_t i) { return nb::object(nb::int_(i == 0 ? cell.row : cell.col)); });
    }
    nb::object operator()(const Value::Numbers& numbers) const {
        return new_list(numbers.size(), [&](std::size_t i) {
            return numbers[i] == numbers[i] ? nb::object(nb::float_(numbers[i])) : nb::object(nb::none());
        });
    }
    nb::object operator()(const Value::List& list) const {
        return new_list(list.size(), [&](std::size_t i) { return to_python(list[i]); });
    }
    nb::object operator()(const Value::Object& object) const {
        nb::dict made;
        for (const auto& [name, member] : object) made[nb::str(name.data(), name.size())] = to_python(member);
        return made;
    }
    nb::object operator()(const Value::Held&) const { throw std::logic_error("an answer holds no position object"); }
};

nb::object to_python(const Value& value) { return std::visit(ToPython(), value.data); }

// The kind of a guess as the core names it.
const char* guess_kind(const std::string& kind) {
    for (const char* known : facade::GUESS_KINDS)
        if (kind == known) return known;
    throw std::invalid_argument("a guess is of no kind '" + kind + "'");
}

using Pair = std::pair<int, int>;

std::string reason_of_guess(const std::string& kind, const std::vector<Pair>& cells, double risk, double win,
                            bool win_exact, const std::vector<std::tuple<Pair, double, double>>& rivals, Pair cell,
                            int covered) {
    int cols = cell.second + 1;  // the cells only have to stay apart and in order
    for (const Pair one : cells) cols = std::max(cols, one.second + 1);
    for (const auto& rival : rivals) cols = std::max(cols, std::get<0>(rival).second + 1);
    const auto index = [cols](Pair pair) { return pair.first * cols + pair.second; };
    sapper::Choice choice;
    choice.kind = guess_kind(kind);
    for (const Pair one : cells) choice.cells.push_back(index(one));
    choice.risk = risk;
    choice.win = win;
    choice.win_exact = win_exact;
    for (const auto& [at, its_risk, value] : rivals) choice.rivals.push_back({index(at), its_risk, value});
    return facade::reason_of_guess({choice, index(cell), covered, cols});
}

void bind_reasons(nb::module_& m) {
    nb::list kinds;
    for (const char* kind : facade::GUESS_KINDS) kinds.append(kind);
    m.attr("GUESS_KINDS") = nb::tuple(kinds);
    m.def("reason_of_guess", &reason_of_guess, "kind"_a, "cells"_a, "risk"_a, "win"_a, "win_exact"_a, "rivals"_a,
          "cell"_a, "covered"_a, "Why a cell is opened, by the values that an agent compared.");
    m.def(
        "reason_of_certain",
        [](const BoundAnalysis& analysis, Pair cell, int others) {
            const auto solved = solved_position(analysis);
            const int at = solved->index_of({cell.first, cell.second});
            const Unlocked unlocked;
            return facade::reason_of_certain(*solved, at, others);
        },
        "analysis"_a, "cell"_a, "others"_a, "What proves a cell free, and that other cells are certain too.");
    m.def(
        "reason_of_value",
        [](double risk, double win, double error) {
            const bool exact = error != error;
            return facade::reason_of_value(risk, {win, exact ? 0.0 : error, exact});
        },
        "risk"_a, "win"_a, "error"_a, "A guess described by its risk and chance to win; the error is nan if exact.");
    m.def("percent", &facade::percent, "chance"_a, "digits"_a, "A chance in percent.");
}

nb::object ask(facade::Session& session, const std::string& name, nb::handle request, nb::handle send,
               const Stop* stop) {
    const Value question = from_python(request);
    nb::object last = nb::none();
    const facade::Send keep = [&](Value answer) {
        const nb::gil_scoped_acquire lock;
        last = to_python(answer);
        if (!send.is_none()) send(last);
    };
    {
        const Unlocked unlocked;
        session.ask(name, question, keep, stop ? &stop->is_set : nullptr);
    }
    return last;
}

void set_refusal(const std::exception_ptr& thrown, void* type) {
    try {
        std::rethrow_exception(thrown);
    } catch (const facade::Refusal& refusal) {
        nb::list cells;
        for (const facade::Cell cell : refusal.cells) cells.append(nb::make_tuple(cell.row, cell.col));
        const nb::tuple fields = nb::make_tuple(facade::KIND_WORDS[static_cast<int>(refusal.kind)], refusal.what(),
                                                cells, refusal.uses_mine_count);
        PyErr_SetObject(static_cast<PyObject*>(type), fields.ptr());
    }
}

}  // namespace

void bind_facade(nb::module_& m) {
    PyObject* refusal = PyErr_NewExceptionWithDoc(
        "sapper._core.Refusal", "Why a request got no answer: (kind, sentence, cells, uses_mine_count).",
        PyExc_RuntimeError, nullptr);
    m.attr("Refusal") = nb::steal(refusal);
    nb::register_exception_translator(&set_refusal, refusal);
    nb::class_<facade::Session>(m, "Session", "What lives from request to request of the facade.")
        .def(nb::init<>())
        .def("ask", &ask, "name"_a, "request"_a, "send"_a.none() = nb::none(), "stop"_a = nb::none(),
             nb::sig(
                 "def ask(self, name: str, request: dict[str, typing.Any], send: collections.abc.Callable[[dict[str, "
                 "typing.Any]], object] | None = None, stop: Stop | None = None) -> dict[str, typing.Any]"),
             "Call `send` with every answer of a request, and return the last one. Setting `stop` asks for the best "
             "result so far.");
    bind_reasons(m);
    m.def(
        "facade_schema", [] { return to_python(facade::schema()); },
        nb::sig("def facade_schema() -> dict[str, typing.Any]"),
        "The JSON Schema of every request and answer of the facade.");
}

}  // namespace sapper::bindings
