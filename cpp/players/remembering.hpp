// An agent that remembers what it chose, for games that meet the same fields again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "players/agent.hpp"

namespace sapper {

// Makes the choices of another agent, which must depend on the field alone. A choice has no features and no rivals, and
// its kind is not kept. Choices that single numbers prove are not kept either: to find them takes no longer.
class Remembering : public Agent {
public:
    explicit Remembering(std::unique_ptr<Agent> agent) : agent_(std::move(agent)) {}
    void choose(const Field& field, Choice& choice) override;

private:
    struct Known {
        std::vector<int> cells;
        double risk, win;
        bool certain, win_exact;
    };
    // What is known is forgotten when there is more. Chosen by hand: a few megabytes.
    static constexpr std::size_t MOST = 40'000;
    static constexpr int MOST_CELLS = 1 << 12;  // fields with more cells are not kept: they hardly ever return

    std::unique_ptr<Agent> agent_;
    std::unordered_map<std::uint64_t, Known> known_;  // by the key of the field
    int rows_ = 0, cols_ = 0;                         // the key does not contain them
};

}  // namespace sapper
