// The review of one move: the move played is weighed against the best move in the same position.
#pragma once

#include <optional>
#include <string>

#include "facade/advice.hpp"
#include "facade/comparison.hpp"
#include "facade/weigh.hpp"
#include "game/played_game.hpp"

namespace sapper::facade {

// A move with its grade. Empty values are not known, because the position is too large.
struct MoveReview {
    std::optional<Grade> grade;    // empty for a flag, unless the rules make a wrong flag lose the game
    double risk = 0;               // the probability that the move loses the game at once
    std::optional<Win> now;        // the chance to win before the move, with best play
    Win cost;                      // what the move gave away
    std::optional<Decision> best;  // empty for a flag
};

// Grades the next move of a game, whose moves before it were played. `start` is the start of its record.
MoveReview review_move(const PlayedGame& game, const Move& move, const std::string& strength);

}  // namespace sapper::facade
