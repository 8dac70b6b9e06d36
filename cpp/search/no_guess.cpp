#include "search/no_guess.hpp"

#include <algorithm>
#include <memory>

#include "solver/cascade.hpp"
#include "support/threads.hpp"

namespace sapper {

namespace {

constexpr std::size_t BYTES = std::size_t{256} << 20;  // memory for the analysis of one position
constexpr int NEAR = 7;  // this many of ten moves go to a cell that is still undecided; chosen by hand, not tuned

int row_of(int cell, int cols) { return cell / cols; }

// Whether the first-move rule allows a mine in this cell.
bool may_be_mine(const Rules& rules, int start, int cell) {
    if (rules.first_move == FirstMove::Zero) {
        const int down = row_of(cell, rules.cols) - row_of(start, rules.cols);
        const int side = cell % rules.cols - start % rules.cols;
        return down < -1 || down > 1 || side < -1 || side > 1;
    }
    return cell != start;  // a start on a mine can never be won without a guess
}

// Draws the mine to move and the cell it moves to.
class Shuffler {
public:
    Shuffler(const Rules& rules, int start) : rules_(rules), start_(start) {}

    // Draws an undecided mine and a free cell to exchange. The free cell is often undecided too; otherwise it is any
    // free cell.
    bool pick(const Board& board, const Field& field, Philox& random, int& mine, int& free) {
        mines_.clear();
        frees_.clear();
        const bool near = random.pick(10) < NEAR;
        for (int cell = 0; cell < board.cells(); ++cell) {
            if (!may_be_mine(rules_, start_, cell)) continue;
            const bool in_question = field.is_unknown(field.at(cell));
            if (board.mine[cell]) {
                if (in_question) mines_.push_back(cell);
            } else if (in_question || !near) {
                frees_.push_back(cell);
            }
        }
        if (mines_.empty() || frees_.empty()) return false;
        mine = mines_[random.pick(mines_.size())];
        free = frees_[random.pick(frees_.size())];
        return true;
    }

private:
    const Rules& rules_;
    int start_;
    std::vector<int> mines_, frees_;
};

}  // namespace

bool CertainPlayer::find_certain(const Meter& meter) {
    certain_.clear();
    for (int at : field_.proven_safe())
        if (!field_.is_open(at)) certain_.push_back(at);
    if (!certain_.empty()) return true;
    const Limits limits{meter.seconds_left(), BYTES, false};
    if (solver_.solve(field_, limits) != Verdict::Exact) return false;
    const Frontier& frontier = solver_.frontier();
    for (const auto& [at, group] : frontier.cells)
        if (solver_.risk()[group] == 0) certain_.push_back(at);
    if (frontier.untouched > 0 && solver_.untouched_risk() == 0)
        for (int at = 0; at < field_.size(); ++at)
            if (field_.is_unknown(at) && frontier.group_at(at) < 0) certain_.push_back(at);
    return !certain_.empty();
}

NoGuess CertainPlayer::play(const Board& board, int start, const Meter& meter) {
    field_.reset(board.rows, board.cols, board.mines);
    mine_.assign(static_cast<std::size_t>(field_.size()), 0);
    for (int cell = 0; cell < board.cells(); ++cell) mine_[field_.at(cell)] = board.mine[cell];
    opened_ = 0;
    if (board.mine[start]) return NoGuess::NeedsGuess;
    const int free = board.cells() - board.mines;
    opened_ = open_cascade(field_, mine_, field_.at(start), queue_);
    while (opened_ < free) {
        if (meter.expired()) return NoGuess::OutOfTime;
        field_.propagate();
        if (!find_certain(meter)) return meter.expired() ? NoGuess::OutOfTime : NoGuess::NeedsGuess;
        field_.forget_safe();
        for (int at : certain_) opened_ += open_cascade(field_, mine_, at, queue_);
    }
    return NoGuess::Solvable;
}

void find_no_guess(const Rules& rules, std::uint64_t seed, std::uint64_t first, int start, int threads, double seconds,
                   std::span<NoGuess> verdicts) {
    const Meter meter(Limits{seconds, BYTES, false});
    struct Worker {
        CertainPlayer player;
        BoardMaker maker;
        Board board;
    };
    run_in_threads(verdicts.size(), threads, [&] {
        return [&, worker = std::make_shared<Worker>()](std::size_t i) {
            verdicts[i] = NoGuess::OutOfTime;
            if (meter.expired()) return;
            worker->maker.make(rules, seed, first + i, start, worker->board);
            verdicts[i] = worker->player.play(worker->board, start, meter);
        };
    });
}

std::optional<Board> repair(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start, int moves,
                            double seconds) {
    const Meter meter(Limits{seconds, BYTES, false});
    Board board;
    BoardMaker().make(rules, seed, index, start, board);
    Philox random(seed, index, Purpose::Agent);
    // Possible only under FirstMove::Unsafe. The caller tries another board.
    if (board.mine[start]) return std::nullopt;
    CertainPlayer player;
    Shuffler shuffler(rules, start);
    NoGuess verdict = player.play(board, start, meter);
    int reached = player.opened();
    for (int i = 0; i < moves && verdict == NoGuess::NeedsGuess; ++i) {
        int from, to;
        if (!shuffler.pick(board, player.field(), random, from, to)) continue;
        std::vector<int> mines;
        for (int cell = 0; cell < board.cells(); ++cell)
            if (cell == to || (board.mine[cell] && cell != from)) mines.push_back(cell);
        Board changed = board_from_mines(rules.rows, rules.cols, mines);
        verdict = player.play(changed, start, meter);
        if (verdict == NoGuess::Solvable || player.opened() >= reached) {
            reached = player.opened();
            board = std::move(changed);
        } else if (verdict == NoGuess::NeedsGuess) {
            verdict = player.play(board, start, meter);  // back to the board before the move
        }
    }
    if (verdict != NoGuess::Solvable) return std::nullopt;
    return board;
}

}  // namespace sapper
