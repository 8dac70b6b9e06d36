// What is asked and answered about whole boards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facade/fields.hpp"
#include "facade/position.hpp"
#include "facade/promise.hpp"
#include "search/board_search.hpp"
#include "search/difficulty.hpp"

namespace sapper::facade {

template <>
struct Words<Difficulty> {
    static constexpr About ABOUT{"Difficulty", "The hardest deduction that winning a board needs."};
    static constexpr const std::array<const char*, 7>& WORDS = DIFFICULTIES;
};
template <>
struct Words<Method> {
    static constexpr About ABOUT{"Method",
                                 "How a board was made: any random board, a random board that needs no "
                                 "guess, or a random board whose mines were moved until it needed none."};
    static constexpr const char* WORDS[] = {"random", "rejection", "repair"};
};

struct GenerateRequest {
    static constexpr About ABOUT{"GenerateRequest", "Boards to generate. The same request gives the same boards."};
    GameRules rules;
    std::uint64_t count = 1, seed = 0;
    Cell start;
    bool no_guess = false;
    std::optional<double> budget = 60;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rules", self.rules, "The rules.");
        visit.option("count", self.count, "The number of boards.");
        visit.option("seed", self.seed, "The stream of boards.");
        visit.option("start", self.start, "The cell that is opened first.");
        visit.option("no_guess", self.no_guess, "Whether to reject boards that need a guess.");
        visit.option("budget", self.budget, "The seconds for all boards that need no guess; null for no limit.");
    }
};

struct GeneratedBoard {
    static constexpr About ABOUT{"GeneratedBoard", "A board, in the form of a boards file, and how it was made."};
    int rows = 0, cols = 0;
    std::vector<Cell> mines;
    Cell start;
    int bbbv = 0;
    Difficulty difficulty = Difficulty::Guess;
    Method method = Method::Random;
    std::uint64_t seed = 0, index = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rows", self.rows, "The number of rows.");
        visit.field("cols", self.cols, "The number of columns.");
        visit.field("mines", self.mines, "The mines.");
        visit.field("start", self.start, "The cell that is opened first.");
        visit.field("3bv", self.bbbv, "The fewest opens that win without chords.");
        visit.field("difficulty", self.difficulty, "The hardest deduction that winning it needs.");
        visit.field("method", self.method, "How it was made.");
        visit.field("seed", self.seed, "The stream of boards.");
        visit.field("index", self.index, "The board of the stream that it is, or was before its repair.");
    }
};

struct BoardRequest {
    static constexpr About ABOUT{"BoardRequest", "A board to rate."};
    GameRules rules;
    std::vector<Cell> mines;
    Cell start;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rules", self.rules, "The rules.");
        visit.field("mines", self.mines, "The mines.");
        visit.field("start", self.start, "The cell that is opened first.");
    }
};

struct BoardRating {
    static constexpr About ABOUT{"BoardRating", "How hard a board is."};
    Difficulty difficulty = Difficulty::Guess;
    int bbbv = 0, openings = 0, islands = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("difficulty", self.difficulty, "The hardest deduction that winning it needs.");
        visit.field("3bv", self.bbbv, "The fewest opens that win without chords.");
        visit.field("openings", self.openings, "The number of connected regions of zeros.");
        visit.field("islands", self.islands, "The number of connected groups of numbers that border no opening.");
    }
};

struct DeductionRequest {
    static constexpr About ABOUT{"DeductionRequest", "A position whose cheapest deduction is wanted."};
    Position position;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("position", self.position,
                    "The position as text: rows split by / or newlines, with the mine count.");
    }
};

struct DeductionAnswer {
    static constexpr About ABOUT{"DeductionAnswer", "The cheapest deduction that frees a cell."};
    std::vector<Cell> safe;
    Difficulty difficulty = Difficulty::Guess;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("safe", self.safe, "The free cells that it proves; none if a guess is needed.");
        visit.field("difficulty", self.difficulty, "The deduction.");
    }
};

}  // namespace sapper::facade
