#include "outlook.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "cascade.hpp"
#include "player.hpp"
#include "spread.hpp"

namespace sapper {

namespace {

constexpr double NEGLIGIBLE = 1e-12;  // chance of the numbers not looked at
constexpr const char* TOO_WIDE = "the position is too wide to draw layouts from";

void load(const View& view, Field& field) {
    if (!field.load(view, false)) throw std::invalid_argument("no layout fits the position");
}

// Whether every free cell is open, or known to be free and of no further interest.
bool is_over(const Field& field) { return field.unknown_count() == field.mines() - field.mine_count(); }

}  // namespace

std::optional<double> chance_all_free(const View& view, const Opens& cells) {
    Field field;
    load(view, field);
    Solver solver;
    if (const Verdict all = solver.weigh(field, WHAT_IF); all != Verdict::Exact) {
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
    const Verdict free = solver.weigh(field, WHAT_IF);
    if (free == Verdict::Impossible) return 0;
    if (free != Verdict::Exact) return std::nullopt;
    return std::exp(solver.log_layouts() - log_layouts);
}

std::optional<double> Perfect::win(const View& view, const Opens& cells, std::size_t layouts, std::size_t nodes) {
    Field field;
    load(view, field);
    if (solver_.weigh(field, WHAT_IF) != Verdict::Exact) return std::nullopt;
    const double log_layouts = solver_.log_layouts();
    if (log_layouts > std::log(static_cast<double>(layouts)) + TIE) return std::nullopt;
    layouts_ = layouts;
    nodes_ = nodes;
    gave_up_ = false;
    std::vector<int> padded;
    for (int cell : cells) padded.push_back(field.at(cell));
    const double win = after(field, log_layouts, padded);
    if (gave_up_) return std::nullopt;
    // Perfect play wins a whole number of the layouts: what the sums were rounded by goes.
    const double count = std::round(std::exp(log_layouts));
    return std::round(win * count) / count;
}

// Opens the cells in turn, over all that they may show.
double Perfect::after(const Field& field, double log_layouts, std::span<const int> cells) {
    if (cells.empty()) return onwards(field, log_layouts);
    if (field.is_mine(cells.front())) return 0;
    if (field.is_open(cells.front())) return after(field, log_layouts, cells.subspan(1));
    return over_numbers(field, log_layouts, cells.front(), cells.subspan(1));
}

// Opens whatever is certain, in any order: it costs nothing. Then the endgame is a question of guesses.
double Perfect::onwards(const Field& field, double log_layouts) {
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

double Perfect::over_numbers(const Field& field, double log_layouts, int at, std::span<const int> rest) {
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
        if (!next.propagate() || solver_.weigh(next, WHAT_IF) != Verdict::Exact) continue;
        const double log_next = solver_.log_layouts(), chance = std::exp(log_next - log_layouts);
        left -= chance;
        won += chance * after(next, log_next, rest);
    }
    return won;
}

Playouts::Playouts(const std::string& agent, const View& view) : agent_(make_agent(agent)) {
    load(view, start_);
    const Verdict verdict = solver_.weigh(start_, WHAT_IF);
    if (verdict == Verdict::Impossible) throw std::invalid_argument("no layout fits the position");
    if (verdict != Verdict::Exact) throw std::runtime_error(TOO_WIDE);
    free_ = view.cells() - view.mines;
    for (std::int8_t number : view.numbers) free_ -= number >= 0;
}

// Decides one cell of the frontier after another by its risk, given all before it; what is left lies anywhere.
void Playouts::draw(Philox& random) {
    supposed_ = start_;
    for (;;) {
        if (solver_.solve(supposed_, WHAT_IF) != Verdict::Exact) throw std::runtime_error(TOO_WIDE);
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
    rest_.clear();
    mine_.assign(static_cast<std::size_t>(supposed_.size()), 0);
    for (int at = 0; at < supposed_.size(); ++at) {
        mine_[at] = supposed_.is_mine(at);
        if (supposed_.is_unknown(at)) rest_.push_back(at);
    }
    const int left = supposed_.mines() - supposed_.mine_count();
    for (int i = 0; i < left; ++i) {
        std::swap(rest_[i], rest_[i + random.below(rest_.size() - i)]);
        mine_[rest_[i]] = 1;
    }
}

double Playouts::play_on(const Opens& cells, Philox& random) {
    field_ = start_;
    free_left_ = free_;
    for (int cell : cells)
        if (mine_[field_.at(cell)]) return std::numeric_limits<double>::quiet_NaN();
    for (int cell : cells) free_left_ -= open_cascade(field_, mine_, field_.at(cell), queue_);
    while (free_left_ > 0) {
        field_.propagate();
        agent_->choose(field_, choice_);
        if (choice_.certain) {
            field_.forget_safe();
            for (int cell : choice_.cells) free_left_ -= open_cascade(field_, mine_, field_.at(cell), queue_);
            continue;
        }
        if (choice_.win_exact) return choice_.win;
        const auto count = choice_.cells.size();
        const int at = field_.at(choice_.cells[count > 1 ? random.pick(count) : 0]);
        if (mine_[at]) return 0;
        free_left_ -= open_cascade(field_, mine_, at, queue_);
    }
    return 1;
}

void Playouts::play(std::span<const Opens> moves, Philox& random, double* values) {
    draw(random);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        Philox same = random;  // equal moves are played alike
        values[i] = play_on(moves[i], same);
    }
}

void play_out(const std::string& agent, const View& view, std::span<const Opens> moves, std::uint64_t seed,
              std::uint64_t first, std::size_t count, int threads, double* values) {
    spread(count, threads, [&] {
        return [&, player = std::make_shared<Playouts>(agent, view)](std::size_t i) {
            Philox random(seed, first + i, Purpose::Agent);
            player->play(moves, random, values + i * moves.size());
        };
    });
}

}  // namespace sapper
