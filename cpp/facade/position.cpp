#include "facade/position.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "facade/first_move.hpp"
#include "facade/sentence.hpp"
#include "game/notation.hpp"

namespace sapper::facade {

namespace {

constexpr std::size_t MOST_NAMED = 24;  // the most contradicting numbers that a sentence lists
constexpr std::size_t MOST_BYTES = ~std::size_t{0} / 4 + 1;

int count_flags(const View& view) { return static_cast<int>(std::count(view.flags.begin(), view.flags.end(), 1)); }

Limits limits_of(const PositionRequest& request) {
    Limits limits;
    if (request.budget) {
        if (*request.budget < 0) throw malformed("a budget is a number of seconds, 0 or more");
        limits.seconds = *request.budget;
    }
    if (request.memory < 0) throw malformed("memory is a number of bytes, 0 or more");
    limits.bytes = static_cast<std::size_t>(std::min(request.memory, static_cast<double>(MOST_BYTES)));
    return limits;
}

}  // namespace

std::vector<int> SolvedPosition::cells_with_risk(double risk) const {
    std::vector<int> cells;
    for (int cell = 0; cell < static_cast<int>(analysis.risk.size()); ++cell)
        if (analysis.risk[cell] == risk) cells.push_back(cell);
    return cells;
}

int SolvedPosition::index_of(Cell cell) const {
    if (cell.row < 0 || cell.row >= view.rows || cell.col < 0 || cell.col >= view.cols)
        throw malformed("the cell " + text_of(cell) + " lies outside the " + std::to_string(view.rows) + "x" +
                        std::to_string(view.cols) + " board");
    return view.at(cell.row, cell.col);
}

void Form<Position>::read(const Value& value, Position& out, const Where& where) {
    if (const auto* held = value.as<Value::Held>()) {
        out.solved = (*held)->solved;
        if (!out.solved) out.view = (*held)->view;
    } else if (const auto* text = value.as<std::string>()) {
        out.view = parse_position(*text);
    } else {
        refuse_type(where, "a position text");
    }
}

Value Form<Position>::write(const Position& from) { return print_position(from.view, sapper::Form::OneLine); }

Value Form<Position>::schema(Definitions&) { return typed("string"); }

Solved analyse_position(const PositionRequest& request) {
    if (request.position.solved) return request.position.solved;
    auto made = std::make_shared<SolvedPosition>();
    made->view = request.position.view;
    made->trust_flags = request.trust_flags;
    made->limits = limits_of(request);
    made->promise = request.promise;
    if (request.promise) {
        analyse_first_move(*made);
        return made;
    }
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    analyse(made->view, made->limits, made->trust_flags, made->analysis);
    made->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return made;
}

Solved solve(const PositionRequest& request) {
    Solved solved = analyse_position(request);
    if (solved->analysis.verdict == Verdict::Impossible) throw why_impossible(*solved);
    return solved;
}

View without_flags(const View& view, bool trust_flags) {
    View seen = view;
    if (trust_flags)
        for (int cell = 0; cell < view.cells(); ++cell)
            if (view.flagged(cell)) seen.numbers[cell] = HIT;
    seen.flags.clear();
    return seen;
}

PositionRequest flagless(const PositionRequest& request) {
    PositionRequest plain = request;
    const SolvedPosition* solved = request.position.solved.get();
    const View& view = solved ? solved->view : request.position.view;
    if (view.flags.empty()) return plain;
    plain.position = {without_flags(view, solved ? solved->trust_flags : request.trust_flags), nullptr};
    return plain;
}

Contradiction find_proof(const SolvedPosition& position, const Assumption& assumption) {
    Limits limits = position.limits;
    // Why no layout fits is part of the answer of an analysis, and shares its time.
    if (assumption.cell < 0) limits.seconds = std::max(0.0, limits.seconds - position.seconds);
    return find_contradiction(position.view, position.trust_flags, assumption, limits);
}

Refusal why_impossible(const SolvedPosition& position) {
    return why_impossible(position.view, position.trust_flags, find_proof(position, {}));
}

Refusal why_impossible(const View& view, bool trust_flags, const Contradiction& found) {
    std::vector<std::string> named;
    for (const int cell : found.cells) {
        if (named.size() == MOST_NAMED) break;
        named.push_back("the " + std::to_string(view.numbers[cell]) + " at " + text_of(cell_at(cell, view.cols)));
    }
    if (found.cells.size() > MOST_NAMED)
        named.push_back(with_commas(static_cast<std::int64_t>(found.cells.size() - MOST_NAMED)) + " more numbers");
    if (found.uses_mine_count) named.push_back("the mine count " + std::to_string(view.mines));
    std::string sentence =
        "no layout fits: " + listed(named) + (named.size() == 1 ? " cannot be" : " contradict each other");
    if (const int flags = trust_flags ? count_flags(view) : 0)
        sentence +=
            flags == 1 ? ", with a mine at the flag" : ", with mines at the " + std::to_string(flags) + " flags";
    return {RefusalKind::Impossible, sentence, cells_at(found.cells, view.cols), found.uses_mine_count};
}

}  // namespace sapper::facade
