// Equations over cells, "these cells hold so many mines", kept up to date as cells become known.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sapper {

enum class Known : std::uint8_t { Unknown, Free, Mine };

// The steps of a deduction.
enum class Deduction : std::uint8_t {
    SingleCell,   // one equation with no mine left, or as many as cells
    Subset,       // the difference of an equation and another inside it, kept beside both
    Reduce,       // the same, in place of the larger
    Pairs,        // two equations that share cells
    Consistency,  // several connected equations at once
    Trial,        // assumed otherwise, single numbers contradict each other
    Enumeration,  // the same in every solution of its component
    MineCount,    // all mines are found, or all cells left are mines
    Total,        // proves nothing: the mine count becomes an equation
};

struct Equation {
    std::vector<int> cells;                    // unknown ones, ascending
    std::vector<int> numbers;                  // the numbers it was made from, ascending
    int mines = 0;                             // among its cells
    Deduction origin = Deduction::SingleCell;  // Subset or Reduce where it was made from others, not read off a number
    bool alive = false;                        // some cell is unknown
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

// What a step has found out, but not yet told.
struct Proven {
    int cell;
    bool mine;
    std::vector<int> numbers;
};

// Equations are found by the cells in them. `indexed = false` finds them by a pass through all instead: the same
// answers, for those who want to see what the index is worth.
class Equations {
public:
    // Forgets everything: `cells` unknown cells, no equation. Allocates only when something grows.
    void reset(int cells, bool indexed = true);

    // Adds an equation read off `number`, or off the mine count if that is -1; known cells are taken out of it.
    // Returns its id.
    int add(std::span<const int> cells, int mines, int number);

    // A cell is seen to be free, or a mine: takes it out of every equation.
    void see(int cell, bool mine);

    // Records that a cell was deduced from `numbers`, and takes it out of every equation. False if it was known.
    bool learn(int cell, bool mine, Deduction step, std::span<const int> numbers);

    // The same for all that a step has found.
    void learn(std::span<const Proven> proven, Deduction step);

    // The rules of one equation, applied to the equations that changed, until none decides its cells any more.
    void single_cell();
    // Differences of equations inside each other: all of them, or one in place of each larger equation.
    void subset();
    void reduce();

    Known known(int cell) const { return known_[cell]; }
    bool consistent() const { return consistent_; }
    int mines() const { return mines_; }      // known ones
    int unknown() const { return unknown_; }  // how many cells are
    const std::vector<int>& alive();          // ids in order of age
    const Equation& operator[](int id) const { return equations_[id]; }
    const std::vector<int>& with(int cell);  // ids of the equations with this unknown cell
    const std::vector<Fact>& facts() const { return facts_; }
    std::span<const int> numbers_of(const Fact& fact) const {
        return {pool_.data() + fact.first, std::size_t(fact.count)};
    }
    std::uint64_t now() const { return clock_; }
    std::uint64_t looks() const { return looks_; }  // equations looked at, ever: a measure of the work done
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
    std::vector<int> fresh_;    // changed since subset() last saw them
    std::vector<std::uint8_t> is_fresh_;
    std::vector<int> scanned_, cells_, numbers_, inside_;
    std::vector<std::pair<int, int>> pairs_;  // larger, smaller
    Equation difference_;
    std::uint64_t reduced_ = 0;
};

// The union of two ascending lists.
void unite(std::span<const int> a, std::span<const int> b, std::vector<int>& out);
// Whether every one of an ascending list is in another.
bool includes(std::span<const int> large, std::span<const int> small);

}  // namespace sapper
