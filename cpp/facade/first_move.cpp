#include "facade/first_move.hpp"

#include <algorithm>

#include "game/neighbours.hpp"

namespace sapper::facade {

namespace {

// The cells that the promise makes free. There are none while there is no start.
std::vector<int> kept_free(const SolvedPosition& position) {
    std::vector<int> kept;
    if (!position.promise->start) return kept;
    const View& view = position.view;
    const int start = position.index_of(*position.promise->start);
    kept.push_back(start);
    if (position.promise->rules.first_move == FirstMove::Zero)
        for_neighbours(view.rows, view.cols, start, [&](int other) { kept.push_back(other); });
    return kept;
}

}  // namespace

void analyse_first_move(SolvedPosition& position) {
    const View& view = position.view;
    const Rules rules = position.promise->rules.checked();
    const bool untouched =
        std::all_of(view.numbers.begin(), view.numbers.end(), [](std::int8_t number) { return number == COVERED; });
    if (!untouched || rules.rows != view.rows || rules.cols != view.cols || rules.mines != view.mines)
        throw malformed("a promise is about a position of the same board in which no cell is open");
    const std::vector<int> kept = kept_free(position);
    const int others = rules.cells() - static_cast<int>(kept.size());
    const bool placed = position.promise->start && others > 0;
    Analysis& analysis = position.analysis;
    analysis.verdict = Verdict::Exact;
    analysis.risk.resize(static_cast<std::size_t>(view.cells()));
    std::fill(analysis.risk.begin(), analysis.risk.end(), placed ? static_cast<double>(rules.mines) / others : 0.0);
    for (const int cell : kept) analysis.risk[cell] = 0.0;
}

Decision advise_first_move(const SolvedPosition& position) {
    const Promise& promise = *position.promise;
    const std::string kind = promise.rules.first_move == FirstMove::Zero ? "a zero" : "free";
    Decision decision{{0}, true, 0, {}, "the first cell: the rules promise that "};
    if (promise.start) {
        decision.opens[0] = position.index_of(*promise.start);
        decision.reason += "the start of this board is " + kind;
        return decision;
    }
    decision.reason += "it is " + kind + " wherever it is";
    if (promise.rules.first_move == FirstMove::Safe)
        decision.reason += ", and a corner, with the fewest neighbours, is most often a zero";
    return decision;
}

WholeNumber count_first_layouts(const SolvedPosition& position) {
    const auto cells = static_cast<std::uint64_t>(position.view.cells()) - kept_free(position).size();
    return WholeNumber::choose(cells, static_cast<std::uint64_t>(position.view.mines));
}

}  // namespace sapper::facade
