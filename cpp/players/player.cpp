#include "players/player.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

#include "players/lookahead.hpp"
#include "players/lowest_risk.hpp"
#include "players/pseq.hpp"
#include "support/threads.hpp"

namespace sapper {

namespace {

constexpr std::array<const char*, 5> NAMES = {"lowest-risk", "pseq", "sapper-fast", "sapper-strong", "sapper-max"};
constexpr std::array<const char*, 1> THINKERS = {"sapper-max"};

}  // namespace

std::span<const char* const> native_agents() { return NAMES; }
std::span<const char* const> thinking_agents() { return THINKERS; }

std::unique_ptr<Agent> make_agent(const std::string& name, const Thinking& thinking) {
    if (name == "lowest-risk") return std::make_unique<LowestRisk>();
    if (name == "sapper-fast") return std::make_unique<Lookahead>(FAST);
    if (name == "sapper-strong") return std::make_unique<Lookahead>(STRONG);
    if (name == "sapper-max") return std::make_unique<Lookahead>(MAX, thinking);
    if (name == "pseq") return std::make_unique<Pseq>(std::make_unique<LowestRisk>());
    throw std::invalid_argument("no native agent is called '" + name + "'");
}

bool Player::open(int cell) {
    const int hits = game_.hits();
    opened_.clear();
    game_.open(cell, opened_);
    for (int each : opened_) {
        const int number = game_.numbers()[each];
        if (number == HIT)
            field_.hit(field_.at(each));
        else
            field_.open(field_.at(each), number);
    }
    return game_.hits() == hits;
}

int Player::one_of_choice(Philox& random) const {
    return choice_.cells[choice_.cells.size() > 1 ? random.pick(choice_.cells.size()) : 0];
}

int Player::choose_start(const Rules& rules, Philox& random) {
    field_.reset(rules.rows, rules.cols, rules.mines);
    agent_->choose(field_, choice_);
    return choice_.certain ? choice_.cells.front() : one_of_choice(random);
}

GameResult Player::play(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start) {
    Philox random(seed, index, Purpose::Agent);
    const int first = start == AGENT_STARTS ? choose_start(rules, random) : start;
    check_start(rules, first);
    maker_.make(rules, seed, index, first, board_);
    return play_on(rules, board_, random, first);
}

GameResult Player::play(const Rules& rules, const Board& board, std::uint64_t seed, std::uint64_t index, int start) {
    Philox random(seed, index, Purpose::Agent);
    return play_on(rules, board, random, start == AGENT_STARTS ? choose_start(rules, random) : start);
}

GameResult Player::play_on(const Rules& rules, const Board& board, Philox& random, int start) {
    const auto began = std::chrono::steady_clock::now();
    GameResult result;
    game_.begin(rules, board);
    field_.reset(rules.rows, rules.cols, rules.mines);
    open(start);
    result.steps = 1;
    while (game_.state() == State::Playing) {
        field_.propagate();
        agent_->choose(field_, choice_);
        if (choice_.certain) {
            field_.forget_safe();
            for (int cell : choice_.cells) {
                if (game_.state() != State::Playing) break;
                if (game_.numbers()[cell] != COVERED) continue;
                open(cell);
                ++result.steps;
            }
        } else {
            const int cell = one_of_choice(random);
            const bool survived = open(cell);
            ++result.steps;
            ++result.guesses;
            result.luck += survived - (1 - choice_.risk);
            result.made.push_back({choice_.risk, choice_.win, choice_.win_exact, survived, choice_.facts});
        }
    }
    result.won = game_.state() == State::Won;
    result.hits = game_.hits();
    result.opened = rules.cells() - board.mines - game_.free_left();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return result;
}

void play_games(const std::string& agent, const Rules& rules, std::uint64_t seed, std::uint64_t first, int start,
                int threads, std::span<GameResult> results, const Thinking& thinking) {
    run_in_threads(results.size(), threads, [&] {
        return [&, player = std::make_shared<Player>(make_agent(agent, thinking))](std::size_t i) {
            results[i] = player->play(rules, seed, first + i, start);
        };
    });
}

void play_boards(const std::string& agent, const Rules& rules, std::span<const Board> boards,
                 std::span<const int> starts, std::uint64_t seed, std::uint64_t first, int threads,
                 std::span<GameResult> results, const Thinking& thinking) {
    run_in_threads(results.size(), threads, [&] {
        return [&, player = std::make_shared<Player>(make_agent(agent, thinking))](std::size_t i) {
            results[i] = player->play(rules, boards[i], seed, first + i, starts[i]);
        };
    });
}

}  // namespace sapper
