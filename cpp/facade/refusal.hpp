// A refusal: why a request gets no answer.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "facade/cell.hpp"

namespace sapper::facade {

// The kinds of refusal. Each has its word in KIND_WORDS.
enum class RefusalKind {
    Malformed,    // the request itself is wrong: a missing field, a wrong type, a cell outside the board
    Impossible,   // no layout fits the position; the refusal names contradicting numbers
    OutOfBudget,  // the limits on time or memory were too small
    Unknown,      // there is no such request, agent or game
    Conflict,     // the state of a game does not allow it
};
inline constexpr const char* KIND_WORDS[] = {"malformed", "impossible", "out_of_budget", "unknown", "conflict"};

// what() is one sentence that says what to change.
class Refusal : public std::runtime_error {
public:
    Refusal(RefusalKind kind, const std::string& sentence, std::vector<Cell> cells = {}, bool uses_mine_count = false)
        : std::runtime_error(sentence), kind(kind), cells(std::move(cells)), uses_mine_count(uses_mine_count) {}

    RefusalKind kind;
    std::vector<Cell> cells;  // of an impossible position: the contradicting numbers
    bool uses_mine_count;     // whether the mine count belongs to the contradiction
};

inline Refusal malformed(const std::string& sentence) { return {RefusalKind::Malformed, sentence}; }
inline Refusal out_of_budget(const std::string& sentence) { return {RefusalKind::OutOfBudget, sentence}; }

}  // namespace sapper::facade
