#include "players/outlook.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "players/player.hpp"
#include "support/threads.hpp"
#include "support/tie.hpp"

namespace sapper {

namespace {

constexpr double NEGLIGIBLE = 1e-12;  // numbers whose probabilities sum to less than this are not examined
constexpr const char* TOO_WIDE = "the position is too wide to draw layouts from";

void load(const View& view, Field& field) {
    if (!field.load(view, false)) throw std::invalid_argument("no layout fits the position");
}

// Whether all unknown cells are mines, so that only known free cells have to be opened.
bool is_over(const Field& field) { return field.unknown_count() == field.mines() - field.mine_count(); }

}  // namespace

std::optional<double> chance_all_free(const View& view, const Opens& cells) {
    Field field;
    load(view, field);
    Solver solver;
    if (const Verdict all = solver.weigh(field, WHAT_IF_LIMITS); all != Verdict::Exact) {
        if (all == Verdict::Impossible) throw std::invalid_argument("no layout fits the position");
        return std::nullopt;
    }
    const double log_layouts = solver.log_layouts();
    for (int cell : cells) {
        const int at = field.at(cell);
        if (field.is_mine(at)) return 0;
        if (field.is_unknown(at)) field.suppose(at, false);
        if (!field.propagate()) return 0;
    }
    const Verdict free = solver.weigh(field, WHAT_IF_LIMITS);
    if (free == Verdict::Impossible) return 0;
    if (free != Verdict::Exact) return std::nullopt;
    return std::exp(solver.log_layouts() - log_layouts);
}

std::optional<double> PerfectPlay::win(const View& view, const Opens& cells, std::size_t layouts, std::size_t nodes) {
    Field field;
    load(view, field);
    if (solver_.weigh(field, WHAT_IF_LIMITS) != Verdict::Exact) return std::nullopt;
    const double log_layouts = solver_.log_layouts();
    if (log_layouts > std::log(static_cast<double>(layouts)) + TIE) return std::nullopt;
    layouts_ = layouts;
    nodes_ = nodes;
    gave_up_ = false;
    std::vector<int> padded;
    for (int cell : cells) padded.push_back(field.at(cell));
    const double win = after(field, log_layouts, padded);
    if (gave_up_) return std::nullopt;
    // Perfect play wins a whole number of layouts, so rounding to one removes the rounding errors of the sums.
    const double count = std::round(std::exp(log_layouts));
    return std::round(win * count) / count;
}

// Opens the cells in turn, averaging over all numbers they may show.
double PerfectPlay::after(const Field& field, double log_layouts, std::span<const int> cells) {
    if (cells.empty()) return onwards(field, log_layouts);
    if (field.is_mine(cells.front())) return 0;
    if (field.is_open(cells.front())) return after(field, log_layouts, cells.subspan(1));
    return over_numbers(field, log_layouts, cells.front(), cells.subspan(1));
}

// Opens a certain cell if there is one, in any order, because that costs nothing. Otherwise solves the endgame.
double PerfectPlay::onwards(const Field& field, double log_layouts) {
    if (is_over(field)) return 1;
    Choice choice;
    if (choose_certain(field, solver_, choice)) return over_numbers(field, log_layouts, field.at(choice.cells[0]), {});
    EndgameValue value;
    if (nodes_ == 0 || !endgame_.solve(field, layouts_, nodes_, value)) {
        gave_up_ = true;
        return 0;
    }
    nodes_ -= std::min(nodes_, endgame_.nodes());
    return value.win();
}

double PerfectPlay::over_numbers(const Field& field, double log_layouts, int at, std::span<const int> rest) {
    int mines = 0;
    for (int k = 0; k < 8; ++k) mines += field.is_mine(at + field.offsets()[k]);
    const int most = mines + field.unknown_around(at);
    double won = 0, left = 1;
    for (int number = mines; number <= most && left > NEGLIGIBLE && !gave_up_; ++number) {
        if (nodes_ == 0) {
            gave_up_ = true;
            break;
        }
        --nodes_;
        Field next = field;
        next.open(at, number);
        if (!next.propagate() || solver_.weigh(next, WHAT_IF_LIMITS) != Verdict::Exact) continue;
        const double log_next = solver_.log_layouts(), chance = std::exp(log_next - log_layouts);
        left -= chance;
        won += chance * after(next, log_next, rest);
    }
    return won;
}

Playouts::Playouts(const std::string& agent, const View& view) : rollout_(make_agent(agent)) {
    load(view, start_);
    const Verdict verdict = solver_.solve(start_, WHAT_IF_LIMITS);
    if (verdict == Verdict::Impossible) throw std::invalid_argument("no layout fits the position");
    if (verdict != Verdict::Exact) throw std::runtime_error(TOO_WIDE);
    Philox any(0, 0, Purpose::Agent);
    draws_at_once_ = solver_.draw(start_, any, mines_);
}

void Playouts::draw(Philox& random) {
    if (draws_at_once_)
        solver_.draw(start_, random, mines_);
    else
        draw_cell_by_cell(random);
}

// Decides one frontier cell after another by its risk, given the cells before it. The remaining mines are placed
// uniformly among the remaining cells.
void Playouts::draw_cell_by_cell(Philox& random) {
    supposed_ = start_;
    for (;;) {
        if (solver_.solve(supposed_, WHAT_IF_LIMITS) != Verdict::Exact) throw std::runtime_error(TOO_WIDE);
        const Frontier& frontier = solver_.frontier();
        if (frontier.cells.empty()) break;
        bool drawn = false;
        for (const auto& [at, group] : frontier.cells) {
            if (!supposed_.is_unknown(at)) continue;
            const double risk = solver_.risk()[group];
            if (risk == 0 || risk == 1) {
                supposed_.suppose(at, risk == 1);
            } else if (!drawn) {
                supposed_.suppose(at, static_cast<double>(random.next() >> 11) * 0x1p-53 < risk);
                drawn = true;
            }
        }
        supposed_.propagate();
    }
    mines_.clear();
    rest_.clear();
    for (int at = 0; at < supposed_.size(); ++at) {
        if (supposed_.is_mine(at)) mines_.push_back(at);
        if (supposed_.is_unknown(at)) rest_.push_back(at);
    }
    const int left = supposed_.mines() - supposed_.mine_count();
    for (int i = 0; i < left; ++i) {
        std::swap(rest_[i], rest_[i + random.below(rest_.size() - i)]);
        mines_.push_back(rest_[i]);
    }
}

void Playouts::play(std::span<const Opens> moves, Philox& random, double* values) {
    draw(random);
    rollout_.deal(start_, mines_);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        padded_.clear();
        for (int cell : moves[i]) padded_.push_back(start_.at(cell));
        const bool hits = std::any_of(padded_.begin(), padded_.end(), [&](int at) { return rollout_.is_mine(at); });
        // `random` is passed by value: every move gets the same random numbers, so equal moves get equal results.
        values[i] = hits ? std::numeric_limits<double>::quiet_NaN() : rollout_.play(start_, padded_, random).fair();
    }
}

void play_out(const std::string& agent, const View& view, std::span<const Opens> moves, std::uint64_t seed,
              std::uint64_t first, std::size_t count, int threads, double* values) {
    run_in_threads(count, threads, [&] {
        return [&, player = std::make_shared<Playouts>(agent, view)](std::size_t i) {
            Philox random(seed, first + i, Purpose::Agent);
            player->play(moves, random, values + i * moves.size());
        };
    });
}

}  // namespace sapper
