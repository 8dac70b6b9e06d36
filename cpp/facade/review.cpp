#include "facade/review.hpp"

#include <algorithm>
#include <utility>

#include "facade/move_review.hpp"
#include "facade/verdict.hpp"

namespace sapper::facade {

namespace {

BestInReview best_of(const Decision& decision, int cols) {
    BestInReview best;
    best.cell = cell_at(decision.opens[0], cols);
    best.cells = cells_at(decision.opens, cols);
    best.risk = decision.risk;
    best.certain = decision.certain;
    best.reason = decision.reason;
    if (decision.value) {
        best.win = decision.value->win;
        best.win_exact = decision.value->exact;
        best.win_error = decision.value->stated_error();
    }
    return best;
}

// Whether the program forgives a move that was survived, so that chance had no part in it.
bool is_forgiven(const GameRecord& record, const MoveReview& found, const Move& move) {
    if (move.act == Act::Flag || found.risk == 0 || move.hit()) return false;
    const bool was_needed = found.best && !found.best->certain;
    return record.forgives == Forgives::Guesses || (record.forgives == Forgives::ForcedGuesses && was_needed);
}

ReviewedMove reviewed(const GameRecord& record, const MoveReview& found, const Move& move) {
    const int cols = record.rules.cols;
    ReviewedMove made;
    made.act = move.act;
    made.cell = cell_at(move.cell, cols);
    made.grade = found.grade;
    made.hit = move.hit();
    made.risk = found.risk;
    made.cost = found.cost.win;
    made.error = found.cost.error;
    if (found.now) {
        made.win_before = found.now->win;
        made.win_played = found.now->win - found.cost.win;
        made.win_error = found.now->error;
        made.exact = found.now->exact && found.cost.exact;
    }
    if (found.best && !found.best->gives_up()) made.best = best_of(*found.best, cols);
    if (is_forgiven(record, found, move)) made.forgiven = true;
    made.time = move.time;
    return made;
}

// Sends reviewed moves, each as soon as the win probability after it is known: that is the one before the next move.
class Sender {
public:
    Sender(const GameRecord& record, const Tell<ReviewAnswer>& tell) : record_(record), tell_(tell) {
        game_.result = record.result;
        game_.end = record.end;
        game_.forgives = record.forgives;
    }

    void add(ReviewedMove move) {
        move.number = number_++;
        move.moves = static_cast<int>(record_.moves.size());
        if (waiting_ && move.time && waiting_->time) move.pause = std::max(0.0, *move.time - *waiting_->time);
        if (waiting_) {
            const bool is_plain = !move.grade || *move.grade == Grade::Forced;
            if (!move.win_before && is_plain) {
                move.win_before = move.win_played = waiting_->win_played;
                move.win_error = waiting_->win_error;
            }
            send(move.win_before);
        }
        waiting_ = std::move(move);
    }

    void finish(const std::optional<double>& win_after) {
        if (waiting_) send(win_after);
        const VerdictAnswer said = verdict_on(game_);
        ReviewSummary summary;
        summary.agent = record_.agent;
        summary.result = record_.result;
        summary.grades = counts_;
        summary.cost = said.cost;
        summary.luck = said.luck;
        summary.sentence = said.sentence;
        summary.times = said.times;
        tell_(ReviewAnswer(std::move(summary)));
    }

private:
    void send(const std::optional<double>& win_after) {
        ReviewedMove& move = *waiting_;
        move.win_after = win_after;
        if (move.win_after && move.win_played && !move.forgiven) move.luck = *move.win_after - *move.win_played;
        if (move.grade) ++count_of(*move.grade);
        MoveCost cost{move.number, std::nullopt, move.hit, move.cost, move.luck, move.pause};
        if (move.grade) cost.grade = Words<Grade>::WORDS[static_cast<int>(*move.grade)];
        game_.moves.push_back(std::move(cost));
        tell_(ReviewAnswer(move));
    }

    int& count_of(Grade grade) {
        switch (grade) {
            case Grade::Forced:
                return counts_.forced;
            case Grade::Best:
                return counts_.best;
            case Grade::Inaccuracy:
                return counts_.inaccuracy;
            case Grade::Mistake:
                return counts_.mistake;
            default:
                return counts_.unlucky;
        }
    }

    const GameRecord& record_;
    const Tell<ReviewAnswer>& tell_;
    std::optional<ReviewedMove> waiting_;
    int number_ = 0;
    GradeCounts counts_;
    VerdictRequest game_;
};

// The win probability after the last move.
std::optional<double> final_win(const GameRecord& record, const PlayedGame& game, const WinEffort& effort) {
    if (game.is_over()) return game.state() == State::Won ? 1.0 : 0.0;
    if (record.result == State::Lost) return 0.0;  // the player gave up
    const auto value = known_value(game.view(), {}, effort);
    return value ? std::optional(value->win) : std::nullopt;
}

}  // namespace

void review(const Call& call, const ReviewRequest& request, const Tell<ReviewAnswer>& tell) {
    const WinEffort& effort = effort_of(request.strength);
    const GameRecord record = request.record.checked();
    if (!record.rules.lose_on_mine)
        throw malformed("only games that a mine ends can be reviewed, but this record's rules continue after a mine");
    if (record.result == State::Playing && !request.unfinished)
        throw malformed("the game is not over: only a finished game can be reviewed");
    replay(record);  // refuses an invalid record before any work is done
    PlayedGame game(lay_board(record.rules, record.mines, record.start));
    Sender sender(record, tell);
    for (const Move& move : record.moves) {
        if (call.is_stopped()) return;
        sender.add(reviewed(record, review_move(game, move, request.strength), move));
        game.make(move);
    }
    sender.finish(final_win(record, game, effort));
}

}  // namespace sapper::facade
