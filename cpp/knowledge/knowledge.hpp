// What is known about one game: its equations, and the facts deduced from them step by step.
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

// How cells are rated for a guess when nothing is certain. The risks are rules of thumb, not probabilities.
enum class GuessRule : std::uint8_t {
    None,         // no cell, except the first of an untouched board: an agent that is stuck gives up
    Any,          // all unknown cells have the same risk: mines left / unknown cells
    Frontier,     // all cells beside a number have the same risk; all unknown cells if there are none
    LeastNumber,  // the least share of mines among the numbers around a cell
    Sum,          // the sum of the shares of the numbers around a cell
    Mean,         // the mean of these shares
    Most,         // the largest share among the equations of a cell, derived ones included
    Boards,       // the share of its component's solutions with a mine there, each solution counted once
};

struct Guess {
    std::vector<int> cells;  // equally good, ascending; empty when no cell is unknown
    double risk = 0;
};

// One step of reasoning, with its parameters and limits.
struct StepCall {
    Deduction step = Deduction::SingleCell;
    int k = 0;          // for Consistency: equations in a set; for Total: the most unknown cells
    bool near = false;  // for SingleCell: examine only numbers near newly opened cells
    TrialRules trial = {};
    EnumerationLimits limits = {};
};
// Parses the name of a step. Throws std::invalid_argument that lists all names.
StepCall step_named(const std::string& name);
const char* step_name(Deduction step);
GuessRule guess_rule_named(const std::string& name);

class Knowledge {
public:
    // Starts a new game.
    void reset(int rows, int cols, int mines, bool indexed = true);

    // Reads what is new in a view. A view that cannot follow from the previous one is read as a new game. With
    // `trust_flags`, flagged cells count as mines.
    void update(const View& view, bool trust_flags = false);
    // The same when the caller knows the newly opened cells, ascending: no pass over the board is needed.
    void follow(std::span<const int> opened, std::span<const std::int8_t> numbers);

    // Runs one step. Returns the number of new facts (for Total: whether it added its equation).
    int run(const StepCall& call);
    // Runs the first step until it finds nothing, then the next one. After a step that found something, continues with
    // the first. Ends when a cell to open is known, or when no step finds anything. If the mine count is among the
    // steps, it is also applied before a cell found by another step is returned. Returns true when there is a cell to
    // open.
    bool deduce(std::span<const StepCall> calls);

    // safe(): covered cells known to be free. mines(): covered cells known to be mines. Both ascending.
    void safe(std::vector<int>& out) const;
    void mines(std::vector<int>& out) const;
    bool has_safe() const;

    // The cells with the least risk by a rule. With `elsewhere`, cells beside no number are rated too.
    Guess guess(GuessRule rule, bool elsewhere, const EnumerationLimits& limits = {});
    // The risk of each cell by a rule; nan for cells that the rule does not rate.
    void risks(GuessRule rule, bool elsewhere, const EnumerationLimits& limits, std::vector<double>& out);
    double density() const;  // mines left / unknown cells

    Equations& equations() { return equations_; }
    const Equations& equations() const { return equations_; }
    const View& view() const { return view_; }
    bool complete() const { return complete_; }  // no limit was reached since the last run() or deduce()
    bool counted() const { return counted_; }    // the mine count has decided every cell
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

    View view_;  // the last view seen
    Equations equations_;
    Consistency consistency_;
    Trial trial_;
    Enumeration enumeration_;
    bool complete_ = true, indexed_ = true, totalled_ = false, counted_ = false;
    mutable std::size_t opened_ = 0;  // no fact before this index names a covered cell to open
    std::vector<int> fresh_, around_, points_, learnt_;
    std::vector<int> equation_of_;  // indexed by number: the id of its equation; -1 where there is none
    std::vector<std::uint8_t> contributions_;
    std::vector<double> risk_;
};

}  // namespace sapper
