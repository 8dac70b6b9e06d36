#include "facade/advice.hpp"

#include <algorithm>
#include <cmath>

#include "facade/first_move.hpp"
#include "facade/reason.hpp"
#include "facade/sentence.hpp"
#include "players/player.hpp"
#include "support/tie.hpp"

namespace sapper::facade {

namespace {

constexpr int SEARCHABLE_CELLS = 1000;

struct Strength {
    const char *name, *agent;
};
constexpr Strength STRENGTHS[] = {{"fast", "sapper-fast"}, {"strong", "sapper-strong"}, {"max", "sapper-max"}};

// The covered cell of least risk, or -1; ties are broken by order.
int safest(const Analysis& analysis) {
    double least = INFINITY;
    for (const double risk : analysis.risk)
        if (risk < least) least = risk;
    for (int cell = 0; cell < static_cast<int>(analysis.risk.size()); ++cell)
        if (analysis.risk[cell] <= least + TIE) return cell;
    return -1;
}

Decision advise_by_risk(const SolvedPosition& position, int cell, int covered) {
    Decision decision{{cell}, false, position.risk(cell), {}, ""};
    decision.reason = "no cell is known to be certain; an estimated risk of " + percent(decision.risk, 2) +
                      " is the lowest of " + std::to_string(covered) + " covered cells";
    return decision;
}

// The chance to win with the chosen cell. If the agent knows the exact value, it is that. Otherwise value_of() states
// it, which is more precise than the agent's own estimate.
std::optional<Win> stated_value(const View& view, const Choice& choice, int cell, const WinEffort& effort) {
    if (choice.win_exact) return Win{choice.win};
    return known_value(view, {cell}, effort);
}

}  // namespace

bool is_searchable(const View& view) { return view.cells() <= SEARCHABLE_CELLS; }

std::string agent_of(const std::string& strength) {
    for (const auto& [name, agent] : STRENGTHS)
        if (name == strength) return agent;
    for (const char* agent : native_agents())
        if (agent == strength) return agent;
    throw Refusal(RefusalKind::Unknown,
                  "a strength is fast, strong, max or a native agent's name, not '" + strength + "'");
}

Decision advise(const SolvedPosition& position, const std::string& strength, const Thinking& thinking) {
    const std::string agent = agent_of(strength);
    if (position.promise) return advise_first_move(position);
    const View& view = position.view;
    const auto& risk = position.analysis.risk;
    const auto covered = static_cast<int>(std::count_if(risk.begin(), risk.end(), [](double r) { return r == r; }));
    const int least = safest(position.analysis);
    if (covered == 0 || position.risk(least) >= 1)
        return {{}, false, 0, {}, "no covered cell can be free: there is nothing left to open"};
    if (const auto safe = position.cells_with_risk(0); !safe.empty())
        return {{safe[0]}, true, 0, {}, reason_of_certain(position, safe[0], static_cast<int>(safe.size()) - 1)};
    if (!position.exact()) return advise_by_risk(position, least, covered);
    const View seen = without_flags(view, position.trust_flags);
    Choice choice;
    choose_in_view(agent, seen, thinking, choice);
    const int cell = choice.cells[0];
    Decision decision{{cell}, false, choice.risk, {}, ""};
    const auto named = std::find_if(std::begin(STRENGTHS), std::end(STRENGTHS),
                                    [&](const Strength& one) { return one.agent == agent; });
    if (named == std::end(STRENGTHS)) {
        const auto left = static_cast<int>(std::count(seen.numbers.begin(), seen.numbers.end(), COVERED));
        if (!std::isnan(choice.win)) decision.value = Win{choice.win, NAN, choice.win_exact};
        decision.reason = reason_of_guess({choice, cell, left, view.cols});
        return decision;
    }
    decision.value = stated_value(seen, choice, cell, effort_of(named->name));
    decision.reason = reason_of_advice({choice, cell, covered, view.cols}, decision.value);
    return decision;
}

std::optional<BestMove> best_move(const Decision& decision, int cols) {
    if (decision.gives_up()) return std::nullopt;
    BestMove move;
    move.cell = cell_at(decision.opens[0], cols);
    move.row = move.cell.row;
    move.col = move.cell.col;
    move.risk = decision.risk;
    move.certain = decision.certain;
    move.reason = decision.reason;
    if (decision.value) {
        move.win = decision.value->win;
        move.win_exact = decision.value->exact;
        // An agent's own estimate has no known error.
        if (!decision.value->exact && !std::isnan(decision.value->error)) move.error = decision.value->error;
    }
    return move;
}

BestAnswer best(const Call& call, const BestRequest& request) {
    Thinking thinking;
    thinking.stop = call.stop;
    if (request.think) {
        const std::string agent = agent_of(request.strength);
        const auto thinkers = thinking_agents();
        if (!(*request.think > 0) || std::isinf(*request.think))
            throw malformed("the time to think must be a number of seconds above 0");
        if (std::none_of(thinkers.begin(), thinkers.end(), [&](const char* one) { return one == agent; }))
            throw malformed("only sapper-max can be given time to think, not " + agent);
        thinking.seconds = *request.think;
    }
    const Solved solved = solve(request);
    const Decision decision = advise(*solved, request.strength, thinking);
    return {best_move(decision, solved->view.cols), decision.reason};
}

}  // namespace sapper::facade
