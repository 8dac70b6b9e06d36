#include "facade/watch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "facade/position.hpp"
#include "facade/reason.hpp"
#include "game/philox.hpp"
#include "game/played_game.hpp"
#include "players/deep_adviser.hpp"
#include "players/player.hpp"

namespace sapper::facade {

namespace {

constexpr int MOST_STEPS = 20'000;
constexpr double PROVING = 0.5;           // seconds for finding the certain mines after a step
constexpr const char* OPENING = "start";  // the name in a record for the first move, which no agent chooses

// What an agent wants to do. Without cells it gives up.
struct AgentDecision {
    std::vector<int> opens = {};
    bool certain = false;
    std::optional<double> risk = {}, win = {};
    std::string reason = {};
};

// One agent and its game on the shared board.
class WatchedPlayer {
public:
    WatchedPlayer(const std::string& name, int number, const WatchRequest& request,
                  std::shared_ptr<const LaidBoard> laid)
        : name_(name),
          number_(number),
          game_(std::move(laid)),
          random_(request.seed, request.index, Purpose::Agent),
          proven_(static_cast<std::size_t>(game_.laid().rules.cells()), 0) {}

    bool is_playing() const { return !game_.is_over(); }

    // Opens the start cell. The rules choose it, not the agent.
    WatchedStep begin() {
        game_.make({.act = Act::Open, .cell = game_.laid().start, .by = OPENING});
        return step_from(0, {}, 0);
    }

    // Takes one decision of the agent, and carries it out.
    WatchedStep step() {
        const std::size_t before = game_.moves().size();
        const auto began = std::chrono::steady_clock::now();
        const auto seconds = [&] {
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        };
        try {
            AgentDecision decision = choose();
            const double took = seconds();
            carry_out(decision);
            return step_from(before, decision, took);
        } catch (const std::logic_error& error) {
            return failed_step(before, error.what(), seconds());
        } catch (const std::runtime_error& error) {
            return failed_step(before, error.what(), seconds());
        }
    }

    WatchedRecord record() const {
        GameRecord record = game_.record();
        record.agent = name_;
        return {"record", number_, stated(record)};
    }

private:
    AgentDecision choose() {
        const View view = game_.view();
        Choice choice;
        try {
            choose_in_view(name_, view, {}, choice);
        } catch (const std::invalid_argument&) {
            if (const Solved solved = analysed(view, Limits{}); has_free_cell(*solved)) throw;
            return {.reason = "no cell is left to open"};
        }
        if (choice.certain) {
            const auto others = static_cast<int>(choice.cells.size()) - 1;
            const std::string reason = reason_of_certain(*analysed(view, Limits{}), choice.cells[0], others);
            return {choice.cells, true, 0.0, std::nullopt, reason};
        }
        const auto count = choice.cells.size();
        const int cell = choice.cells[count == 1 ? 0 : random_.pick(count)];
        const auto covered = static_cast<int>(std::count(view.numbers.begin(), view.numbers.end(), COVERED));
        AgentDecision decision{{cell}, false, choice.risk, std::nullopt, {}};
        if (!std::isnan(choice.win)) decision.win = choice.win;
        decision.reason = reason_of_guess({choice, cell, covered, view.cols});
        return decision;
    }

    // Opens the cells. A hit mine ends the decision. Cells that a cascade has opened meanwhile are skipped.
    void carry_out(const AgentDecision& decision) {
        if (decision.opens.empty()) {
            game_.give_up("stuck");
            return;
        }
        const int hits = game_.game().hits();
        for (const int cell : decision.opens) {
            Move move{.act = Act::Open, .cell = cell};
            move.risk = decision.risk;
            move.certain = decision.certain;
            move.by = name_;
            game_.make(std::move(move));
            if (game_.is_over() || game_.game().hits() > hits) return;
        }
    }

    // A failing agent must not stop the others.
    WatchedStep failed_step(std::size_t first, const char* problem, double seconds) {
        if (is_playing()) game_.give_up("failed");
        AgentDecision failed;
        failed.reason = problem;
        return step_from(first, failed, seconds);
    }

    WatchedStep step_from(std::size_t first, const AgentDecision& decision, double seconds) {
        const int cols = game_.laid().rules.cols;
        WatchedStep step;
        step.agent = number_;
        for (std::size_t i = first; i < game_.moves().size(); ++i) {
            const Move& move = game_.moves()[i];
            step.moves.push_back({move.act, cell_at(move.cell, cols), opened_cells(move.opened, cols)});
        }
        step.certain = decision.certain;
        step.risk = decision.risk;
        step.win = decision.win;
        step.reason = decision.reason;
        step.seconds = seconds;
        step.state = game_.state();
        step.proven = newly_proven();
        return step;
    }

    // The mines that became certain since the last step. A page shows them as flags for an agent that sets none.
    std::vector<Cell> newly_proven() {
        std::vector<Cell> found;
        if (!is_playing()) return found;
        Limits limits;
        limits.seconds = PROVING;
        const Solved solved = analysed(game_.view(), limits);
        for (const int cell : solved->cells_with_risk(1)) {
            if (!proven_[cell]) found.push_back(cell_at(cell, solved->view.cols));
            proven_[cell] = 1;
        }
        return found;
    }

    static Solved analysed(const View& view, const Limits& limits) {
        auto solved = std::make_shared<SolvedPosition>();
        solved->view = view;
        solved->limits = limits;
        analyse(view, limits, false, solved->analysis);
        return solved;
    }

    static bool has_free_cell(const SolvedPosition& position) {
        const auto& risk = position.analysis.risk;
        return std::any_of(risk.begin(), risk.end(), [](double each) { return each < 1; });
    }

    std::string name_;
    int number_;
    PlayedGame game_;
    Philox random_;
    std::vector<std::uint8_t> proven_;
};

void check_agents(const std::vector<std::string>& agents) {
    const auto known = native_agents();
    for (const auto& name : agents)
        if (std::find(known.begin(), known.end(), name) == known.end() && !kept_network(name))
            throw Refusal(RefusalKind::Unknown, std::string("no native agent is called '") + name + "'");
}

}  // namespace

void watch(const Call& call, const WatchRequest& request, const Tell<WatchAnswer>& tell) {
    check_agents(request.agents);
    const Rules rules = request.rules.checked();
    const auto laid = random_board(rules, request.seed, request.index, index_of(rules, request.start));
    WatchedBoard board;
    board.rules = {rules};
    board.start = request.start;
    for (int cell = 0; cell < laid->board.cells(); ++cell)
        if (laid->board.mine[cell]) board.mines.push_back(cell_at(cell, rules.cols));
    board.bbbv = facts(laid->board).bbbv;
    board.agents = request.agents;
    tell(board);
    std::vector<WatchedPlayer> players;
    players.reserve(request.agents.size());
    for (const auto& name : request.agents) players.emplace_back(name, static_cast<int>(players.size()), request, laid);
    for (auto& player : players) tell(player.begin());
    bool is_busy = true;
    for (int step = 0; step < MOST_STEPS && is_busy && !call.is_stopped(); ++step) {
        is_busy = false;
        for (auto& player : players) {
            if (!player.is_playing()) continue;
            is_busy = true;
            tell(player.step());
        }
    }
    for (const auto& player : players) tell(player.record());
}

}  // namespace sapper::facade
