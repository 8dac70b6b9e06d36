#include "game/played_game.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sapper {

namespace {

// The ends that only moves lead to.
constexpr std::array REACHED_ENDS{"opened", "flagged", "mine", "wrong-flag", "unfinished"};

bool is_reached(const std::string& end) {
    return std::find(REACHED_ENDS.begin(), REACHED_ENDS.end(), end) != REACHED_ENDS.end();
}

std::string text_of(int cell, int cols) {
    return "(" + std::to_string(cell / cols) + ", " + std::to_string(cell % cols) + ")";
}

void check_promise(const Rules& rules, const Board& board, int start) {
    if (start < 0 || start >= board.cells()) throw std::invalid_argument("the start lies outside the board");
    const int number = board.numbers[start];
    if (rules.first_move == FirstMove::Safe ? number >= 0 : rules.first_move == FirstMove::Unsafe || number == 0)
        return;
    const bool safe = rules.first_move == FirstMove::Safe;
    throw std::invalid_argument("the start " + text_of(start, rules.cols) + " is not " + (safe ? "free" : "a zero") +
                                ", as first_move='" + (safe ? "safe" : "zero") + "' promises");
}

}  // namespace

bool Move::hit() const {
    return std::any_of(opened.begin(), opened.end(), [](const OpenedCell& each) { return each.number == HIT; });
}

std::shared_ptr<const LaidBoard> lay_board(const Rules& rules, std::span<const int> mines, int start) {
    check_rules(rules);
    auto laid = std::make_shared<LaidBoard>();
    laid->rules = rules;
    laid->board = board_from_mines(rules.rows, rules.cols, mines);
    laid->start = start;
    if (laid->board.mines != rules.mines)
        throw std::invalid_argument("the rules state " + std::to_string(rules.mines) +
                                    (rules.mines == 1 ? " mine" : " mines") + ", but the layout has " +
                                    std::to_string(laid->board.mines));
    check_promise(rules, laid->board, start);
    return laid;
}

std::shared_ptr<const LaidBoard> random_board(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start) {
    auto laid = std::make_shared<LaidBoard>();
    laid->rules = rules;
    laid->start = start;
    BoardMaker().make(rules, seed, index, start, laid->board);
    return laid;
}

PlayedGame::PlayedGame(std::shared_ptr<const LaidBoard> laid) : laid_(std::move(laid)) {
    game_.begin(laid_->rules, laid_->board);
}

void PlayedGame::check_playing() const {
    if (is_over()) throw GameOver(std::string("the game is over: it was ") + state_name(state()));
}

const Move* PlayedGame::make(Move wish) {
    check_playing();
    opened_.clear();
    const int flags = game_.flagged();
    switch (wish.act) {
        case Act::Open:
            game_.open(wish.cell, opened_);
            break;
        case Act::Chord:
            game_.chord(wish.cell, opened_);
            break;
        case Act::Flag:
            game_.flag(wish.cell);
            break;
    }
    if (opened_.empty() && game_.flagged() == flags) return nullptr;
    wish.opened.clear();
    wish.opened.reserve(opened_.size());
    for (const int cell : opened_) wish.opened.push_back({cell, game_.numbers()[cell]});
    moves_.push_back(std::move(wish));
    return &moves_.back();
}

void PlayedGame::give_up(const std::string& end) {
    if (is_reached(end)) throw std::invalid_argument("a game that is given up does not end as '" + end + "'");
    check_playing();
    given_up_ = end;
}

void PlayedGame::take_back() {
    if (given_up_) {
        given_up_.reset();
        return;
    }
    if (moves_.empty()) throw std::invalid_argument("there is no move to take back");
    std::vector<Move> moves = std::move(moves_);
    moves.pop_back();
    moves_.clear();
    game_.begin(laid_->rules, laid_->board);
    for (Move& move : moves) make(std::move(move));
}

bool PlayedGame::is_untouched() const {
    const auto& numbers = game_.numbers();
    return std::all_of(numbers.begin(), numbers.end(), [](std::int8_t number) { return number == COVERED; });
}

std::string PlayedGame::end() const {
    if (given_up_) return *given_up_;
    if (state() == State::Won) return game_.free_left() == 0 ? "opened" : "flagged";
    if (state() == State::Lost) return moves_.back().act == Act::Flag ? "wrong-flag" : "mine";
    return "unfinished";
}

View PlayedGame::view() const {
    View view;
    game_.view(view);
    return view;
}

GameRecord PlayedGame::record() const {
    GameRecord record;
    record.rules = laid_->rules;
    for (int cell = 0; cell < laid_->board.cells(); ++cell)
        if (laid_->board.mine[cell]) record.mines.push_back(cell);
    record.start = laid_->start;
    record.moves = moves_;
    record.result = state();
    record.end = end();
    return record;
}

const char* state_name(State state) {
    return state == State::Playing ? "playing" : state == State::Won ? "won" : "lost";
}

const char* act_name(Act act) { return act == Act::Open ? "open" : act == Act::Flag ? "flag" : "chord"; }

PlayedGame replay(const GameRecord& record) {
    PlayedGame game(lay_board(record.rules, record.mines, record.start));
    for (std::size_t number = 0; number < record.moves.size(); ++number) {
        const Move& move = record.moves[number];
        const std::string which = "move " + std::to_string(number);
        if (game.is_over())
            throw std::invalid_argument(which + " comes after the game was " + state_name(game.state()));
        const Move* made = game.make(move);
        if (!made || made->opened != move.opened)
            throw std::invalid_argument(which + ", " + act_name(move.act) + " " +
                                        text_of(move.cell, record.rules.cols) + ", does not open what the record says");
    }
    if (!game.is_over() && record.result == State::Lost && !is_reached(record.end)) game.give_up(record.end);
    if (game.state() != record.result || game.end() != record.end)
        throw std::invalid_argument(std::string("the moves leave the game ") + state_name(game.state()) + " (" +
                                    game.end() + "), the record says " + state_name(record.result) + " (" + record.end +
                                    ")");
    return game;
}

}  // namespace sapper
