// Perfect play against players, exactly: in late positions of expert games, and on whole small boards. Every player is
// followed through all layouts at once. research/possible.py compiles this and runs it. Usage:
//   possible late safe|zero SEED FIRST COUNT LEAST MOST PLAYER...   one line for each game of sapper-strong
//   possible board ROWS COLS MINES safe|zero|unsafe START MEBIBYTES PLAYER...    START is a row-major cell
// A player is the name of a native agent, or fast/L or strong/L: the player with exact endgames of at most L layouts,
// and with close comparisons of at most L layouts. PLAYER+JUDGE is a player improved by one step: it opens the one of
// its close candidates after which the judge, playing on alone, would win most layouts. PLAYER*JUDGE chooses among all
// cells.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/board.hpp"
#include "game/neighbours.hpp"
#include "players/lookahead.hpp"
#include "players/player.hpp"
#include "search/endgame.hpp"
#include "search/layouts.hpp"
#include "search/optimum.hpp"
#include "solver/field.hpp"
#include "support/combinations.hpp"

namespace {

using namespace sapper;
using Set = std::span<const std::uint32_t>;

constexpr std::uint8_t MINE = Layouts::MINE;
constexpr std::size_t MOST_NODES = 1'000'000;  // of a late position; the search then takes up to 1 GB

// What the cells show in each layout, by padded cell.
class Source {
public:
    virtual ~Source() = default;
    virtual std::uint8_t shown(std::uint32_t layout, int at) const = 0;
    virtual std::size_t size() const = 0;
};

class Listed : public Source {
public:
    bool list(const Field& field, std::size_t most) {
        if (!layouts_.list(field, most)) return false;
        index_.assign(static_cast<std::size_t>(field.size()), -1);
        for (std::size_t i = 0; i < layouts_.cells().size(); ++i) index_[layouts_.cells()[i]] = static_cast<int>(i);
        return true;
    }
    std::uint8_t shown(std::uint32_t layout, int at) const override { return layouts_.shown(index_[at])[layout]; }
    std::size_t size() const override { return layouts_.size(); }

private:
    Layouts layouts_;
    std::vector<int> index_;
};

class Whole : public Source {
public:
    Whole(const Rules& rules, int start, const Field& field) {
        near_.assign(static_cast<std::size_t>(field.size()), 0);
        own_ = near_;
        std::uint64_t free = std::uint64_t{1} << start;
        for (int cell = 0; cell < rules.cells(); ++cell) {
            std::uint64_t& near = near_[field.at(cell)];
            for_neighbours(rules.rows, rules.cols, cell, [&](int other) { near |= std::uint64_t{1} << other; });
            own_[field.at(cell)] = std::uint64_t{1} << cell;
            if (cell == start && rules.first_move == FirstMove::Zero) free |= near;
        }
        for_layouts(rules.cells(), rules.mines, free, [&](std::uint64_t layout) { layouts_.push_back(layout); });
    }
    std::uint8_t shown(std::uint32_t layout, int at) const override {
        const std::uint64_t mines = layouts_[layout];
        return mines & own_[at] ? MINE : static_cast<std::uint8_t>(std::popcount(mines & near_[at]));
    }
    std::size_t size() const override { return layouts_.size(); }

private:
    std::vector<std::uint64_t> layouts_, near_, own_;
};

// Sums over the layouts of a position.
struct Value {
    double won = 0;      // layouts won
    double guesses = 0;  // guesses made outside exact endgames
    void add(const Value& other) { won += other.won, guesses += other.guesses; }
};

// Follows a player from a position to the end, in all layouts at once. A set of layouts always holds all layouts that
// fit the field, so a set of one is won.
class Tree {
public:
    Tree(std::unique_ptr<Agent> agent, const Source& source) : agent_(std::move(agent)), source_(source) {
        agent_->compare_all(true);
    }

    // The choices of this tree are improved by the values of another one.
    void improve_by(std::unique_ptr<Tree> judge, bool among_all) {
        judge_ = std::move(judge);
        among_all_ = among_all;
    }

    // The value of opening the cells, which are free in all layouts or, if there is only one, in some.
    Value open(const Field& field, Set set, std::span<const int> cells) {
        // Layouts with the same numbers follow one another.
        std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
        sorted.reserve(set.size());
        for (const std::uint32_t layout : set) {
            std::uint64_t key = 0;
            bool lost = false;
            for (const int at : cells) {
                const std::uint8_t number = source_.shown(layout, at);
                lost |= number == MINE;
                key = (key + number + 1) * 0x9e3779b97f4a7c15u;
                key ^= key >> 31;
            }
            if (!lost) sorted.emplace_back(key, layout);
        }
        std::sort(sorted.begin(), sorted.end());
        Value sum;
        std::vector<std::uint32_t> same;
        for (std::size_t i = 0; i < sorted.size();) {
            same.clear();
            const std::uint64_t key = sorted[i].first;
            for (; i < sorted.size() && sorted[i].first == key; ++i) same.push_back(sorted[i].second);
            if (same.size() == 1) {
                sum.add({1, 0});
                continue;
            }
            Field next = field;
            next.forget_safe();
            for (const int at : cells)
                if (!next.is_open(at)) next.open(at, source_.shown(same[0], at));
            next.propagate();
            sum.add(follow(next, same));
        }
        return sum;
    }

