#include "facade/explanation.hpp"

#include <algorithm>

#include "facade/sentence.hpp"
#include "game/neighbours.hpp"

namespace sapper::facade {

namespace {

// Up to FEW numbers are named with number and place, up to SOME by place only, and more are counted.
constexpr std::size_t FEW = 4, SOME = 8;
constexpr const char* METHODS[] = {"single number", "two numbers", "three numbers", "four numbers"};
constexpr const char* BY_COUNT = "mine count";
constexpr const char* TRUSTED = "trusted flag";

std::string without_numbers(const View& view, bool mine, bool trust_flags) {
    if (!mine) {
        const std::string found = view.mines == 0   ? "the board has no mines"
                                  : view.mines == 1 ? "the only mine is found"
                                                    : "all " + std::to_string(view.mines) + " mines are found";
        return "certain: " + found + ", so every covered cell is free";
    }
    auto left = view.mines - std::count(view.numbers.begin(), view.numbers.end(), HIT);
    if (trust_flags) left -= std::count(view.flags.begin(), view.flags.end(), 1);
    if (left == 1) return "certain: the one covered cell left is the mine still to be found";
    return "certain: the " + std::to_string(left) + " covered cells left are all mines still to be found";
}

bool has_flag_near(const View& view, const std::vector<int>& numbers) {
    bool found = false;
    for (const int cell : numbers)
        for_neighbours(view.rows, view.cols, cell, [&](int near) { found |= view.flagged(near); });
    return found;
}

}  // namespace

ProofGrade Explanation::grade() const {
    if (method == METHODS[0]) return ProofGrade::One;
    if (method == METHODS[1]) return ProofGrade::Two;
    if (method == METHODS[2]) return ProofGrade::Three;
    return method == BY_COUNT ? ProofGrade::Count : ProofGrade::Frontier;
}

std::string proof_method(std::size_t numbers, bool uses_mine_count) {
    if (uses_mine_count) return BY_COUNT;
    return numbers - 1 < std::size(METHODS) ? METHODS[numbers - 1] : std::to_string(numbers) + " numbers";
}

std::string proof_text(const View& view, bool mine, const std::vector<int>& numbers, bool uses_mine_count,
                       bool trust_flags) {
    if (numbers.empty()) return without_numbers(view, mine, trust_flags);
    std::vector<std::string> named;
    for (const int cell : numbers) {
        const std::string place = text_of(cell_at(cell, view.cols));
        if (numbers.size() <= FEW)
            named.push_back("the " + std::to_string(view.numbers[cell]) + " at " + place);
        else
            named.push_back(named.empty() ? "the numbers at " + place : place);
    }
    if (numbers.size() > SOME) named = {std::to_string(numbers.size()) + " numbers together"};
    if (uses_mine_count) named.push_back("the mine count " + std::to_string(view.mines));
    const std::string one = named.size() == 1 && numbers.size() == 1 ? "s" : "";
    const bool flags = trust_flags && std::count(view.flags.begin(), view.flags.end(), 1) > 0;
    const bool helped = flags && (uses_mine_count || has_flag_near(view, numbers));
    return std::string("certain: ") + (helped ? "with the flags trusted, " : "") + listed(named) +
           (mine ? " need" + one + " a mine" : " leave" + one + " no mine") + " here";
}

Explanation explain_cell(const SolvedPosition& position, int cell) {
    const View& view = position.view;
    const std::string place = text_of(cell_at(cell, view.cols));
    if (view.numbers[cell] == HIT)
        throw malformed("the cell " + place + " is a mine that was hit: there is nothing to prove");
    if (view.numbers[cell] >= 0) throw malformed("the cell " + place + " is already open");
    const double risk = position.risk(cell);
    if (0 < risk && risk < 1)
        throw malformed("the cell " + place +
                        " is not certain: " + (position.exact() ? "its risk is " : "its risk is estimated at ") +
                        plain_percent(risk, 2) + " (" + shortest(risk) + ")");
    Explanation found;
    found.cell = cell;
    found.mine = risk == 1;
    if (position.trust_flags && view.flagged(cell)) {
        found.mine = true;
        found.method = TRUSTED;
        found.text = "certain: the flag here is trusted";
        return found;
    }
    const Contradiction proof = find_proof(position, {cell, !found.mine});
    if (!proof.found)
        throw out_of_budget("no proof of the cell " + place +
                            " was found within the limits; allow more time or memory");
    found.numbers = proof.cells;
    found.uses_mine_count = proof.uses_mine_count;
    found.method = proof_method(proof.cells.size(), proof.uses_mine_count);
    found.text = proof_text(view, found.mine, proof.cells, proof.uses_mine_count, position.trust_flags);
    return found;
}

}  // namespace sapper::facade
