#include "game/game.hpp"

#include <stdexcept>

#include "game/neighbours.hpp"

namespace sapper {

void Game::begin(const Rules& rules, const Board& board) {
    if (rules.rows != board.rows || rules.cols != board.cols || rules.mines != board.mines)
        throw std::invalid_argument("the board does not have the size and mine count of the rules");
    rules_ = rules;
    board_ = &board;
    state_ = State::Playing;
    free_left_ = board.cells() - board.mines;
    hits_ = right_flags_ = wrong_flags_ = 0;
    numbers_.assign(board.mine.size(), COVERED);
    flags_.assign(board.mine.size(), 0);
}

void Game::check_move(int cell) const {
    if (state_ != State::Playing) throw std::invalid_argument("the game is over");
    if (cell < 0 || static_cast<std::size_t>(cell) >= numbers_.size())
        throw std::invalid_argument("the cell lies outside the board");
}

void Game::open(int cell, std::vector<int>& opened) {
    check_move(cell);
    if (numbers_[cell] != COVERED || flags_[cell]) return;
    open_from(cell, opened);
    settle(true);
}

// `opened` itself is the queue of the cascade, so there is no recursion and no further memory.
void Game::open_from(int cell, std::vector<int>& opened) {
    if (board_->mine[cell]) {
        numbers_[cell] = HIT;
        hits_ += 1;
        opened.push_back(cell);
        if (rules_.lose_on_mine) state_ = State::Lost;
        return;
    }
    std::size_t next = opened.size();
    const auto uncover = [&](int free) {
        numbers_[free] = board_->numbers[free];
        free_left_ -= 1;
        opened.push_back(free);
    };
    uncover(cell);
    if (rules_.cascade)
        for (; next < opened.size(); ++next) {
            const int from = opened[next];
            if (numbers_[from] != 0) continue;
            for_neighbours(rules_.rows, rules_.cols, from, [&](int other) {
                if (numbers_[other] == COVERED && !flags_[other]) uncover(other);
            });
        }
}

State Game::flag(int cell) {
    check_move(cell);
    if (numbers_[cell] != COVERED) return state_;
    const bool place = !flags_[cell];
    flags_[cell] = place;
    const bool right = board_->mine[cell] != 0;
    (right ? right_flags_ : wrong_flags_) += place ? 1 : -1;
    if (place && !right && rules_.lose_on_wrong_flag)
        state_ = State::Lost;
    else
        settle(false);
    return state_;
}

void Game::chord(int cell, std::vector<int>& opened) {
    check_move(cell);
    if (numbers_[cell] < 0) return;
    int found = 0;
    for_neighbours(rules_.rows, rules_.cols, cell,
                   [&](int other) { found += flags_[other] != 0 || numbers_[other] == HIT; });
    if (found != numbers_[cell]) return;
    for_neighbours(rules_.rows, rules_.cols, cell, [&](int other) {
        if (state_ == State::Playing && numbers_[other] == COVERED && !flags_[other]) open_from(other, opened);
    });
    settle(true);
}

// The game is won when every free cell is open. Where the rules allow it, the game is also won by flags: no free cell
// is flagged and every mine is flagged or hit. At least one flag is needed, so hits alone win nothing.
void Game::settle(bool by_opening) {
    if (state_ != State::Playing) return;
    const bool opened = by_opening && free_left_ == 0;
    const bool flagged =
        rules_.won_by_flags && right_flags_ > 0 && wrong_flags_ == 0 && right_flags_ + hits_ == board_->mines;
    if (opened || flagged) state_ = State::Won;
}

void Game::view(View& out) const {
    out.rows = rules_.rows;
    out.cols = rules_.cols;
    out.mines = rules_.mines;
    out.numbers = numbers_;
    if (flagged() > 0)
        out.flags = flags_;
    else
        out.flags.clear();
}

}  // namespace sapper
