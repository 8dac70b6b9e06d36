// What sapper-strong loses in the middle of expert games by never looking at most cells: at each of its guesses, every
// cell is played out by sapper-fast. research/possible.py compiles this and runs it. Usage:
//   possible_middle safe|zero SEED FIRST COUNT LEAST MOST
// One line for each game, with all its guesses whose logarithm of layouts lies between LEAST and MOST.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "game/board.hpp"
#include "players/player.hpp"
#include "players/rollouts.hpp"
#include "players/settings.hpp"
#include "solver/field.hpp"

namespace {

using namespace sapper;

constexpr double RISKIEST = 0.75;     // cells more likely to be a mine are left out
constexpr std::size_t UNTOUCHED = 8;  // at most this many untouched cells, those with the fewest neighbours
// Layouts and cells left after them, round by round; then the answers are judged on other layouts.
constexpr int ROUND_LAYOUTS[] = {150, 450, 1200};
constexpr std::size_t ROUND_CELLS[] = {10, 4, 1};
constexpr int JUDGES = 2500;

struct Cell {
    int at;
    bool close;  // one of those that sapper-max would play out
    int games = 0;
    double gain = 0, squared = 0;  // against the player's own cell on the same layouts
    double mean() const { return games ? gain / games : 0; }
    double doubt() const { return games ? std::sqrt(std::max(squared / games - mean() * mean(), 1e-4) / games) : 1; }
};

class Study {
public:
    Study() : rollout_(make_agent("sapper-fast")) {}

    // Adds the results of `count` layouts to the cells; the first cell is the player's own.
    void play(const Field& field, Solver& solver, Philox& random, std::vector<Cell>& cells, int count) {
        for (int i = 0; i < count; ++i) {
            if (!solver.draw(field, random, mines_)) return;
            rollout_.deal(field, mines_);
            double own = 0;
            for (Cell& cell : cells) {
                const double won = rollout_.is_mine(cell.at) ? 0 : rollout_.play(field, {&cell.at, 1}, random).fair();
                if (&cell == cells.data()) own = won;
                ++cell.games;
                cell.gain += won - own;
                cell.squared += (won - own) * (won - own);
            }
        }
    }

    // The best of the cells, or the player's own where none is better by more than its standard error.
    int best(const Field& field, Solver& solver, Philox& random, std::vector<Cell> cells) {
        const auto better = [](const Cell& a, const Cell& b) { return a.mean() > b.mean(); };
        for (std::size_t round = 0; round < std::size(ROUND_CELLS); ++round) {
            play(field, solver, random, cells, ROUND_LAYOUTS[round]);
            std::stable_sort(cells.begin() + 1, cells.end(), better);
            cells.resize(std::min(cells.size(), ROUND_CELLS[round] + 1), cells[0]);
        }
        return cells.size() > 1 && cells[1].mean() > cells[1].doubt() ? cells[1].at : cells[0].at;
    }

private:
    Rollout rollout_;
    std::vector<int> mines_;
};

// The cells worth playing out in a solved field, the player's own first.
std::vector<Cell> cells_of(const Field& field, const Solver& solver, const Choice& choice) {
    const int own = field.at(choice.cells[0]);
    double top = 0;
    for (const Rival& rival : choice.rivals) top = std::max(top, rival.value);
    const auto is_close = [&](int at) {
        return std::any_of(choice.rivals.begin(), choice.rivals.end(), [&](const Rival& rival) {
            return field.at(rival.cell) == at && rival.value >= settings::lookahead::CONTEND * top;
        });
    };
    std::vector<Cell> cells{{own, true}};
    std::vector<std::pair<int, int>> untouched;
    for (int at = 0; at < field.size(); ++at) {
        if (!field.is_unknown(at) || at == own || risk_at(solver, at) > RISKIEST) continue;
        if (solver.frontier().group_at(at) < 0)
            untouched.emplace_back(field.unknown_around(at), at);
        else
            cells.push_back({at, is_close(at)});
    }
    std::sort(untouched.begin(), untouched.end());
    untouched.resize(std::min(untouched.size(), UNTOUCHED));
    for (const auto& each : untouched) cells.push_back({each.second, is_close(each.second)});
    return cells;
}

// Plays one game of sapper-strong and studies its guesses.
void study_game(const Rules& rules, int start, std::uint64_t seed, std::uint64_t index, double least, double most) {
    Board board;
    BoardMaker().make(rules, seed, index, start, board);
    const auto agent = make_agent("sapper-strong");
    Study study;
    Solver solver;
    Field field;
    field.reset(rules.rows, rules.cols, rules.mines);
    Choice choice;
    int left = rules.cells() - rules.mines;
    const auto open = [&](int cell) {
        if (field.is_open(field.at(cell))) return;
        field.open(field.at(cell), board.numbers[static_cast<std::size_t>(cell)]);
        --left;
    };
    std::printf("{\"game\":%llu,\"positions\":[", static_cast<unsigned long long>(index));
    bool first = true;
    open(start);
    while (left > 0) {
        field.propagate();
        agent->compare_all(true);
        agent->choose(field, choice);
        if (choice.certain) {
            field.forget_safe();
            for (const int cell : choice.cells) open(cell);
            continue;
        }
        solver.solve(field, Limits{});
        const double log_layouts = solver.log_layouts();
        if (log_layouts < least) break;
        if (log_layouts <= most) {
            Philox random(seed, (index << 16) + static_cast<std::uint64_t>(left), Purpose::Thought);
            const std::vector<Cell> all = cells_of(field, solver, choice);
            std::vector<Cell> close;
            std::copy_if(all.begin(), all.end(), std::back_inserter(close),
                         [](const Cell& cell) { return cell.close; });
            const int of_all = study.best(field, solver, random, all);
            const int of_close = close.size() > 1 ? study.best(field, solver, random, close) : all[0].at;
            std::vector<Cell> judged{{all[0].at, true}, {of_all, true}, {of_close, true}};
            if (of_all != all[0].at || of_close != all[0].at) study.play(field, solver, random, judged, JUDGES);
            std::printf(
                "%s{\"log_layouts\":%.3f,\"covered\":%d,\"kind\":\"%s\",\"cells\":%zu,\"close\":%zu,\"risk\":%.4f,"
                "\"best_risk\":%.4f,\"gain\":%.6f,\"close_gain\":%.6f}",
                first ? "" : ",", log_layouts, left, choice.kind, all.size(), close.size(), risk_at(solver, all[0].at),
                risk_at(solver, of_all), judged[1].mean(), judged[2].mean());
            first = false;
        }
        if (board.mine[static_cast<std::size_t>(choice.cells[0])]) break;
        open(choice.cells[0]);
    }
    std::printf("]}\n");
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 7) return 2;
    const auto number = [&](int at) { return std::strtoull(arguments[at], nullptr, 10); };
    Rules rules{};
    rules.rows = 16;
    rules.cols = 30;
    rules.mines = 99;
    rules.first_move = std::string(arguments[1]) == "zero" ? FirstMove::Zero : FirstMove::Safe;
    const int start = rules.first_move == FirstMove::Zero ? 3 * rules.cols + 3 : 0;
    for (std::uint64_t i = 0; i < number(4); ++i)
        study_game(rules, start, number(2), number(3) + i, std::strtod(arguments[5], nullptr),
                   std::strtod(arguments[6], nullptr));
}
