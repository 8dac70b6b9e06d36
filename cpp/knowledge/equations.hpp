// Equations over cells, such as "these three cells hold one mine", updated as cells become known.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sapper {

enum class Known : std::uint8_t { Unknown, Free, Mine };

// The steps of reasoning, each with what it uses.
enum class Deduction : std::uint8_t {
    SingleCell,   // one equation with no mine, or with as many mines as cells
    Subset,       // the difference of an equation and another inside it, added to both
    Reduce,       // the same difference, in place of the larger equation
    Pairs,        // two equations that share cells
    Consistency,  // several connected equations at once
    Trial,        // the opposite assumption makes the numbers contradict each other
    Enumeration,  // a cell is the same in every solution of its component
    MineCount,    // all mines are found, or all remaining cells are mines
    Total,        // proves nothing: the mine count becomes an equation
};

struct Equation {
    std::vector<int> cells;                    // the unknown ones, ascending
    std::vector<int> numbers;                  // the numbers it was made from, ascending
    int mines = 0;                             // among its cells
    Deduction origin = Deduction::SingleCell;  // Subset or Reduce when it was derived from other equations
    bool alive = false;                        // it has an unknown cell
    std::uint64_t changed = 0;

    int size() const { return static_cast<int>(cells.size()); }
    bool decides() const { return mines == 0 || mines == size(); }
};

struct Fact {
    int cell;
    bool mine;
    Deduction step;
    int first, count;  // its numbers, in Equations::numbers_of
};

// What a step has proven but not recorded yet.
struct Proven {
    int cell;
    bool mine;
    std::vector<int> numbers;
};

// An index finds the equations of a cell. With `indexed = false` they are found by a search through all equations: the
// answers are the same, so that the effect of the index can be measured.
class Equations {
public:
    // Starts again with `cells` unknown cells and no equation. Allocates only when something grows.
    void reset(int cells, bool indexed = true);

    // Adds an equation that comes from `number`, or from the mine count if that is -1. Known cells are removed from it.
    // Returns its id.
    int add(std::span<const int> cells, int mines, int number);

    // Records that a cell is seen to be free, or a mine, and removes it from every equation.
    void see(int cell, bool mine);

    // Records that a cell was deduced from `numbers`, and removes it from every equation. Returns false if it was
    // known.
    bool learn(int cell, bool mine, Deduction step, std::span<const int> numbers);

    // The same for everything that a step has proven.
    void learn(std::span<const Proven> proven, Deduction step);

    // Applies the rules of one equation to the equations that changed, until none decides its cells.
    void single_cell();
    // Subtracts equations that lie inside others: subset() adds all differences, reduce() replaces each larger equation
    // by a difference.
    void subset();
    void reduce();

    Known known(int cell) const { return known_[cell]; }
    bool consistent() const { return consistent_; }
    int mines() const { return mines_; }      // number of known mines
    int unknown() const { return unknown_; }  // number of unknown cells
    const std::vector<int>& alive();          // ids, oldest first
    const Equation& operator[](int id) const { return equations_[id]; }
    const std::vector<int>& with(int cell);  // ids of the equations that contain this unknown cell
    const std::vector<Fact>& facts() const { return facts_; }
    std::span<const int> numbers_of(const Fact& fact) const {
        return {pool_.data() + fact.first, std::size_t(fact.count)};
    }
    std::uint64_t now() const { return clock_; }
    // How many equations were examined so far: a measure of the work that is the same on any machine.
    std::uint64_t looks() const { return looks_; }
    void look(std::uint64_t times = 1) { looks_ += times; }
    void contradict() { consistent_ = false; }

private:
    int create(int mines, Deduction origin);
    void index(int id);
    void drop(int id);
    void touch(int id);
    void settle(int cell, bool mine);
    bool subtract(int large, int small, Equation& out);
    bool exists(const Equation& equation);
    int oldest_inside(int large, std::uint64_t since);

    bool indexed_ = true, consistent_ = true;
    int used_ = 0, mines_ = 0, unknown_ = 0, dead_ = 0;
    std::uint64_t clock_ = 0, looks_ = 0;
    std::vector<Equation> equations_;
    std::vector<int> alive_;
    std::vector<Known> known_;
    std::vector<std::vector<int>> with_;
    std::vector<Fact> facts_;
    std::vector<int> pool_;
    std::vector<int> pending_;  // equations that decide their cells
    std::vector<int> fresh_;    // equations that changed since subset() last examined them
    std::vector<std::uint8_t> is_fresh_;
    std::vector<int> scanned_, cells_, numbers_, inside_;
    std::vector<std::pair<int, int>> pairs_;  // larger, smaller
    Equation difference_;
    std::uint64_t reduced_ = 0;
};

// The union of two ascending lists.
void unite(std::span<const int> a, std::span<const int> b, std::vector<int>& out);
// Whether an ascending list contains all members of another.
bool includes(std::span<const int> large, std::span<const int> small);

}  // namespace sapper
