// Boards that can be won without a guess.
#include "search/no_guess.hpp"

#include "bindings/bindings.hpp"

namespace sapper::bindings {

void bind_no_guess(nb::module_& m) {
    nb::enum_<sapper::NoGuess>(m, "NoGuess", "Whether a board can be won without a guess.")
        .value("NEEDS_GUESS", sapper::NoGuess::NeedsGuess)
        .value("SOLVABLE", sapper::NoGuess::Solvable)
        .value("OUT_OF_TIME", sapper::NoGuess::OutOfTime);
    m.def(
        "no_guess",
        [](const sapper::Board& board, int start, double seconds) {
            if (start < 0 || start >= board.cells()) throw std::invalid_argument("the start lies outside the board");
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
}

}  // namespace sapper::bindings
