#include "players/strength.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

#include "game/neighbours.hpp"
#include "support/combinations.hpp"
#include "support/interruption.hpp"
#include "support/twice.hpp"

namespace sapper {

namespace {

std::uint64_t multiply(std::uint64_t a, std::uint64_t b, std::uint64_t prime) {
    return static_cast<std::uint64_t>(static_cast<Twice>(a) * b % prime);
}

// The inverse modulo a prime, by Fermat: the power prime - 2.
std::uint64_t inverse(std::uint64_t a, std::uint64_t prime) {
    std::uint64_t result = 1;
    for (std::uint64_t exponent = prime - 2; exponent; exponent >>= 1) {
        if (exponent & 1) result = multiply(result, a, prime);
        a = multiply(a, a, prime);
    }
    return result;
}

}  // namespace

Strength::Strength(const Rules& rules, const std::string& agent, std::vector<std::uint64_t> primes,
                   std::function<void(std::uint64_t)> poll)
    : rules_(rules),
      agent_(make_agent(agent)),
      primes_(std::move(primes)),
      poll_(std::move(poll)),
      known_(static_cast<std::size_t>(std::max(rules.cells(), 0)), primes_.size()) {
    check_rules(rules);
    if (rules.cells() > MOST_CELLS)
        throw std::invalid_argument("exact win probabilities are for boards of at most " + std::to_string(MOST_CELLS) +
                                    " cells, not " + std::to_string(rules.cells()));
    if (!rules.lose_on_mine) throw std::invalid_argument("exact win probabilities are for games that a mine loses");
    for (int cell = 0; cell < rules.cells(); ++cell)
        for_neighbours(rules.rows, rules.cols, cell, [&](int other) { near_[cell] |= Layout{1} << other; });
    for (std::uint64_t prime : primes_) {
        inverses_.emplace_back(1, 0);
        for (int n = 1; n <= rules.cells(); ++n) inverses_.back().push_back(inverse(static_cast<unsigned>(n), prime));
    }
    view_.rows = rules.rows;
    view_.cols = rules.cols;
    view_.mines = rules.mines;
}

std::vector<std::uint64_t> Strength::wins(int start) {
    check_start(rules_, start);
    Layout free = Layout{1} << start;
    if (rules_.first_move == FirstMove::Zero) free |= near_[start];
    std::vector<Layout> layouts;
    RareCheck<12> check;
    for_layouts(rules_.cells(), rules_.mines, free, [&](Layout layout) {
        check();
        layouts.push_back(layout);
    });
    return after(std::string(static_cast<std::size_t>(rules_.cells()), static_cast<char>(COVERED)), 0, layouts,
                 {start});
}

// The layouts that the agent wins of those that fit a view. Calls nest with those of after(), which opens a cell at
// every level: at most MOST_CELLS deep.
Strength::Residues Strength::won(const std::string& numbers, Layout opened, const std::vector<Layout>& layouts) {
    if (std::popcount(opened) == rules_.cells() - rules_.mines) {
        Residues all;
        for (std::size_t i = 0; i < primes_.size(); ++i) all.push_back(layouts.size());
        return all;
    }
    if (const std::uint64_t* known = known_.find(numbers)) return Residues(known, known + primes_.size());
    poll_(known_.size());
    view_.numbers.assign(numbers.begin(), numbers.end());
    field_.load(view_, false);
    Choice choice;
    agent_->choose(field_, choice);
    Residues wins(primes_.size(), 0);
    if (choice.certain) {
        wins = after(numbers, opened, layouts, choice.cells);
    } else {
        for (int cell : choice.cells) add(wins, after(numbers, opened, layouts, {cell}));
        for (std::size_t i = 0; i < primes_.size(); ++i)
            wins[i] = multiply(wins[i], inverses_[i][choice.cells.size()], primes_[i]);
    }
    known_.put(numbers, wins);
    return wins;
}

// Opens the cells one after another in every layout, and continues with each view that results.
Strength::Residues Strength::after(const std::string& numbers, Layout opened, const std::vector<Layout>& layouts,
                                   const std::vector<int>& cells) {
    struct Group {
        Layout opened;
        std::vector<Layout> layouts;
    };
    std::map<std::string, Group> groups;
    std::string next;
    RareCheck<8> check;
    for (Layout layout : layouts) {
        check();
        Layout now = opened;
        bool lost = false;
        for (int cell : cells) {
            if (now >> cell & 1) continue;
            lost = layout >> cell & 1;
            if (lost) break;
            now = open(layout, now, cell);
        }
        if (lost) continue;
        next = numbers;
        for (Layout fresh = now & ~opened; fresh; fresh &= fresh - 1) {
            const int cell = std::countr_zero(fresh);
            next[static_cast<std::size_t>(cell)] = static_cast<char>(std::popcount(layout & near_[cell]));
        }
        Group& group = groups[next];
        group.opened = now;
        group.layouts.push_back(layout);
    }
    Residues wins(primes_.size(), 0);
    for (const auto& [view, group] : groups) add(wins, won(view, group.opened, group.layouts));
    return wins;
}

// The open cells after `cell` was opened, with the cascade that follows.
Strength::Layout Strength::open(Layout layout, Layout opened, int cell) const {
    Layout pending = Layout{1} << cell;
    while (pending) {
        const int at = std::countr_zero(pending);
        pending &= pending - 1;
        opened |= Layout{1} << at;
        if (rules_.cascade && !(layout & near_[at])) pending |= near_[at] & ~opened;
    }
    return opened;
}

void Strength::add(Residues& sum, const Residues& term) const {
    for (std::size_t i = 0; i < primes_.size(); ++i) {
        sum[i] += term[i];
        if (sum[i] >= primes_[i]) sum[i] -= primes_[i];
    }
}

}  // namespace sapper
