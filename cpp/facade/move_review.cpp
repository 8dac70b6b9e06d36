#include "facade/move_review.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "facade/position.hpp"
#include "facade/refusal.hpp"
#include "game/neighbours.hpp"

namespace sapper::facade {

namespace {

constexpr double ANALYSIS_SECONDS = 5;  // for the exact risks of one position
// On boards with more cells, certain moves are not weighed, because that takes too long. The win probability then
// changes at the next guess instead.
constexpr int LARGE = 1'000;

// What reviews one move in one position.
class Reviewer {
public:
    Reviewer(const PlayedGame& game, const Move& move, const std::string& strength)
        : rules_(game.laid().rules),
          start_(game.laid().start),
          is_untouched_(game.is_untouched()),
          move_(move),
          strength_(strength),
          effort_(effort_of(strength)) {
        position_.view = game.view();
        position_.limits.seconds = ANALYSIS_SECONDS;
    }

    MoveReview review() {
        if (is_untouched_ && move_.act == Act::Open && move_.cell == start_) return first();
        analyse(position_.view, position_.limits, false, position_.analysis);
        if (move_.act == Act::Flag) return flag();
        const Opens opens = cells_opened();
        const bool certain =
            std::all_of(opens.begin(), opens.end(), [&](int cell) { return position_.risk(cell) == 0; });
        if (certain) return {Grade::Forced, 0, now(), FREE, certain_cells(opens)};
        const Decision best = advise(position_, strength_);
        try {
            return guess(opens, best);
        } catch (const Refusal& refusal) {
            if (refusal.kind != RefusalKind::OutOfBudget) throw;
            return by_risk(opens, best);
        }
    }

private:
    static constexpr Win FREE{};  // the cost of a move that costs nothing

    // The first cell of the game, which has no better alternative to compare with.
    MoveReview first() {
        const bool promised = rules_.first_move != FirstMove::Unsafe;
        const double risk = promised ? 0.0 : static_cast<double>(rules_.mines) / rules_.cells();
        std::optional<Win> value;
        try {
            value = value_of_start(rules_, start_, effort_);
        } catch (const Refusal& refusal) {
            if (refusal.kind != RefusalKind::OutOfBudget) throw;
        }
        Decision best{{start_}, risk == 0, risk, {}, "the first cell: "};
        best.reason += risk > 0 ? "nothing is promised about it" : "the rules promise that it is no mine";
        const Grade grade = risk == 0 ? Grade::Forced : move_.hit() ? Grade::Unlucky : Grade::Best;
        return {grade, risk, value, FREE, std::move(best)};
    }

    // The chance to win before a certain move.
    std::optional<Win> now() const {
        return rules_.cells() > LARGE ? std::nullopt : known_value(position_.view, {}, effort_);
    }

    MoveReview flag() {
        const std::optional<Win> value = now();
        if (!rules_.lose_on_wrong_flag || position_.view.flagged(move_.cell))
            return {std::nullopt, 0, value, FREE, std::nullopt};
        const double wrong = 1 - position_.risk(move_.cell);
        if (wrong == 0) return {Grade::Forced, 0, value, FREE, std::nullopt};
        const Win cost{value ? value->win * wrong : wrong, 0, !value || value->exact};
        return {grade_of(cost), wrong, value, cost, std::nullopt};
    }

    MoveReview guess(const Opens& opens, const Decision& best) {
        const double risk = opens.size() == 1 ? position_.risk(opens[0]) : 1 - survival(position_.view, opens);
        Weighed found = weigh_against(position_.view, opens, risk, best, effort_);
        return {unlucky_if_hit(found.grade), risk, found.now, found.cost, std::move(found.best)};
    }

    // Where the position is too large for win probabilities, the cost of a move is its risk minus that of the best
    // move.
    MoveReview by_risk(const Opens& opens, Decision best) {
        double risk = 0;
        for (const int cell : opens) risk = std::max(risk, position_.risk(cell));
        const Win cost{std::max(0.0, risk - best.risk), 0, false};
        if (!best.certain) best.value.reset();
        return {unlucky_if_hit(grade_of(cost)), risk, std::nullopt, cost, std::move(best)};
    }

    // The cells that the move itself opens, without those that a cascade adds.
    Opens cells_opened() const {
        const View& view = position_.view;
        if (move_.act == Act::Open) return {move_.cell};
        Opens cells;
        for_neighbours(view.rows, view.cols, move_.cell, [&](int cell) {
            if (view.numbers[cell] == COVERED && !view.flagged(cell)) cells.push_back(cell);
        });
        return cells;
    }

    // The certain cells that were opened are the best move, since no move is better.
    Decision certain_cells(const Opens& opens) const {
        const auto others = static_cast<int>(position_.cells_with_risk(0).size()) - static_cast<int>(opens.size());
        Decision best{opens, true, 0, {}, "certain: free in every layout"};
        if (others > 0)
            best.reason +=
                "; " + std::to_string(others) + (others > 1 ? " other cells are" : " other cell is") + " certain too";
        return best;
    }

    Grade unlucky_if_hit(Grade grade) const { return grade == Grade::Best && move_.hit() ? Grade::Unlucky : grade; }

    const Rules& rules_;
    const int start_;
    const bool is_untouched_;
    const Move& move_;
    const std::string& strength_;
    const WinEffort& effort_;
    SolvedPosition position_;
};

}  // namespace

MoveReview review_move(const PlayedGame& game, const Move& move, const std::string& strength) {
    return Reviewer(game, move, strength).review();
}

}  // namespace sapper::facade
