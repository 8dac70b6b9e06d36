#include "facade/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <thread>
#include <utility>

#include "facade/column_sums.hpp"
#include "facade/refusal.hpp"
#include "facade/sentence.hpp"
#include "players/player.hpp"

namespace sapper::facade {

namespace {

constexpr const char* PLAYER = "sapper-fast";  // plays the rollouts
constexpr std::uint64_t SEED = 0x5A99E2;       // of the drawn layouts: the same position always gets the same values
constexpr int STANDARD_CELLS = 480;            // boards with more cells get fewer rollouts, because each takes longer
constexpr int MOST_CELLS = 4000;               // boards with more cells get none: they would take minutes per move
constexpr std::size_t BATCHES = 8;             // of rollouts in a comparison

struct NamedEffort {
    const char* strength;
    WinEffort effort;
};
constexpr NamedEffort EFFORTS[] = {
    {"fast", {256, 20'000, 1'000, 0.03}},
    {"strong", {2'000, 100'000, 4'000, 0.01}},
    {"max", {5'000, 300'000, 50'000, 0.005}},
};

int threads() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

int affordable(int rollouts, int cells) {
    if (cells > MOST_CELLS)
        throw out_of_budget("boards of more than " + with_commas(MOST_CELLS) + " cells are too large to be played out");
    const auto fewer = static_cast<int>(static_cast<long long>(rollouts) * STANDARD_CELLS / cells);
    return std::max(LEAST_ROLLOUTS, std::min(rollouts, fewer));
}

void check_cells(const View& view, const Opens& opens) {
    for (const int cell : opens)
        if (view.numbers[cell] != COVERED)
            throw malformed("the cell " + text_of(cell_at(cell, view.cols)) + " is open already");
}

}  // namespace

const WinEffort& effort_of(const std::string& strength) {
    for (const auto& [name, effort] : EFFORTS)
        if (name == strength) return effort;
    throw malformed("a strength is fast, strong or max, not '" + strength + "'");
}

Win Outlook::difference(std::size_t a, std::size_t b) const {
    const double win = values[a].win - values[b].win;
    if (playouts == 0) return {win};
    const std::size_t moves = values.size();
    std::vector<double> apart(playouts);
    for (std::size_t i = 0; i < playouts; ++i) apart[i] = scatter_[i * moves + a] - scatter_[i * moves + b];
    return {win, standard_error(apart), false};
}

Comparison::Comparison(const View& view, std::vector<Opens> moves, const WinEffort& effort)
    : view_(view), moves_(std::move(moves)) {
    for (const Opens& opens : moves_) check_cells(view_, opens);
    for (const Opens& opens : moves_) free_.push_back(survival(view_, opens));
    for (const Opens& opens : moves_) {
        const auto win = PerfectPlay().win(view_, opens, effort.layouts, effort.nodes);
        if (win) outlook_.values.push_back({*win});
    }
    exact_ = outlook_.values.size() == moves_.size();
    if (exact_) return;
    outlook_.values.clear();
    most_ = static_cast<std::size_t>(affordable(effort.rollouts, view_.cells()));
}

std::size_t Comparison::batch() const { return std::max<std::size_t>(LEAST_ROLLOUTS, most_ / BATCHES); }

const Outlook& Comparison::extend(std::size_t rollouts) {
    const std::size_t count = std::min(rollouts, most_ - played_);
    if (count == 0) return outlook_;
    return take(play_rows(view_, moves_, played_, count));
}

const Outlook& Comparison::take(const std::vector<double>& wins) {
    const std::size_t count = wins.size() / moves_.size();
    if (wins.size() % moves_.size() != 0 || count > most_ - played_)
        throw malformed("the rollouts do not fit the comparison");
    wins_.insert(wins_.end(), wins.begin(), wins.end());
    played_ += count;
    estimate();
    return outlook_;
}

// The true probability of a hit is known, so it serves as a control variate: the part of the result that a linear fit
// explains by the share of surviving layouts is removed. Each move has its own fit, so that its value does not depend
// on the moves that it is compared with.
void Comparison::estimate() {
    const std::size_t moves = moves_.size(), rows = played_;
    std::vector<double> won(wins_), survived(wins_.size());
    for (std::size_t i = 0; i < won.size(); ++i) {
        survived[i] = std::isnan(won[i]) ? 0.0 : 1.0;
        if (survived[i] == 0.0) won[i] = 0.0;
    }
    const auto count = static_cast<double>(rows);
    auto means = column_sums(won, moves), shares = column_sums(survived, moves);
    for (double& mean : means) mean /= count;
    for (double& share : shares) share /= count;
    std::vector<double> products(won.size()), variances(won.size());
    for (std::size_t i = 0; i < won.size(); ++i) {
        won[i] -= means[i % moves];
        survived[i] -= shares[i % moves];
        variances[i] = survived[i] * survived[i];
        products[i] = won[i] * survived[i];
    }
    const auto variance = column_sums(variances, moves);
    auto slope = column_sums(products, moves);
    for (std::size_t m = 0; m < moves; ++m) slope[m] /= variance[m] > 0 ? variance[m] : 1.0;
    outlook_.playouts = rows;
    outlook_.scatter_.resize(won.size());
    for (std::size_t i = 0; i < won.size(); ++i) outlook_.scatter_[i] = won[i] - survived[i] * slope[i % moves];
    outlook_.values.clear();
    std::vector<double> column(rows);
    for (std::size_t m = 0; m < moves; ++m) {
        for (std::size_t i = 0; i < rows; ++i) column[i] = outlook_.scatter_[i * moves + m];
        const double mean = means[m] - (shares[m] - free_[m]) * slope[m];
        outlook_.values.push_back({std::min(std::max(mean, 0.0), free_[m]), standard_error(column), false});
    }
}

std::vector<double> play_rows(const View& view, const std::vector<Opens>& moves, std::size_t first, std::size_t count) {
    std::vector<double> wins(count * moves.size());
    play_out(PLAYER, view, moves, SEED, first, count, threads(), wins.data());
    return wins;
}

double survival(const View& view, const Opens& opens) {
    const auto chance = chance_all_free(view, opens);
    if (!chance) throw out_of_budget("the position is too wide for its layouts to be counted");
    return std::min(1.0, *chance);
}

Outlook compare(const View& view, std::vector<Opens> moves, const WinEffort& effort,
                const std::function<bool(const Outlook&)>& enough) {
    Comparison comparison(view, std::move(moves), effort);
    const auto is_steady = [&](const Outlook& outlook) {
        return std::all_of(outlook.values.begin(), outlook.values.end(),
                           [&](const Win& value) { return value.error <= effort.steady; });
    };
    while (!comparison.is_over()) {
        const Outlook& outlook = comparison.extend(comparison.batch());
        if (enough ? enough(outlook) : is_steady(outlook)) break;
    }
    return comparison.outlook();
}

Win value_of(const View& view, const Opens& opens, const WinEffort& effort) {
    return compare(view, {opens}, effort).values[0];
}

std::optional<Win> known_value(const View& view, const Opens& opens, const WinEffort& effort) {
    try {
        return value_of(view, opens, effort);
    } catch (const Refusal& refusal) {
        if (refusal.kind != RefusalKind::OutOfBudget) throw;
    } catch (const std::runtime_error&) {  // too wide to be drawn from
    } catch (const std::bad_alloc&) {
    }
    return std::nullopt;
}

Win value_of_start(const Rules& rules, int start, const WinEffort& effort) {
    std::vector<GameResult> games(static_cast<std::size_t>(affordable(effort.rollouts, rules.cells())));
    play_games(PLAYER, rules, SEED, 0, start, threads(), games);
    std::vector<double> won;
    for (const GameResult& game : games) won.push_back(game.won ? 1.0 : 0.0);
    return {column_sums(won, 1)[0] / static_cast<double>(won.size()), standard_error(won), false};
}

}  // namespace sapper::facade
