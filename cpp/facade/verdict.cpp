#include "facade/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sapper::facade {

namespace {

constexpr double EVEN = 0.005;  // a cost or luck below this win probability is not worth a mention

std::string in_points(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", 100 * share);
    return text;
}

// "3.1 points", "1.0 point".
std::string points(double share) {
    const std::string shown = in_points(share);
    return shown + (shown == "1.0" ? " point" : " points");
}

std::string about_moves(const std::vector<MoveCost>& moves, double cost) {
    if (cost < EVEN) return "the moves cost no win probability to speak of";
    const auto worst = std::max_element(moves.begin(), moves.end(),
                                        [](const MoveCost& a, const MoveCost& b) { return a.cost < b.cost; });
    std::string said = std::string("the moves cost ") + points(cost) + " of win probability";
    if ((worst->grade == "inaccuracy" || worst->grade == "mistake") && worst->cost < cost)
        said += ", " + in_points(worst->cost) + " of them at move " + std::to_string(worst->number);
    return said;
}

std::string about_luck(double luck) {
    if (std::abs(luck) < EVEN) return "luck was even";
    return std::string(luck > 0 ? "luck gave " : "luck took ") + points(std::abs(luck));
}

// What decided a lost game.
std::string about_loss(const VerdictRequest& game, double cost, double luck) {
    if (game.moves.empty() || !game.moves.back().hit)
        return game.end == "stuck" ? " The game was given up." : " No mine was hit.";
    return cost > std::max(0.0, -luck) ? " Skill mattered more than luck." : " Luck decided the game.";
}

Purpose purpose_of(const MoveCost& move) {
    return !move.grade ? Purpose::Flag : move.grade == "forced" ? Purpose::Certain : Purpose::Guess;
}

}  // namespace

VerdictAnswer verdict_on(const VerdictRequest& game) {
    VerdictAnswer answer;
    std::vector<TimedMove> timed;
    for (const MoveCost& move : game.moves) {
        answer.cost += move.cost;
        answer.luck += move.luck;
        if (move.pause) timed.push_back({move.number, purpose_of(move), *move.pause});
    }
    answer.times = time_use(timed);
    const char* result = game.result == State::Won ? "Won: " : game.result == State::Lost ? "Lost: " : "Not finished: ";
    answer.sentence = result + about_moves(game.moves, answer.cost) + ", and " + about_luck(answer.luck) + ".";
    if (game.result == State::Lost) answer.sentence += about_loss(game, answer.cost, answer.luck);
    if (game.forgives != Forgives::Nothing)
        answer.sentence += " The program forgives guesses, so their luck is not counted.";
    return answer;
}

VerdictAnswer verdict(const Call&, const VerdictRequest& request) { return verdict_on(request); }

}  // namespace sapper::facade
