// Requests about whole boards: generating and rating them.
#include <limits>

#include "facade/board_messages.hpp"
#include "facade/perfect_play.hpp"
#include "facade/record_messages.hpp"
#include "facade/session.hpp"

namespace sapper::facade {

namespace {

GeneratedBoard described(const BoardWish& wish, const FoundBoard& found) {
    GeneratedBoard made;
    made.rows = wish.rules.rows;
    made.cols = wish.rules.cols;
    for (int cell = 0; cell < found.board.cells(); ++cell)
        if (found.board.mine[cell]) made.mines.push_back(cell_at(cell, made.cols));
    made.start = cell_at(wish.start, made.cols);
    made.bbbv = facts(found.board).bbbv;
    made.difficulty = difficulty(wish.rules, found.board, wish.start);
    made.method = found.method;
    made.seed = wish.seed;
    made.index = found.index;
    return made;
}

void generate(const Call& call, const GenerateRequest& request, const Tell<GeneratedBoard>& tell) {
    if (request.count < 1) throw malformed("count must be at least 1");
    if (request.budget && !(*request.budget >= 0)) throw malformed("a budget is a number of seconds, 0 or more");
    BoardWish wish;
    wish.rules = request.rules.checked();
    wish.wanted = request.count;
    wish.seed = request.seed;
    wish.start = index_of(wish.rules, request.start);
    wish.no_guess = request.no_guess;
    wish.seconds = request.budget.value_or(std::numeric_limits<double>::infinity());
    BoardSearch search(wish);
    for (std::uint64_t made = 0; made < request.count && !call.is_stopped(); ++made) {
        const auto found = search.next();
        if (!found) throw out_of_budget(search.shortage());
        tell(described(wish, *found));
    }
}

BoardRating rate(const Call&, const BoardRequest& request) {
    const Rules rules = request.rules.checked();
    std::vector<int> mines;
    for (const Cell mine : request.mines) mines.push_back(index_of(rules, mine));
    const auto laid = lay_board(rules, mines, index_of(rules, request.start));
    const BoardFacts found = facts(laid->board);
    return {difficulty(rules, laid->board, laid->start), found.bbbv, found.openings, found.islands};
}

DeductionAnswer deduction(const Call&, const DeductionRequest& request) {
    const View& view = request.position.solved ? request.position.solved->view : request.position.view;
    NeededDeduction found = needed_deduction(view);
    if (!found.possible) throw why_impossible(view, false, find_contradiction(view, false, {}, Limits{}));
    return {cells_at(found.cells, view.cols), found.difficulty};
}

}  // namespace

std::span<const RequestKind> board_requests() {
    static constexpr RequestKind KINDS[] = {
        kind_of<&generate>("generate", "Boards, if wanted such that need no guess, one after another."),
        kind_of<&optimum>("optimum", "The chance to win a small board with perfect play."),
        kind_of<&rate>("difficulty", "How hard a board is."),
        kind_of<&deduction>("deduction", "The cheapest deduction that frees a cell of a position."),
    };
    return KINDS;
}

}  // namespace sapper::facade
