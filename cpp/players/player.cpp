#include "players/player.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

#include "players/deep_adviser.hpp"
#include "players/lookahead.hpp"
#include "players/lowest_risk.hpp"
#include "players/pseq.hpp"
#include "support/threads.hpp"

namespace sapper {

namespace {

constexpr std::array<const char*, 6> NAMES = {"lowest-risk",   "pseq", "sapper-fast",
                                              "sapper-strong", DEEP,   "sapper-max"};
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
    auto network = kept_network(name);
    if (!network && (name == DEEP || name.ends_with(WEIGHTS_SUFFIX))) network = deep_network(name);
    if (network) {
        const bool thinks = thinking.seconds > 0 || thinking.layouts > 0;
        return std::make_unique<Lookahead>(thinks ? MAX : STRONG, thinking,
                                           std::make_unique<DeepAdviser>(std::move(network)));
    }
    throw std::invalid_argument("no native agent is called '" + name + "'");
}

void choose_in_view(const std::string& agent, const View& view, const Thinking& thinking, Choice& choice) {
    Field field;
    if (!field.load(view, false)) throw std::invalid_argument("no layout fits the position");
    if (field.unknown_count() == 0 && field.proven_safe().empty())
        throw std::invalid_argument("no covered cell is left to choose");
    const auto player = make_agent(agent, thinking);
    player->compare_all(true);
    player->choose(field, choice);
}

void Player::begin(const Rules& rules, const Board& board, int start) {
    if (rules.rows != board.rows || rules.cols != board.cols || rules.mines != board.mines)
        throw std::invalid_argument("the board does not have the size and mine count of the rules");
    if (start < 0 || start >= rules.cells()) throw std::invalid_argument("the cell lies outside the board");
    field_.reset(rules.rows, rules.cols, rules.mines);
    numbers_.assign(static_cast<std::size_t>(field_.size()), HIT);
    for (int row = 0; row < rules.rows; ++row)
        std::copy_n(board.numbers.begin() + static_cast<std::ptrdiff_t>(row) * rules.cols, rules.cols,
                    numbers_.begin() + field_.at(row * rules.cols));
    cascades_ = rules.cascade;
    free_left_ = board.cells() - board.mines;
    hits_ = 0;
}

// Opens a covered cell and, where the rules cascade, the cells that follow from it. `opened_` is the queue.
bool Player::open(int at) {
    if (numbers_[at] == HIT) {
        field_.hit(at);
        ++hits_;
        return false;
    }
    opened_.clear();
    const auto uncover = [&](int free) {
        field_.open(free, numbers_[free]);
        --free_left_;
        if (numbers_[free] == 0 && cascades_) opened_.push_back(free);
    };
    uncover(at);
    for (std::size_t next = 0; next < opened_.size(); ++next)
        for (int k = 0; k < 8; ++k) {
            const int near = opened_[next] + field_.offsets()[k];
            if (numbers_[near] != HIT && !field_.is_open(near)) uncover(near);  // no neighbour of a zero is a mine
        }
    return true;
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
    begin(rules, board, start);
    const auto is_lost = [&] { return hits_ > 0 && rules.lose_on_mine; };
    const auto is_over = [&] { return free_left_ == 0 || is_lost(); };
    open(field_.at(start));
    result.steps = 1;
    while (!is_over()) {
        field_.propagate();
        agent_->choose(field_, choice_);
        if (choice_.certain) {
            field_.forget_safe();
            for (int cell : choice_.cells) {
                if (is_over()) break;
                const int at = field_.at(cell);
                if (field_.is_open(at)) continue;
                open(at);
                ++result.steps;
            }
        } else {
            const bool survived = open(field_.at(one_of_choice(random)));
            ++result.steps;
            ++result.guesses;
            result.luck += survived - (1 - choice_.risk);
            result.made.push_back({choice_.risk, choice_.win, choice_.win_exact, survived, choice_.facts});
        }
    }
    result.won = free_left_ == 0 && !is_lost();
    result.hits = hits_;
    result.opened = rules.cells() - board.mines - free_left_;
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
