// Generating boards: random ones, or ones that can be won without a guess.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "game/board.hpp"
#include "game/rules.hpp"
#include "search/no_guess.hpp"

namespace sapper {

// How a board was made. Random: any board, each equally likely. Rejection: a random board that happens to need no
// guess; every such board is equally likely. Repair: a random board whose mines were moved until it needed no guess;
// such boards are not all equally likely.
enum class Method : std::uint8_t { Random, Rejection, Repair };
const char* method_name(Method method);

// The number of boards of 480 cells that are rejected in a row before repair starts. Larger boards get fewer.
inline constexpr std::uint64_t HOPELESS = 100'000;

struct FoundBoard {
    Board board;
    Method method = Method::Random;
    std::uint64_t index = 0;  // of the random board that it is, or was before its repair
};

struct BoardWish {
    Rules rules;
    std::uint64_t wanted = 1;  // only for the sentence of a shortage
    std::uint64_t seed = 0;
    int start = 0;
    bool no_guess = false;
    double seconds = 0;  // for all boards that need no guess
    std::uint64_t hopeless = HOPELESS;
};

// Finds boards one after another. The same wish gives the same boards, whatever the machine's speed.
class BoardSearch {
public:
    // Called between pieces of work with the number of boards found and examined. It may throw, which ends the search.
    using Report = std::function<void(std::uint64_t found, std::uint64_t examined)>;

    // Throws std::invalid_argument when the rules have no board with this start. The time begins to run.
    explicit BoardSearch(const BoardWish& wish);

    // The next board; nullopt when the time is over.
    std::optional<FoundBoard> next(const Report& report = {});

    // What is said when the time is over: how many boards were found.
    std::string shortage() const;

private:
    double seconds_left() const;
    std::optional<FoundBoard> next_by_rejection(const Report& report);
    std::optional<FoundBoard> next_by_repair(const Report& report);
    std::optional<FoundBoard> found(Board board, Method method, std::uint64_t index);
    Board board_at(std::uint64_t index);

    BoardWish wish_;
    std::chrono::steady_clock::time_point began_;
    BoardMaker maker_;
    std::uint64_t found_ = 0, examined_ = 0;
    std::uint64_t patience_ = 0;  // how many boards may be rejected in a row
    std::uint64_t fruitless_since_ = 0, batch_ = 16;
    std::vector<NoGuess> verdicts_;  // of the last batch
    std::size_t read_ = 0;           // how many of them were handed out
    double took_ = 0;                // seconds of the last batch
    bool repairs_ = false;
};

}  // namespace sapper
