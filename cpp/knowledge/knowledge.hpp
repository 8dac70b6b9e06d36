// What is known of one game: its equations, and the deductions made from them, step by step.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "game/view.hpp"
#include "knowledge/consistency.hpp"
#include "knowledge/enumeration.hpp"
#include "knowledge/equations.hpp"
#include "knowledge/trial.hpp"

namespace sapper {

// How a guess is weighed when nothing is certain; risks are estimates, not probabilities.
enum class GuessRule : std::uint8_t {
    None,         // no cell but the first of an untouched board: whoever is stuck gives up
    Any,          // every unknown cell alike: mines left / unknown cells
    Frontier,     // those beside a number alike; any, if there is none
    LeastNumber,  // the cells around the number with the smallest share of mines
    Sum,          // the shares of the numbers around a cell, added up
    Mean,         // their mean
    Most,         // the largest share of an equation with the cell in it, derived ones too
    Boards,       // the share of its component's solutions that have a mine there, each counted once
};

struct Guess {
    std::vector<int> cells;  // equally good, ascending; none when no cell is unknown
    double risk = 0;
};

// One step of a deduction by its name, with the limits it works under.
struct StepCall {
    Deduction step = Deduction::SingleCell;
    int k = 0;          // of Consistency: equations; of Total: the most unknown cells
    bool near = false;  // of SingleCell: look near what opened alone
    TrialRules trial = {};
    EnumerationLimits limits = {};
};
// Reads a step's name; throws std::invalid_argument that lists the names.
StepCall step_named(const std::string& name);
const char* step_name(Deduction step);
GuessRule guess_rule_named(const std::string& name);

class Knowledge {
public:
    // Forgets everything.
    void reset(int rows, int cols, int mines, bool indexed = true);

    // Takes over what is new in a view. One that does not follow from the last is read from the start. With
    // `trust_flags`, flagged cells are mines.
    void update(const View& view, bool trust_flags = false);
    // The same when the cells opened since are told, ascending: no pass through the board.
    void follow(std::span<const int> opened, std::span<const std::int8_t> numbers);

    // Runs one step; how many facts it found (of Total: whether it added its equation).
    int run(const StepCall& call);
    // Runs the first step until it finds nothing, then the next, and back to the first when that found something;
    // ends when a cell to open is found, or all steps find nothing. Where the mine count is among the steps, it is
    // also looked at before a cell found by another is told. True when there is a cell to open.
    bool deduce(std::span<const StepCall> calls);

    // Cells known to be free and still covered, and known mines not hit, ascending.
    void safe(std::vector<int>& out) const;
    void mines(std::vector<int>& out) const;
    bool has_safe() const;

    // The cells that a rule finds best. With `elsewhere`, cells beside no number are weighed too.
    Guess guess(GuessRule rule, bool elsewhere, const EnumerationLimits& limits = {});
    // The risk of each cell as a rule sees it; nan where it says nothing.
    void risks(GuessRule rule, bool elsewhere, const EnumerationLimits& limits, std::vector<double>& out);
    double density() const;  // mines left / unknown cells

    Equations& equations() { return equations_; }
    const Equations& equations() const { return equations_; }
    const View& view() const { return view_; }
    bool complete() const { return complete_; }  // since the last run() or deduce(), no limit was met
    bool counted() const { return counted_; }    // the mine count has settled every cell
    Enumeration& enumeration() { return enumeration_; }
    Trial& trial() { return trial_; }

private:
    int perform(const StepCall& call);
    void see(int cell, std::int8_t number);
    void read_fresh();
    void look_near();
    void count_mines();
    int add_total(int most);
    void risks_from_numbers(GuessRule rule, std::vector<double>& out);
    void risks_from_equations(std::vector<double>& out);
    bool share_of(int cell, double& share) const;

    View view_;  // as last seen
    Equations equations_;
    Consistency consistency_;
    Trial trial_;
    Enumeration enumeration_;
    bool complete_ = true, indexed_ = true, totalled_ = false, counted_ = false;
    mutable std::size_t opened_ = 0;  // no fact before this one is a covered cell to open
    std::vector<int> fresh_, around_, points_, learnt_;
    std::vector<int> equation_of_;  // by the number it was read off; -1 where there is none
    std::vector<std::uint8_t> contributions_;
    std::vector<double> risk_;
};

}  // namespace sapper
