// How often a native agent wins a small board, computed over its whole decision tree.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "game/rules.hpp"
#include "players/known_views.hpp"
#include "players/player.hpp"

namespace sapper {

// Follows an agent through all layouts at once: layouts with the same view are played in the same way. The random
// choices of the agent are averaged, so the value of a view is a fraction of layouts won. The fraction is computed
// exactly as residues modulo primes (below 2^62, above any number of cells), and reconstructed from enough of them.
class Strength {
public:
    static constexpr int MOST_CELLS = 64;

    // `poll` is called at every view with the number of views so far, and may throw to end the computation.
    Strength(const Rules& rules, const std::string& agent, std::vector<std::uint64_t> primes,
             std::function<void(std::uint64_t)> poll);

    // The average number of layouts won from a start, modulo each prime.
    std::vector<std::uint64_t> wins(int start);

private:
    using Layout = std::uint64_t;  // one bit per cell
    using Residues = std::vector<std::uint64_t>;

    Residues won(const std::string& numbers, Layout opened, const std::vector<Layout>& layouts);
    Residues after(const std::string& numbers, Layout opened, const std::vector<Layout>& layouts,
                   const std::vector<int>& cells);
    Layout open(Layout layout, Layout opened, int cell) const;
    void add(Residues& sum, const Residues& term) const;

    Rules rules_;
    std::unique_ptr<Agent> agent_;
    std::vector<std::uint64_t> primes_;
    std::vector<std::vector<std::uint64_t>> inverses_;  // indexed by prime: the inverses of 1 .. cells
    std::function<void(std::uint64_t)> poll_;
    Layout near_[MOST_CELLS] = {};
    KnownViews known_;
    View view_;
    Field field_;
};

}  // namespace sapper
