#include "players/outlook.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "players/player.hpp"
#include "support/interruption.hpp"
#include "support/threads.hpp"
#include "support/tie.hpp"

namespace sapper {

namespace {

constexpr double NEGLIGIBLE = 1e-12;  // numbers less likely than this together are not examined
constexpr double ONE_LAYOUT = 0.1;    // the logarithm of one layout is 0, that of two is 0.69
constexpr const char* TOO_WIDE = "the position is too wide to draw layouts from";

void load(const View& view, Field& field) {
    if (!field.load(view, false)) throw std::invalid_argument("no layout fits the position");
}

// The mines around a cell that are known.
int known_mines(const Field& field, int at) {
    int mines = 0;
    for (int k = 0; k < 8; ++k) mines += field.is_mine(at + field.offsets()[k]);
    return mines;
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
    const double win = after(field, log_layouts, padded, {});
    if (gave_up_) return std::nullopt;
    // Perfect play wins a whole number of layouts, so rounding to one removes the rounding errors of the sums.
    const double count = std::round(std::exp(log_layouts));
    return std::round(win * count) / count;
}

// Opens the cells in turn, then all certain cells (`certain` are some of them), in any order, because that costs
// nothing. Solves the endgame where none is left. The field follows the likeliest number of each cell; every other
// number is examined by a call of this function on a copy. Such a number leaves at most half of the layouts, so the
// calls nest at most log2(layouts) deep, however large the board is.
double PerfectPlay::after(Field& field, double log_layouts, std::span<const int> cells, std::vector<int> certain) {
    std::vector<Shown> numbers;
    bool is_certain = cells.empty();
    double won = 0, remaining = 1;  // remaining: the chance that the cells show the numbers of the field
    while (!gave_up_) {
        check_interruption();
        if (cells.empty()) {
            if (log_layouts < ONE_LAYOUT || is_over(field)) return won + remaining;
            if (!find_certain(field, certain)) return won + remaining * solve_endgame(field);
            cells = certain;
            is_certain = true;
            continue;
        }
        const int at = cells.front();
        cells = cells.subspan(1);
        if (field.is_mine(at)) return won;
        if (field.is_open(at)) continue;
        // A free cell whose neighbours are all known shows nothing new.
        if (!field.is_unknown(at) && field.unknown_around(at) == 0) continue;
        find_numbers(field, log_layouts, at, numbers);
        if (numbers.empty()) return won;
        const auto likeliest = std::max_element(numbers.begin(), numbers.end(), [](const Shown& a, const Shown& b) {
            return a.log_layouts < b.log_layouts;
        });
        for (auto other = numbers.begin(); other != numbers.end() && !gave_up_; ++other) {
            if (other == likeliest) continue;
            Field next = field;
            next.open(at, other->number);
            next.propagate();
            const double chance = remaining * std::exp(other->log_layouts - log_layouts);
            won += chance * (is_certain ? after(next, other->log_layouts, {}, {cells.begin(), cells.end()})
                                        : after(next, other->log_layouts, cells, {}));
        }
        field.open(at, likeliest->number);
        field.propagate();
        remaining *= std::exp(likeliest->log_layouts - log_layouts);
        log_layouts = likeliest->log_layouts;
    }
    return won;
}

// Adds all certain cells to `certain`, then removes those that can show nothing new. All of them count as free from
// then on, so most need no look at all. False when no cell is certain.
bool PerfectPlay::find_certain(Field& field, std::vector<int>& certain) {
    const auto take_proven = [&] {
        certain.insert(certain.end(), field.proven_safe().begin(), field.proven_safe().end());
        field.forget_safe();
    };
    take_proven();
    const bool found = choose_certain(field, solver_, choice_);
    for (int cell : choice_.cells) field.suppose(field.at(cell), false);
    field.propagate();
    take_proven();
    std::erase_if(certain, [&](int at) { return field.is_open(at) || field.unknown_around(at) == 0; });
    return found || !certain.empty();
}

double PerfectPlay::solve_endgame(const Field& field) {
    EndgameValue value;
    if (nodes_ == 0 || !endgame_.solve(field, layouts_, nodes_, value)) {
        gave_up_ = true;
        return 0;
    }
    nodes_ -= std::min(nodes_, endgame_.nodes());
    return value.win();
}

// Finds the numbers that a cell may show, and how many layouts fit each of them.
void PerfectPlay::find_numbers(const Field& field, double log_layouts, int at, std::vector<Shown>& numbers) {
    numbers.clear();
    const int mines = known_mines(field, at), most = mines + field.unknown_around(at);
    double left = 1;
    for (int number = mines; number <= most && left > NEGLIGIBLE; ++number) {
        if (nodes_ == 0) {
            gave_up_ = true;
            break;
        }
        --nodes_;
        supposed_ = field;
        supposed_.open(at, number);
        if (!supposed_.propagate() || solver_.weigh(supposed_, WHAT_IF_LIMITS) != Verdict::Exact) continue;
        numbers.push_back({number, solver_.log_layouts()});
        left -= std::exp(solver_.log_layouts() - log_layouts);
    }
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
