#include "facade/hosted_game.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sapper::facade {

namespace {

void check_cell(const Rules& rules, int cell) {
    if (cell < 0 || cell >= rules.cells()) throw std::invalid_argument("the cell lies outside the board");
}

}  // namespace

HostedGame HostedGame::again(const HostedGame& other) {
    HostedGame game(other.rules_, other.no_guess_);
    if (other.game_) {
        game.lay(other.game_->shared_board());
        game.again_ = true;
    }
    return game;
}

HostedGame HostedGame::continued(const GameRecord& record, int moves) {
    HostedGame game(record.rules, false);
    game.lay(lay_board(record.rules, record.mines, record.start));
    for (int number = 0; number < moves; ++number) game.game_->make(record.moves[static_cast<std::size_t>(number)]);
    if (game.is_over()) throw std::invalid_argument("the game is over after these moves");
    game.deeds_ = moves;
    game.what_if_ = true;
    return game;
}

void HostedGame::lay(std::shared_ptr<const LaidBoard> laid) {
    if (game_ && !game_->moves().empty())
        throw std::invalid_argument("a game gets its layout before its first cell is opened");
    game_.emplace(std::move(laid));
    for (const int cell : early_flags_)
        if (!is_over()) game_->make({.act = Act::Flag, .cell = cell, .by = PERSON});
    early_flags_.clear();
    if (is_over()) took_ = 0;  // the rules let flags end a game
}

std::optional<Move> HostedGame::act(Act act, int cell, const std::string& by, double now) {
    check_cell(rules_, cell);
    if (!game_) {
        if (act == Act::Open) throw std::logic_error("the layout is made before the first cell is opened");
        if (act == Act::Chord) return std::nullopt;
        deeds_ += 1;
        const auto found = std::find(early_flags_.begin(), early_flags_.end(), cell);
        if (found != early_flags_.end())
            early_flags_.erase(found);
        else
            early_flags_.push_back(cell);
        return Move{.act = Act::Flag, .cell = cell, .by = PERSON};
    }
    const Move* made = game_->make({.act = act, .cell = cell, .by = by});
    if (by == PERSON) deeds_ += 1;
    if (act == Act::Open && !began_) began_ = now;
    if (is_over() && !took_) took_ = seconds(now);
    return made ? std::optional(*made) : std::nullopt;
}

void HostedGame::take_back(double now) {
    if (!game_ || game_->moves().empty()) throw std::invalid_argument("there is no move to take back");
    what_if_ = what_if_ || game_->moves().back().act != Act::Flag;
    game_->take_back();
    if (took_) {  // the clock stopped at the end of the game, and runs again from there
        began_ = now - *took_;
        took_.reset();
    }
}

bool HostedGame::is_full() const { return moves() >= 1000 + 5 * rules_.cells(); }

bool HostedGame::is_promised() const {
    return rules_.first_move != FirstMove::Unsafe && (!game_ || game_->is_untouched());
}

std::optional<int> HostedGame::start() const {
    if (!game_ || !(again_ || game_->is_untouched())) return std::nullopt;
    return game_->laid().start;
}

bool HostedGame::is_flagged(int cell) const {
    if (game_) return game_->game().flags()[cell] != 0;
    return std::find(early_flags_.begin(), early_flags_.end(), cell) != early_flags_.end();
}

double HostedGame::seconds(double now) const { return took_ ? *took_ : began_ ? now - *began_ : 0.0; }

View HostedGame::view() const {
    if (game_) return game_->view();
    View view{rules_.rows, rules_.cols, rules_.mines, {}, {}};
    view.numbers.assign(static_cast<std::size_t>(rules_.cells()), COVERED);
    if (!early_flags_.empty()) view.flags.assign(view.numbers.size(), 0);
    for (const int cell : early_flags_) view.flags[cell] = 1;
    return view;
}

const LaidBoard& HostedGame::board_at_end() const {
    if (!is_over()) throw std::invalid_argument("the game is not over: its mines are hidden");
    return game_->laid();
}

GameRecord HostedGame::record() const {
    if (!is_over()) throw std::invalid_argument("the game is not over: its record would show where the mines are");
    GameRecord record = game_->record();
    record.agent = PERSON;
    return record;
}

}  // namespace sapper::facade