    Value follow(const Field& field, Set set) {
        const std::uint64_t key = field.key();
        if (const auto found = known_.find(key); found != known_.end()) return found->second;
        Choice choice;
        agent_->choose(field, choice);
        Value value;
        if (choice.certain) {
            std::vector<int> cells;
            for (const int cell : choice.cells) cells.push_back(field.at(cell));
            value = open(field, set, cells);
        } else if (choice.win_exact) {
            value.won = choice.win * static_cast<double>(set.size());
        } else {
            // Equally good cells are few and alike: one of them is taken, the same for equal fields.
            Philox random(key, 0, Purpose::Agent);
            int at = field.at(choice.cells[random.pick(choice.cells.size())]);
            if (judge_) at = better(field, set, choice, at);
            value = open(field, set, {&at, 1});
            value.guesses += static_cast<double>(set.size());
        }
        known_.emplace(key, value);
        return value;
    }

private:
    // The cell among the close rivals, or among all cells, after which the judge wins most layouts. A player with
    // endgames of less than 256 layouts states no chance to win, and so no values: all its rivals count as close.
    int better(const Field& field, Set set, const Choice& choice, int own) {
        std::vector<int> cells;
        double top = 0;
        for (const Rival& rival : choice.rivals) top = std::max(top, rival.value);
        for (const Rival& rival : choice.rivals)
            if (!(rival.value < settings::lookahead::CONTEND * top)) cells.push_back(field.at(rival.cell));
        if (among_all_) {
            cells.clear();
            for (int at = 0; at < field.size(); ++at)
                if (field.is_unknown(at)) cells.push_back(at);
        }
        double most = judge_->open(field, set, {&own, 1}).won;
        int best = own;
        for (const int at : cells) {
            const auto free = std::count_if(set.begin(), set.end(),
                                            [&](std::uint32_t layout) { return source_.shown(layout, at) != MINE; });
            if (at == own || static_cast<double>(free) <= most) continue;
            if (const double won = judge_->open(field, set, {&at, 1}).won; won > most + 1e-6) most = won, best = at;
        }
        return best;
    }

    std::unique_ptr<Agent> agent_;
    const Source& source_;
    std::unique_ptr<Tree> judge_;
    bool among_all_ = false;
    std::unordered_map<std::uint64_t, Value> known_;  // by field
};

std::unique_ptr<Agent> player(const std::string& name) {
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos) return make_agent(name);
    const std::size_t layouts = std::strtoull(name.c_str() + slash + 1, nullptr, 10);
    Effort effort = name.starts_with("fast") ? FAST : STRONG;
    effort.layouts = layouts;
    effort.scope.layouts = std::min(effort.scope.layouts, layouts);
    return std::make_unique<Lookahead>(effort);
}

double seconds_since(std::chrono::steady_clock::time_point began) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

// Prints what each player wins of `count` layouts; `from` returns the value of a tree.
template <class From>
void print_players(const Source& source, std::span<char*> names, double count, From&& from) {
    std::printf("\"players\":{");
    bool first = true;
    for (const std::string name : names) {
        const auto began = std::chrono::steady_clock::now();
        const std::size_t sign = name.find_first_of("+*");
        Tree tree(player(name.substr(0, sign)), source);
        if (sign != std::string::npos)
            tree.improve_by(std::make_unique<Tree>(player(name.substr(sign + 1)), source), name[sign] == '*');
        const Value value = from(tree);
        std::printf("%s\"%s\":{\"won\":%.6f,\"guesses\":%.6f,\"seconds\":%.3f}", first ? "" : ",", name.c_str(),
                    value.won, value.guesses / count, seconds_since(began));
        first = false;
    }
    std::printf("}}\n");
    std::fflush(stdout);
}

std::vector<std::uint32_t> numbered(std::size_t count) {
    std::vector<std::uint32_t> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = static_cast<std::uint32_t>(i);
    return all;
}

