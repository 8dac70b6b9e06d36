// What a native agent is: it sees a field, and says which cells it would open.
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

// What one look at 'what if it shows this' may cost. Anything wider is left out rather than estimated: it is one of
// many, and an agent must not think for minutes about one move.
inline constexpr Limits WHAT_IF_LIMITS{std::numeric_limits<double>::infinity(), std::size_t{64} << 20, false};

// A cell that was weighed, with its risk and its value: the chance that the agent compares cells by.
struct Rival {
    int cell;
    double risk, value;
};

// What an estimate of the chance to win goes by, scaled to numbers about 1.
using Facts = std::array<double, 10>;

// What an agent would do: open all of `cells` when they are certain, otherwise any one of them, drawn at random
// where there are several. Cells are row-major and ascending.
struct Choice {
    std::vector<int> cells;
    bool certain = false;
    double risk = 0;
    double win = std::numeric_limits<double>::quiet_NaN();  // chance to win from here, where it is known
    bool win_exact = false;
    Facts facts{};                 // behind `win`, where that is an estimate
    const char* kind = "certain";  // how it was found
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

// How long an agent that thinks may take over one guess. Without a time it stops at what it counts, and the same field
// always gets the same choice.
struct Thinking {
    double seconds = 0;                       // 0: no time, only counts
    const std::atomic<bool>* stop = nullptr;  // set by others when the best so far will do
    int layouts = 0;  // drawn at most, where no time is set; 0: as many as the agent usually does

    bool is_stopped() const { return stop && stop->load(std::memory_order_relaxed); }
};

class Agent {
public:
    virtual ~Agent() = default;
    // Chooses from a propagated field in which some cell is still covered.
    virtual void choose(const Field& field, Choice& choice) = 0;
    // Whether the value of every rival is worked out, which takes longer and changes no choice. Otherwise a rival may
    // be given up as soon as it is known to be no better, and its value is only a bound.
    virtual void compare_all(bool) {}
};

// The risk of an unknown cell in a solved field.
inline double risk_at(const Solver& solver, int at) {
    const int group = solver.frontier().group_at(at);
    return group < 0 ? solver.untouched_risk() : solver.risk()[group];
}

// What every agent here does first: all that single numbers prove free, otherwise all that is free in every layout.
// False, with the field solved, when a guess is due. Throws std::invalid_argument when no layout fits.
bool choose_certain(const Field& field, Solver& solver, Choice& choice);

// In a solved field: the unknown cells of least risk.
void choose_safest(const Field& field, const Solver& solver, Choice& choice);

}  // namespace sapper
