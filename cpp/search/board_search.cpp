#include "search/board_search.hpp"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

namespace sapper {

namespace {

constexpr int REPAIR_MOVES = 2'000;  // mines that are moved on one board before the next board is tried
constexpr double LONG = 0.1;         // intended seconds of one batch: reports and interruptions come between batches

double seconds_since(std::chrono::steady_clock::time_point began) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

const char* method_name(Method method) {
    return method == Method::Random ? "random" : method == Method::Rejection ? "rejection" : "repair";
}

BoardSearch::BoardSearch(const BoardWish& wish) : wish_(wish), began_(std::chrono::steady_clock::now()) {
    board_at(0);  // throws when the rules or the start are wrong
    const auto cells = static_cast<std::uint64_t>(wish.rules.cells());
    patience_ = std::max<std::uint64_t>(64, std::min(wish.hopeless, wish.hopeless * 480 / cells));
}

std::optional<FoundBoard> BoardSearch::next(const Report& report) {
    if (!wish_.no_guess) {
        const std::uint64_t index = examined_++;
        return found(board_at(index), Method::Random, index);
    }
    if (!repairs_)
        if (auto board = next_by_rejection(report)) return board;
    return repairs_ ? next_by_repair(report) : std::nullopt;
}

// The switch to repair depends on the number of boards alone, so the result is the same on every machine.
std::optional<FoundBoard> BoardSearch::next_by_rejection(const Report& report) {
    while (true) {
        while (read_ < verdicts_.size()) {
            const std::uint64_t index = examined_ + read_;
            const NoGuess verdict = verdicts_[read_++];
            if (verdict == NoGuess::OutOfTime) {
                --read_;  // the next call finds the time over as well
                return std::nullopt;
            }
            if (verdict == NoGuess::Solvable) {
                fruitless_since_ = index + 1;
                return found(board_at(index), Method::Rejection, index);
            }
        }
        if (!verdicts_.empty()) {
            examined_ += verdicts_.size();
            verdicts_.clear();
            if (report) report(found_, examined_);
            if (took_ < LONG / 2) batch_ *= 2;
        }
        if (fruitless_since_ + patience_ <= examined_) {
            repairs_ = true;
            return std::nullopt;
        }
        const auto began = std::chrono::steady_clock::now();
        std::vector<NoGuess> verdicts(std::min(batch_, fruitless_since_ + patience_ - examined_));
        const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
        find_no_guess(wish_.rules, wish_.seed, examined_, wish_.start, threads, seconds_left(), verdicts);
        verdicts_ = std::move(verdicts);
        took_ = seconds_since(began);
        read_ = 0;
    }
}

std::optional<FoundBoard> BoardSearch::next_by_repair(const Report& report) {
    while (true) {
        const double left = seconds_left();
        if (left <= 0) return std::nullopt;
        const std::uint64_t index = examined_;
        auto board = repair(wish_.rules, wish_.seed, index, wish_.start, REPAIR_MOVES, left);
        examined_ += 1;
        if (board) return found(std::move(*board), Method::Repair, index);
        if (report) report(found_, examined_);
    }
}

std::optional<FoundBoard> BoardSearch::found(Board board, Method method, std::uint64_t index) {
    found_ += 1;
    return FoundBoard{std::move(board), method, index};
}

Board BoardSearch::board_at(std::uint64_t index) {
    Board board;
    maker_.make(wish_.rules, wish_.seed, index, wish_.start, board);
    return board;
}

double BoardSearch::seconds_left() const { return wish_.seconds - seconds_since(began_); }

std::string BoardSearch::shortage() const {
    const Rules& rules = wish_.rules;
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%g", wish_.seconds);
    const std::string many =
        found_ ? "only " + std::to_string(found_) + " of " + std::to_string(wish_.wanted) : std::string("no");
    return many + (wish_.wanted > 1 ? " boards" : " board") + " without a guess on " + std::to_string(rules.rows) +
           "x" + std::to_string(rules.cols) + "/" + std::to_string(rules.mines) + " from (" +
           std::to_string(wish_.start / rules.cols) + ", " + std::to_string(wish_.start % rules.cols) + ") within " +
           seconds + " s";
}

}  // namespace sapper