// Plays one game of sapper-strong until a guess with at most `most` layouts, and follows the players from there.
void late(const Rules& rules, int start, std::uint64_t seed, std::uint64_t index, std::size_t least, std::size_t most,
          std::span<char*> names) {
    Board board;
    BoardMaker().make(rules, seed, index, start, board);
    const auto agent = make_agent("sapper-strong");
    Field field;
    field.reset(rules.rows, rules.cols, rules.mines);
    Solver solver;
    Choice choice;
    int left = rules.cells() - rules.mines;
    std::string guesses;  // before the late position: [logarithm of the layouts, free cells covered], ...
    const auto print_end = [&](const char* end) {
        std::printf("{\"game\":%llu,\"end\":\"%s\",\"guesses\":[%s]", static_cast<unsigned long long>(index), end,
                    guesses.c_str());
    };
    const auto open = [&](int cell) {
        if (field.is_open(field.at(cell))) return;
        field.open(field.at(cell), board.numbers[static_cast<std::size_t>(cell)]);
        --left;
    };
    open(start);
    for (;;) {
        if (left == 0) {
            print_end("won");
            std::printf("}\n");
            return;
        }
        field.propagate();
        agent->choose(field, choice);
        if (choice.certain) {
            field.forget_safe();
            for (const int cell : choice.cells) open(cell);
            continue;
        }
        solver.solve(field, Limits{});
        if (solver.log_layouts() <= std::log(static_cast<double>(most)) + 1e-9) break;
        char guess[64];
        std::snprintf(guess, sizeof guess, "%s[%.2f,%d]", guesses.empty() ? "" : ",", solver.log_layouts(), left);
        guesses += guess;
        if (board.mine[static_cast<std::size_t>(choice.cells[0])]) {
            print_end("lost");
            std::printf("}\n");
            return;
        }
        open(choice.cells[0]);
    }
    print_end("late");
    std::printf(",\"log_layouts\":%.4f,\"covered\":%d", solver.log_layouts(), left);
    Listed source;
    if (solver.log_layouts() <= std::log(static_cast<double>(least)) || !source.list(field, most)) {
        std::printf("}\n");
        return;
    }
    std::printf(",\"layouts\":%zu,", source.size());
    const auto all = numbered(source.size());
    const auto from = [&](Tree& tree) { return tree.follow(field, all); };
    const auto began = std::chrono::steady_clock::now();
    Endgame endgame;
    EndgameValue value;
    if (!endgame.solve(field, most, MOST_NODES, value)) {
        print_players(source, names, static_cast<double>(all.size()), from);
        return;
    }
    std::printf("\"optimum\":%u,\"nodes\":%zu,\"seconds\":%.3f,", value.wins, endgame.nodes(), seconds_since(began));
    // How the choice of sapper-strong differs from that of perfect play.
    agent->compare_all(true);
    agent->choose(field, choice);
    double top = 0, rating = 0;
    for (const Rival& rival : choice.rivals) {
        top = std::max(top, rival.value);
        if (field.at(rival.cell) == value.cell) rating = rival.value;
    }
    std::printf("\"kind\":\"%s\",\"risk\":%.4f,\"best_risk\":%.4f,\"same\":%s,\"rating\":%.4f,", choice.kind,
                choice.risk, risk_at(solver, value.cell), field.at(choice.cells[0]) == value.cell ? "true" : "false",
                top > 0 ? rating / top : 0.0);
    print_players(source, names, static_cast<double>(all.size()), from);
}

void whole(const Rules& rules, int start, std::size_t bytes, std::span<char*> names) {
    const auto began = std::chrono::steady_clock::now();
    std::printf("{\"board\":\"%dx%d/%d\",", rules.rows, rules.cols, rules.mines);
    {
        Optimum optimum(rules, bytes, [](std::uint64_t) {});
        if (const auto value = optimum.solve(start))
            std::printf("\"optimum\":%llu,\"all\":%llu,\"nodes\":%llu,", static_cast<unsigned long long>(value->wins),
                        static_cast<unsigned long long>(value->layouts),
                        static_cast<unsigned long long>(optimum.nodes()));
    }
    Field field;
    field.reset(rules.rows, rules.cols, rules.mines);
    const Whole source(rules, start, field);
    std::printf("\"layouts\":%zu,\"seconds\":%.3f,", source.size(), seconds_since(began));
    const auto all = numbered(source.size());
    const int at = field.at(start);
    print_players(source, names, static_cast<double>(all.size()),
                  [&](Tree& tree) { return tree.open(field, all, {&at, 1}); });
}

FirstMove promise(const std::string& name) {
    return name == "zero" ? FirstMove::Zero : name == "unsafe" ? FirstMove::Unsafe : FirstMove::Safe;
}

}  // namespace

int main(int count, char** arguments) {
    const auto number = [&](int at) { return std::strtoull(arguments[at], nullptr, 10); };
    if (count < 8) return 2;
    const std::span<char*> names(arguments + 8, arguments + count);
    Rules rules{};
    if (std::string(arguments[1]) == "board") {
        rules.rows = static_cast<int>(number(2));
        rules.cols = static_cast<int>(number(3));
        rules.mines = static_cast<int>(number(4));
        rules.first_move = promise(arguments[5]);
        whole(rules, static_cast<int>(number(6)), number(7) << 20, names);
        return 0;
    }
    rules.rows = 16;
    rules.cols = 30;
    rules.mines = 99;
    rules.first_move = promise(arguments[2]);
    const int start = rules.first_move == FirstMove::Zero ? 3 * rules.cols + 3 : 0;
    for (std::uint64_t i = 0; i < number(5); ++i)
        late(rules, start, number(3), number(4) + i, number(6), number(7), names);
}
