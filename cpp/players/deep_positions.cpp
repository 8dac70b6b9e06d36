#include "players/deep_positions.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "players/player.hpp"
#include "solver/cascade.hpp"
#include "support/threads.hpp"

namespace sapper {

// Notes what the lookahead asks, and leaves it its own choice.
class DeepGames::Witness : public Adviser {
public:
    explicit Witness(DeepGames& games) : games_(games) {}
    std::size_t choose(const Field&, const Solver&, Comparison& comparison) override {
        games_.asked_ = comparison;
        games_.is_asked_ = true;
        return 0;
    }

private:
    DeepGames& games_;
};

DeepGames::DeepGames(const DeepRecipe& recipe)
    : recipe_(recipe),
      player_(std::make_unique<Lookahead>(STRONG, Thinking{}, std::make_unique<Witness>(*this))),
      rollout_(make_agent(recipe.player)) {
    if (recipe.layouts < 0) throw std::invalid_argument("the number of layouts must be at least 0");
    if (!(std::min(recipe.wander, recipe.beginnings) >= 0 && std::max(recipe.wander, recipe.beginnings) <= 1))
        throw std::invalid_argument("a share lies between 0 and 1");
}

// Replaces the layout by another that fits and in which the cell is free; false where none can be drawn.
bool DeepGames::redeal(int at, Philox& random) {
    supposed_ = field_;
    supposed_.forget_safe();
    supposed_.suppose(at, false);
    if (!supposed_.propagate() || solver_.solve(supposed_, Limits{}) != Verdict::Exact) return false;
    if (!solver_.draw(supposed_, random, mines_)) return false;
    for (int any = 0; any < field_.size(); ++any) mine_[any] = supposed_.is_mine(any);
    for (int mine : mines_) mine_[mine] = 1;
    return true;
}

void DeepGames::record(DeepPosition& position) const {
    const int cells = field_.rows() * field_.cols();
    position.shown.resize(static_cast<std::size_t>(cells));
    position.risks.resize(static_cast<std::size_t>(cells));
    for (int cell = 0; cell < cells; ++cell) {
        const int at = field_.at(cell);
        double risk = 0;
        if (field_.is_open(at)) {
            position.shown[cell] = field_.numbers()[at];
        } else {
            position.shown[cell] = field_.is_mine(at) ? HIT : COVERED;
            risk = field_.is_mine(at) ? 1 : field_.is_unknown(at) ? risk_at(solver_, at) : 0;
        }
        position.risks[cell] = static_cast<std::int16_t>(std::lround(risk * DeepPosition::RISK_SCALE));
    }
    for (const Compared& each : asked_.cells)
        position.cells.push_back({field_.cell(each.at), each.risk, each.value, each.close, each.win, 0});
    position.log_layouts = asked_.log_layouts;
    position.win = asked_.win;
    position.closely = asked_.closely;
}

// Plays every compared cell out on the same layouts; false where none can be drawn.
bool DeepGames::play_out(DeepPosition& position, Philox& random) {
    for (int layout = 0; layout < recipe_.layouts; ++layout) {
        if (!solver_.draw(field_, random, mines_)) return false;
        rollout_.deal(field_, mines_);
        for (std::size_t i = 0; i < asked_.cells.size(); ++i) {
            const Compared& each = asked_.cells[i];
            const bool survives = !rollout_.is_mine(each.at);
            double result = -luck_of(each.win, each.risk, survives);
            if (survives) result += rollout_.play(field_, {&each.at, 1}, random).fair();
            position.cells[i].result += result / recipe_.layouts;
        }
    }
    return true;
}

void DeepGames::play(const Rules& rules, std::uint64_t seed, std::uint64_t index, int start,
                     std::vector<DeepPosition>& positions) {
    Philox random(seed, index, Purpose::Agent);
    if (start == RANDOM_START) start = static_cast<int>(random.below(static_cast<std::uint64_t>(rules.cells())));
    check_start(rules, start);
    maker_.make(rules, seed, index, start, board_);
    field_.reset(rules.rows, rules.cols, rules.mines);
    mine_.assign(static_cast<std::size_t>(field_.size()), 0);
    int free_left = rules.cells() - rules.mines;
    for (int cell = 0; cell < rules.cells(); ++cell) mine_[field_.at(cell)] = board_.mine[cell];
    const auto open = [&](int at) { free_left -= open_cascade(field_, mine_, at, queue_); };
    open(field_.at(start));
    while (free_left > 0) {
        field_.propagate();
        is_asked_ = false;
        player_->choose(field_, choice_);
        if (choice_.certain) {
            field_.forget_safe();
            for (int cell : choice_.cells) open(field_.at(cell));
            continue;
        }
        if (choice_.win_exact) return;  // the endgame is solved exactly
        int at = field_.at(choice_.cells.front());
        if (is_asked_) {
            if (solver_.solve(field_, Limits{}) != Verdict::Exact) return;
            const bool begins = rules.cells() - rules.mines - free_left < DeepRecipe::FEW_OPEN;
            if (!begins || random.share() < recipe_.beginnings) {
                DeepPosition position;
                record(position);
                if (!play_out(position, random)) return;
                positions.push_back(std::move(position));
            }
            if (random.share() < recipe_.wander) at = asked_.cells[random.pick(asked_.cells.size())].at;
        }
        if (mine_[at] && !redeal(at, random)) return;
        open(at);
    }
}

std::vector<DeepPosition> deep_positions(const DeepRecipe& recipe, const Rules& rules, std::uint64_t seed,
                                         std::uint64_t first, std::size_t count, int start, int threads) {
    check_rules(rules);
    std::vector<std::vector<DeepPosition>> found(count);
    run_in_threads(count, threads, [&] {
        return [&, games = std::make_shared<DeepGames>(recipe)](std::size_t i) {
            games->play(rules, seed, first + i, start, found[i]);
        };
    });
    std::vector<DeepPosition> positions;
    for (auto& each : found) std::move(each.begin(), each.end(), std::back_inserter(positions));
    return positions;
}

}  // namespace sapper
