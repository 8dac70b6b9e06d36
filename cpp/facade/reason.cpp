#include "facade/reason.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "facade/explanation.hpp"
#include "facade/sentence.hpp"
#include "support/sorting.hpp"

namespace sapper::facade {

namespace {

constexpr double EQUAL = 1e-9;  // values that differ by at most this much count as equally good
constexpr const char* UNKNOWN = "the chance to win is not known";

using Show = std::string (*)(double);
std::string exactly(double win) { return "wins " + percent(win) + " with best play (exact)"; }
std::string estimated(double win) { return "wins " + about_percent(win) + " (estimated)"; }
std::string with_best_play(double win) { return "wins " + about_percent(win) + " with best play (estimated)"; }
std::string played_out(double win) { return "wins " + about_percent(win) + " (estimated, games played out)"; }

using Values = std::vector<std::pair<int, double>>;  // of the rivals whose value is known

Values values_of(const Choice& choice) {
    Values values;
    for (const Rival& rival : choice.rivals) {
        if (std::isnan(rival.value)) continue;
        const auto known =
            std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == rival.cell; });
        if (known == values.end())
            values.emplace_back(rival.cell, rival.value);
        else
            known->second = rival.value;
    }
    return values;
}

double own_value(const Guess& guess, const Values& values) {
    for (const auto& [cell, value] : values)
        if (cell == guess.cell) return value;
    return guess.choice.win;
}

// The other cells that are as good as the guessed one, whose value is `own`: "as good as (0, 1) and (2, 3)".
std::string equals(const Guess& guess, const Values& values, double own) {
    std::vector<int> cells = guess.choice.cells;
    for (const auto& [cell, value] : values)
        if (std::abs(value - own) <= EQUAL) cells.push_back(cell);
    sort_stably(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    std::erase(cells, guess.cell);
    if (cells.empty()) return "";
    if (cells.size() > 2) return "as good as " + std::to_string(cells.size()) + " other cells";
    std::string text = "as good as " + text_of(cell_at(cells[0], guess.cols));
    if (cells.size() == 2) text += " and " + text_of(cell_at(cells[1], guess.cols));
    return text;
}

// The risk of a cell, its value, and how the best other cell compares.
std::string compared(const Guess& guess, Show claim) {
    const Values values = values_of(guess.choice);
    const double own = own_value(guess, values);
    const std::string risk = percent(guess.choice.risk) + " risk; ";
    if (std::isnan(own)) return risk + UNKNOWN;
    const std::string said = risk + claim(own);
    if (const std::string equal = equals(guess, values, own); !equal.empty()) return said + "; " + equal;
    const std::pair<int, double>* rival = nullptr;
    for (const auto& one : values)
        if (one.first != guess.cell && (!rival || one.second > rival->second)) rival = &one;
    if (!rival) return said;
    const std::string place = text_of(cell_at(rival->first, guess.cols));
    if (percent(own) == percent(rival->second)) return said + "; hardly better than " + place;
    return said + "; next best " + place + " " + percent(rival->second);
}

std::string fifty_fifty() { return "a 50/50 that nothing outside can settle: take it now"; }

std::string lowest_risk(const Guess& guess) {
    std::string text = "no cell is certain; a risk of " + percent(guess.choice.risk, 2) + " is the lowest of " +
                       std::to_string(guess.covered) + " covered cells";
    if (guess.choice.cells.size() > 1)
        text += ", and " + std::to_string(guess.choice.cells.size()) + " are equally good";
    return text;
}

}  // namespace

std::string reason_of_guess(const Guess& guess) {
    const std::string_view kind = guess.choice.kind;
    if (kind == "endgame") return compared(guess, guess.choice.win_exact ? exactly : with_best_play);
    if (kind == "fifty-fifty") return fifty_fifty();
    if (kind == "lookahead") return compared(guess, estimated);
    if (kind == "rollouts") return compared(guess, played_out);
    return lowest_risk(guess);
}

std::string claim_of(const Win& value) {
    if (value.exact) return exactly(value.win);
    std::string shown = about_percent(value.win);
    if (shown.rfind("about", 0) == 0) shown += " \u00b1 " + with_decimals(196 * value.error, 1);
    return "wins " + shown + " (estimated, games played out)";
}

std::string reason_of_advice(const Guess& guess, const std::optional<Win>& value) {
    const Choice& choice = guess.choice;
    const std::string_view kind = choice.kind;
    if (choice.win_exact || kind == "lowest-risk") return reason_of_guess(guess);
    const std::string claim = value ? claim_of(*value) : UNKNOWN;
    if (kind == "fifty-fifty") return fifty_fifty() + "; " + claim;
    const std::string said = percent(choice.risk) + " risk; " + claim;
    const Values values = values_of(choice);
    const std::string equal = equals(guess, values, own_value(guess, values));
    return equal.empty() ? said : said + "; " + equal;
}

std::string reason_of_value(double risk, const Win& value) { return percent(risk) + " risk; " + claim_of(value); }

std::string reason_of_certain(const SolvedPosition& position, int cell, int others) {
    std::string proof;
    try {
        proof = explain_cell(position, cell).text;
    } catch (const Refusal& refusal) {
        if (refusal.kind != RefusalKind::OutOfBudget) throw;
        proof = "certain: free in every layout";
    }
    if (others == 0) return proof;
    return proof + "; " + std::to_string(others) + (others > 1 ? " other cells are" : " other cell is") +
           " certain too";
}

}  // namespace sapper::facade
