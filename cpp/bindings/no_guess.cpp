// Boards that can be won without a guess, and the difficulty of boards.
#include "search/no_guess.hpp"

#include "bindings/bindings.hpp"
#include "search/board_search.hpp"
#include "search/difficulty.hpp"

namespace sapper::bindings {

namespace {

Cells pairs_of(const std::vector<int>& cells, int cols) {
    Cells pairs;
    for (const int cell : cells) pairs.emplace_back(cell / cols, cell % cols);
    return pairs;
}

void check_start_on(const sapper::Board& board, int start) {
    if (start < 0 || start >= board.cells()) throw std::invalid_argument("the start lies outside the board");
}

void bind_difficulty(nb::module_& m) {
    nb::list names;
    for (const char* name : sapper::DIFFICULTIES) names.append(name);
    m.attr("DIFFICULTIES") = nb::tuple(names);
    m.attr("MOST_RELATED") = sapper::MOST_RELATED;
    m.def(
        "difficulty",
        [](const sapper::Rules& rules, const sapper::Board& board, int start) {
            check_start_on(board, start);
            const Unlocked unlocked;
            return sapper::difficulty_name(sapper::difficulty(rules, board, start));
        },
        "rules"_a, "board"_a, "start"_a, "The hardest deduction that winning a board from a start needs.");
    m.def(
        "needed_deduction",
        [](const sapper::View& view, std::uint64_t nodes) -> std::optional<std::pair<Cells, const char*>> {
            const Unlocked unlocked;
            const auto needed = sapper::needed_deduction(view, {nodes});
            if (!needed.possible) return std::nullopt;
            return std::pair(pairs_of(needed.cells, view.cols), sapper::difficulty_name(needed.difficulty));
        },
        "view"_a, "nodes"_a = sapper::ENUMERATION_NODES,
        "The free cells that the cheapest deduction proves, and its name; None when no layout fits the view.");
}

void bind_search(nb::module_& m) {
    m.attr("HOPELESS") = sapper::HOPELESS;
    nb::class_<sapper::BoardSearch>(m, "BoardSearch", "Finds boards one after another.")
        .def(
            "__init__",
            [](sapper::BoardSearch* self, const sapper::Rules& rules, std::uint64_t wanted, std::uint64_t seed,
               int start, bool no_guess, double seconds, std::uint64_t hopeless) {
                new (self) sapper::BoardSearch({rules, wanted, seed, start, no_guess, seconds, hopeless});
            },
            "rules"_a, "wanted"_a, "seed"_a, "start"_a, "no_guess"_a, "seconds"_a, "hopeless"_a)
        .def(
            "next",
            [](sapper::BoardSearch& self,
               const nb::object& report) -> std::optional<std::tuple<sapper::Board, const char*, std::uint64_t>> {
                sapper::BoardSearch::Report call;
                if (!report.is_none())
                    call = [&report](std::uint64_t found, std::uint64_t examined) {
                        nb::gil_scoped_acquire lock;
                        report(found, examined);
                    };
                const Unlocked unlocked;
                auto found = self.next(call);
                if (!found) return std::nullopt;
                return std::tuple(std::move(found->board), sapper::method_name(found->method), found->index);
            },
            "report"_a.none(),
            nb::sig("def next(self, report: collections.abc.Callable[[int, int], None] | None) -> tuple[Board, str, "
                    "int] | None"),
            "The next board, its method and the index of the random board it was made from; None when the time is "
            "over. `report` is called now and then with the numbers of boards found and examined.")
        .def("shortage", &sapper::BoardSearch::shortage, "What is said when the time is over.");
}

}  // namespace

void bind_no_guess(nb::module_& m) {
    nb::enum_<sapper::NoGuess>(m, "NoGuess", "Whether a board can be won without a guess.")
        .value("NEEDS_GUESS", sapper::NoGuess::NeedsGuess)
        .value("SOLVABLE", sapper::NoGuess::Solvable)
        .value("OUT_OF_TIME", sapper::NoGuess::OutOfTime);
    m.def(
        "no_guess",
        [](const sapper::Board& board, int start, double seconds) {
            check_start_on(board, start);
            const Unlocked unlocked;
            return sapper::CertainPlayer().play(board, start, sapper::Meter({seconds}));
        },
        "board"_a, "start"_a, "seconds"_a, "Whether a board can be won from a start without a guess.");
    m.def(
        "find_no_guess",
        [](const sapper::Rules& rules, std::uint64_t seed, std::uint64_t first, std::size_t count, int start,
           int threads, double seconds) {
            std::vector<sapper::NoGuess> verdicts(count);
            const Unlocked unlocked;
            sapper::find_no_guess(rules, seed, first, start, threads, seconds, verdicts);
            return verdicts;
        },
        "rules"_a, "seed"_a, "first"_a, "count"_a, "start"_a, "threads"_a, "seconds"_a,
        "Whether each of the boards `first` .. `first + count - 1` of stream `seed` can be won without a guess.");
    m.def(
        "repair",
        [](const sapper::Rules& rules, std::uint64_t seed, std::uint64_t index, int start, int moves, double seconds) {
            const Unlocked unlocked;
            return sapper::repair(rules, seed, index, start, moves, seconds);
        },
        "rules"_a, "seed"_a, "index"_a, "start"_a, "moves"_a, "seconds"_a,
        "Move mines of board `index` of stream `seed` until it needs no guess; None when that fails.");
    bind_search(m);
    bind_difficulty(m);
}

}  // namespace sapper::bindings
