// The win rates of candidate moves, played out. The request `think`, and those by which several workers share it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facade/candidates.hpp"
#include "facade/comparison.hpp"
#include "facade/session.hpp"

namespace sapper::facade {

struct ThinkRequest : PositionRequest {
    static constexpr About ABOUT{"ThinkRequest", "A position whose candidate moves are played out."};
    std::string strength = "strong";
    double seconds = 1;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        PositionRequest::fields(self, visit);
        visit.option("strength", self.strength, "fast, strong or max: whose move comes first.");
        visit.option("seconds", self.seconds, "The seconds for rollouts.");
    }
};

struct ThoughtBest {
    static constexpr About ABOUT{"ThoughtBest", "The best candidate so far."};
    Cell cell;
    std::optional<std::string> reason;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("cell", self.cell, "The cell.");
        visit.field("reason", self.reason, "The reason; null for a certain cell.");
    }
};

struct Thought {
    static constexpr About ABOUT{"Thought", "The candidate moves with their win rates so far, the best first."};
    std::string kind = "wins";
    bool done = true, exact = true;
    std::int64_t layouts = 0;
    std::vector<Candidate> candidates;
    std::optional<ThoughtBest> best;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("kind", self.kind, "The kind of message: wins.");
        visit.field("done", self.done, "Whether this is the last answer.");
        visit.field("exact", self.exact, "Whether the win rates are exact.");
        visit.field("layouts", self.layouts, "The layouts that were played out; 0 if the win rates are exact.");
        visit.field("candidates", self.candidates, "The moves, the best first.");
        visit.field("best", self.best, "The best move; null when no cell can be opened.");
    }
};

// The candidate moves of a position and their rollouts so far.
class PlayedCandidates {
public:
    // Refuses positions that cannot be played out.
    explicit PlayedCandidates(const ThinkRequest& request);

    // Whether there is nothing to play out: no cell can be opened, or the win rates are exact.
    bool is_known() const { return !comparison_ || comparison_->is_exact(); }
    // What is known without rollouts, or after the last ones.
    Thought thought(bool done);
    Comparison& comparison() { return *comparison_; }
    std::vector<Cell> cells() const;

private:
    std::vector<Candidate> rows_;
    std::optional<Comparison> comparison_;
};

// Near the end of a game the win rates are exact. Before that they are estimated by playing out random layouts, and
// each answer is more precise than the one before.
void think(const Call& call, const ThinkRequest& request, const Tell<Thought>& tell);

// The same in parts, for several workers: `begin_think` in one session, `play_out` in any, and its rows in their order
// to `add_playouts` in the first one.
struct BegunThinking {
    static constexpr About ABOUT{"BegunThinking", "What is known before anything is played out, and what is to be."};
    std::vector<Cell> cells;
    std::int64_t most = 0;
    std::optional<Thought> thought;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("cells", self.cells, "The candidate moves, in the order of the rows.");
        visit.field("most", self.most, "The most layouts that are worth playing out; 0 if all is known.");
        visit.field("thought", self.thought, "What is known; null while something is to be played out.");
    }
};

struct PlayOutRequest {
    static constexpr About ABOUT{"PlayOutRequest", "Moves of a position to play out on some of its layouts."};
    Position position;
    bool trust_flags = false;
    std::vector<Cell> cells;
    std::int64_t first = 0, count = 1;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("position", self.position,
                    "The position as text: rows split by / or newlines, with the mine count.");
        visit.option("trust_flags", self.trust_flags, "Whether flagged cells are mines. Otherwise flags are ignored.");
        visit.field("cells", self.cells, "The moves.");
        visit.field("first", self.first, "The number of the first layout.");
        visit.field("count", self.count, "The number of layouts.");
    }
};

struct PlayedOut {
    static constexpr About ABOUT{"PlayedOut", "The results of rollouts."};
    Row wins;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("wins", self.wins, "For each layout the result of each move; null where it opens a mine.");
    }
};

struct AddedPlayouts {
    static constexpr About ABOUT{"AddedPlayouts", "Results of rollouts, for what was begun last."};
    std::vector<std::optional<double>> wins;
    bool last = false;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("wins", self.wins, "The results of the layouts after those that were added before.");
        visit.option("last", self.last, "Whether nothing more will be added.");
    }
};

BegunThinking begin_think(const Call& call, const ThinkRequest& request);
PlayedOut play_out(const Call& call, const PlayOutRequest& request);
Thought add_playouts(const Call& call, const AddedPlayouts& given);

}  // namespace sapper::facade
