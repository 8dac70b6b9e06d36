// The numbers that prove a certain cell.
#pragma once

#include <string>
#include <vector>

#include "facade/position.hpp"

namespace sapper::facade {

// How much reasoning a proof needs.
enum class ProofGrade { One, Two, Three, Frontier, Count };
template <>
struct Words<ProofGrade> {
    static constexpr About ABOUT{
        "ProofGrade",
        "The reasoning that proves a cell: one, two or three numbers, the frontier, or the mine "
        "count."};
    static constexpr const char* WORDS[] = {"one", "two", "three", "frontier", "count"};
};

struct Explanation {
    int cell = 0;
    bool mine = false;
    std::vector<int> numbers;      // the opened cells whose numbers prove it; none can be left out
    bool uses_mine_count = false;  // whether the proof needs the mine count as well
    std::string method;            // "single number", ..., "5 numbers", "mine count" or "trusted flag"
    std::string text;              // the proof as a sentence, which calls the cell "here"

    ProofGrade grade() const;
};

// Explains a certain cell within the limits of its analysis. Refuses a cell that is open or not certain, and says so
// when the limits were too small.
Explanation explain_cell(const SolvedPosition& position, int cell);

// The method of a proof and its sentence.
std::string proof_method(std::size_t numbers, bool uses_mine_count);
std::string proof_text(const View& view, bool mine, const std::vector<int>& numbers, bool uses_mine_count,
                       bool trust_flags);

}  // namespace sapper::facade
