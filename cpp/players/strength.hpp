// How often a native agent wins a small board, by walking its whole decision tree.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/rules.hpp"
#include "players/player.hpp"

namespace sapper {

// Follows an agent through every layout at once: layouts that look the same are played the same. What the agent
// leaves to chance is averaged over, so that a view is worth a fraction of layouts won. Fractions of any size are
// exact as residues modulo primes (below 2^62, above any number of cells): enough of them pin the fraction down.
class Strength {
public:
    static constexpr int MOST_CELLS = 64;

    // `poll` is called with every view, and with how many there were, and may throw to end the walk.
    Strength(const Rules& rules, const std::string& agent, std::vector<std::uint64_t> primes,
             std::function<void(std::uint64_t)> poll);

    // The layouts won from a start on average, modulo each prime.
    std::vector<std::uint64_t> wins(int start);

private:
    using Layout = std::uint64_t;  // one bit a cell
    using Residues = std::vector<std::uint64_t>;

    Residues won(const std::string& numbers, Layout opened, const std::vector<Layout>& layouts);
    Residues after(const std::string& numbers, Layout opened, const std::vector<Layout>& layouts,
                   const std::vector<int>& cells);
    Layout open(Layout layout, Layout opened, int cell) const;
    void add(Residues& sum, const Residues& term) const;

    Rules rules_;
    std::unique_ptr<Agent> agent_;
    std::vector<std::uint64_t> primes_;
    std::vector<std::vector<std::uint64_t>> inverses_;  // of 1 .. cells, by prime
    std::function<void(std::uint64_t)> poll_;
    Layout near_[MOST_CELLS] = {};
    std::unordered_map<std::string, Residues> known_;  // by the numbers of a view
    View view_;
    Field field_;
};

}  // namespace sapper
