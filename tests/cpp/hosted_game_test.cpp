// Hosted games, tested without Python, so that the sanitizers see them.
#include "facade/hosted_game.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"

namespace {

using sapper::Act;
using sapper::State;
using sapper::facade::HostedGame;
using sapper::facade::PERSON;

template <class Work>
bool refuses(Work work) {
    try {
        work();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

sapper::Rules rules_of(int rows, int cols, int mines, sapper::FirstMove first_move = sapper::FirstMove::Unsafe) {
    sapper::Rules rules;
    rules.rows = rows, rules.cols = cols, rules.mines = mines, rules.first_move = first_move;
    return rules;
}

void the_clock_stops_at_the_end_and_runs_on_after_a_take_back() {
    const auto rules = rules_of(1, 3, 1);
    HostedGame game(rules, false);
    game.lay(sapper::lay_board(rules, std::vector{1}, 0));
    CHECK(game.seconds(50) == 0);
    game.act(Act::Open, 0, PERSON, 100);
    CHECK(game.is_running() && game.seconds(103) == 3);
    game.act(Act::Open, 1, PERSON, 105);
    CHECK(game.state() == State::Lost && game.seconds(200) == 5 && !game.is_running());
    game.take_back(300);
    CHECK(game.state() == State::Playing && game.seconds(302) == 7 && game.is_what_if());
    const auto saved = game.save(302);
    CHECK(HostedGame::restore(saved, 9000).seconds(9001) == 8);
}

void a_running_game_hides_its_layout() {
    const auto rules = rules_of(1, 3, 1);
    HostedGame game(rules, false);
    CHECK(refuses([&] { game.board_at_end(); }) && refuses([&] { game.record(); }));
    game.lay(sapper::lay_board(rules, std::vector{1}, 0));
    game.act(Act::Open, 0, PERSON, 0);
    CHECK(refuses([&] { game.board_at_end(); }) && refuses([&] { game.record(); }));
    CHECK(refuses([&] { game.lay(sapper::lay_board(rules, std::vector{2}, 0)); }));
    game.act(Act::Open, 1, PERSON, 0);
    CHECK(game.record().mines == std::vector{1} && game.record().agent == PERSON);
}

bool same(const HostedGame& a, const HostedGame& b) {
    if (a.is_over() != b.is_over()) return false;
    if (a.is_over()) {
        const auto one = a.record(), other = b.record();
        if (one.mines != other.mines || one.start != other.start || one.end != other.end ||
            one.moves.size() != other.moves.size())
            return false;
        for (std::size_t i = 0; i < one.moves.size(); ++i)
            if (one.moves[i].opened != other.moves[i].opened || one.moves[i].by != other.moves[i].by ||
                one.moves[i].act != other.moves[i].act)
                return false;
    }
    return a.view() == b.view() && a.rules() == b.rules() && a.no_guess() == b.no_guess() &&
           a.is_again() == b.is_again() && a.moves() == b.moves() && a.deeds() == b.deeds() &&
           a.is_what_if() == b.is_what_if() && a.is_helped() == b.is_helped() && a.start() == b.start() &&
           a.is_promised() == b.is_promised() && a.seconds(7) == b.seconds(7) && a.state() == b.state();
}

HostedGame random_game(check::Dice& dice) {
    auto rules = rules_of(dice.between(1, 9), dice.between(1, 9), 0, static_cast<sapper::FirstMove>(dice.below(3)));
    rules.mines = dice.below(rules.cells() - sapper::promised_free(rules, 0) + 1);
    rules.cascade = !dice.one_in(4);
    rules.lose_on_mine = !dice.one_in(4);
    rules.lose_on_wrong_flag = dice.one_in(4);
    rules.won_by_flags = dice.one_in(4);
    HostedGame game(rules, dice.one_in(3));
    for (int left = dice.below(40); left > 0; --left) {
        const int cell = dice.below(rules.cells());
        if (game.is_over()) {
            if (dice.one_in(2)) game.take_back(4);
            if (dice.one_in(4)) game = HostedGame::again(game);
            continue;
        }
        if (dice.one_in(8)) game.help();
        if (dice.one_in(8) && game.moves() > 0) game.take_back(4);
        if (game.needs_layout() && dice.one_in(3)) game.lay(sapper::random_board(rules, dice.bits(), 0, 0));
        if (game.is_over()) continue;  // by flags that were set before
        const auto act = game.needs_layout() ? Act::Flag : static_cast<Act>(dice.below(3));
        const char* names[] = {PERSON, sapper::facade::AUTOPLAY, "another"};
        game.act(act, cell, names[dice.below(3)], 4);
    }
    return game;
}

void a_saved_game_is_the_same_game() {
    check::Dice dice(18);
    int over = 0, bare = 0;
    for (int round = 0; round < 2000; ++round) {
        const HostedGame game = random_game(dice);
        const std::string saved = game.save(7);
        CHECK(same(game, HostedGame::restore(saved, 7)), saved);
        over += game.is_over();
        bare += game.needs_layout();
    }
    CHECK(over > 100 && bare > 100);
}

void a_damaged_save_is_refused() {
    check::Dice dice(19);
    const std::string saved = [&] {
        HostedGame game = random_game(dice);
        while (game.moves() < 5) game = random_game(dice);
        return game.save(7);
    }();
    for (int round = 0; round < 2000; ++round) {
        std::string damaged = saved;
        if (dice.one_in(4)) damaged.resize(static_cast<std::size_t>(dice.below(static_cast<int>(saved.size()))));
        for (int left = dice.below(3); left > 0 && !damaged.empty(); --left)
            damaged[static_cast<std::size_t>(dice.below(static_cast<int>(damaged.size())))] =
                static_cast<char>(dice.below(256));
        if (damaged != saved) CHECK(refuses([&] { HostedGame::restore(damaged, 7); }), damaged);
    }
    CHECK(refuses([] { HostedGame::restore("", 7); }));
    // The last letter has bits that belong to no byte, and one letter more holds no byte at all.
    CHECK(refuses([&] { HostedGame::restore(saved + "A", 7); }));
    for (const char letter : std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")) {
        std::string damaged = saved;
        damaged.back() = letter;
        if (damaged != saved) CHECK(refuses([&] { HostedGame::restore(damaged, 7); }), damaged);
    }
}

}  // namespace

int main() {
    the_clock_stops_at_the_end_and_runs_on_after_a_take_back();
    a_running_game_hides_its_layout();
    a_saved_game_is_the_same_game();
    a_damaged_save_is_refused();
    std::puts("hosted games: ok");
}
