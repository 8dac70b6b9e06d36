// The interface of a native agent: it sees a field and says which cells it would open.
#pragma once

#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solver/field.hpp"
#include "solver/solver.hpp"

namespace sapper {

// Limits for one hypothetical position, "what if the cell shows this number". Wider positions are skipped, not
// estimated: there are many of them, and an agent must not take minutes for one move. Chosen by hand.
inline constexpr Limits WHAT_IF_LIMITS{std::numeric_limits<double>::infinity(), std::size_t{64} << 20, false};

// A cell that was compared, with its risk and its value: the chance by which the agent compares cells.
struct Rival {
    int cell;
    double risk, value;
};

// The features behind an estimated chance to win, scaled to about 1.
using Facts = std::array<double, 12>;

// The choice of an agent: open all of `cells` when they are certain, otherwise one of them, drawn at random. Cells are
// row-major and ascending.
struct Choice {
    std::vector<int> cells;
    bool certain = false;
    double risk = 0;
    double win = std::numeric_limits<double>::quiet_NaN();  // chance to win from here; nan where it is not known
    bool win_exact = false;
    Facts facts{};                 // the features behind `win`, where it is an estimate
    const char* kind = "certain";  // how the choice was found
    std::vector<Rival> rivals;

    void clear() {
        cells.clear();
        certain = false;
        risk = 0;
        win = std::numeric_limits<double>::quiet_NaN();
        win_exact = false;
        facts.fill(0);
        kind = "certain";
        rivals.clear();
    }
};

// How long an agent may take for one guess. Without a time limit it stops after a fixed count, so the same field always
// gets the same choice.
struct Thinking {
    double seconds = 0;                       // 0: no time limit, only counts
    const std::atomic<bool>* stop = nullptr;  // set by another thread to get the best choice so far
    int layouts = 0;                          // the most layouts drawn, where no time is set; 0: the agent's default

    bool is_stopped() const { return stop && stop->load(std::memory_order_relaxed); }
};

class Agent {
public:
    virtual ~Agent() = default;
    // Chooses from a propagated field that still has a covered cell.
    virtual void choose(const Field& field, Choice& choice) = 0;
    // Whether to compute the value of every rival, which takes longer and changes no choice. Otherwise the agent may
    // give up a rival as soon as it is known to be no better, and its value is only an upper bound.
    virtual void compare_all(bool) {}
};

// The risk of an unknown cell in a solved field.
inline double risk_at(const Solver& solver, int at) {
    const int group = solver.frontier().group_at(at);
    return group < 0 ? solver.untouched_risk() : solver.risk()[group];
}

// The first part of every choice: all cells that single numbers prove free, otherwise all cells that are free in every
// layout. Returns false, after solving the field, when a guess is needed. Throws std::invalid_argument when no layout
// fits.
bool choose_certain(const Field& field, Solver& solver, Choice& choice);

// Chooses the unknown cells of least risk in a solved field.
void choose_safest(const Field& field, const Solver& solver, Choice& choice);

}  // namespace sapper
