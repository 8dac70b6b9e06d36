// Native agents on boards of every shape: whole games, single choices and playouts. What an agent calls certain must be
// free, a choice must be a covered cell with a possible risk, and threads must not change a result.
#include <cmath>
#include <string>
#include <vector>

#include "check.hpp"
#include "players/outlook.hpp"
#include "players/player.hpp"
#include "positions.hpp"

namespace {

using check::Dice;

// sapper-max plays thousands of games for one guess, so it gets few layouts here.
const char* const AGENTS[] = {"lowest-risk", "pseq", "sapper-fast", "sapper-strong", "sapper-max"};
constexpr sapper::Thinking BRIEFLY{0, nullptr, 4};

void check_result(const sapper::GameResult& result, const sapper::Rules& rules) {
    const int free = rules.cells() - rules.mines;
    CHECK(result.opened >= 0 && result.opened <= free && result.hits == !result.won);
    CHECK(result.won == (result.opened == free && result.hits == 0));
    CHECK(result.guesses < result.steps && std::isfinite(result.luck));
    CHECK(std::ssize(result.made) == result.guesses);
    for (const auto& guess : result.made) CHECK(guess.risk > 0 && guess.risk <= 1);
}

void play_games(Dice& dice) {
    sapper::Rules rules = check::odd_rules(dice, 200);
    // A board that opens nowhere costs one analysis for each cell.
    if (rules.cells() > 400 && rules.mines > 2) rules.mines = rules.cells() / 10;
    if (rules.mines == rules.cells()) --rules.mines;
    const char* agent = AGENTS[dice.below(rules.cells() > 200 ? 3 : 5)];
    const int start = dice.below(rules.cells());
    const std::uint64_t seed = dice.bits();
    std::vector<sapper::GameResult> one(rules.cells() > 400 ? 1 : 20), two(one.size());
    sapper::play_games(agent, rules, seed, 0, start, 1, one, BRIEFLY);
    sapper::play_games(agent, rules, seed, 0, start, 2, two, BRIEFLY);
    for (std::size_t i = 0; i < one.size(); ++i) {
        check_result(one[i], rules);
        CHECK(one[i].won == two[i].won && one[i].steps == two[i].steps && one[i].luck == two[i].luck, agent);
    }
}

void choose(Dice& dice) {
    const sapper::Rules rules = check::odd_rules(dice, 120);
    const sapper::Board board = check::random_board(dice, rules.rows, rules.cols, rules.mines);
    const sapper::View view = check::random_view(dice, board, dice.unit() * dice.unit());
    sapper::Field field;
    CHECK(field.load(view, false));
    if (field.unknown_count() == 0 && field.proven_safe().empty()) return;
    const char* agent = AGENTS[dice.below(rules.cells() > 400 ? 3 : 5)];
    sapper::Choice choice;
    const auto player = sapper::make_agent(agent, BRIEFLY);
    if (dice.one_in(2)) player->compare_all(true);
    player->choose(field, choice);
    CHECK(!choice.cells.empty(), agent);
    for (int cell : choice.cells) {
        CHECK(view.numbers[cell] == sapper::COVERED, agent);
        if (choice.certain) CHECK(!board.mine[cell], agent);
    }
    if (!choice.certain) CHECK(choice.risk > 0 && choice.risk <= 1, agent);
}

void play_out(Dice& dice) {
    const sapper::Rules rules = check::odd_rules(dice, 60);
    if (rules.cells() > 1000) return;
    const sapper::Board board = check::random_board(dice, rules.rows, rules.cols, rules.mines);
    const sapper::View view = check::random_view(dice, board, dice.unit());
    std::vector<sapper::Opens> moves{{}};
    for (int cell = 0; cell < view.cells() && moves.size() < 3; ++cell)
        if (view.numbers[cell] == sapper::COVERED) moves.push_back({cell});
    std::vector<double> one(20 * moves.size()), two(one.size());
    const std::uint64_t seed = dice.bits();
    try {
        sapper::play_out("sapper-fast", view, moves, seed, 0, 20, 1, one.data());
    } catch (const std::runtime_error&) {
        return;  // too wide to draw from
    }
    sapper::play_out("sapper-fast", view, moves, seed, 0, 20, 2, two.data());
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(std::isnan(one[i]) ? std::isnan(two[i]) : one[i] == two[i]);
        if (i % moves.size() == 0) CHECK(std::isfinite(one[i]));  // the player itself opens no cell beforehand
    }
}

}  // namespace

int main(int argc, char** argv) {
    return check::fuzz(argc, argv, "fuzz_players", [](Dice& dice, long) {
        play_games(dice);
        choose(dice);
        play_out(dice);
    });
}
