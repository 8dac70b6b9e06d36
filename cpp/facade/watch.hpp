// Native agents that play the same board by turns. The request `watch`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "facade/record_messages.hpp"
#include "facade/session.hpp"

namespace sapper::facade {

struct WatchRequest {
    static constexpr About ABOUT{"WatchRequest", "Native agents to watch, and the board that they play."};
    GameRules rules;
    Cell start;
    std::uint64_t seed = 0, index = 0;
    std::vector<std::string> agents;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rules", self.rules, "The rules.");
        visit.option("start", self.start, "The cell that is opened first.");
        visit.field("seed", self.seed, "The stream of boards, and of the agents' random choices.");
        visit.option("index", self.index, "The board of the stream.");
        visit.field("agents", self.agents, "The names of native agents.");
    }
};

struct WatchedBoard {
    static constexpr About ABOUT{"WatchedBoard", "The board that agents play."};
    std::string kind = "board";
    StatedRules rules;
    Cell start;
    std::vector<Cell> mines;
    int bbbv = 0;
    std::vector<std::string> agents;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("kind", self.kind, "board");
        visit.field("rules", self.rules, "The rules.");
        visit.field("start", self.start, "The cell that is opened first.");
        visit.field("mines", self.mines, "The mines.");
        visit.field("bbbv", self.bbbv, "The 3BV of the board.");
        visit.field("agents", self.agents, "The agents, in the order in which other messages number them.");
    }
};

struct WatchedMove {
    static constexpr About ABOUT{"WatchedMove", "A move of a watched game."};
    Act act = Act::Open;
    Cell cell;
    std::vector<Opened> opened;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("do", self.act, "What was done.");
        visit.field("cell", self.cell, "The cell that the agent chose.");
        visit.field("opened", self.opened, "The cells that the move opened, in order.");
    }
};

struct WatchedStep {
    static constexpr About ABOUT{"WatchedStep", "One decision of an agent, carried out."};
    std::string kind = "step";
    int agent = 0;
    std::vector<WatchedMove> moves;
    bool certain = false;
    std::optional<double> risk, win;
    std::string reason;
    double seconds = 0;
    State state = State::Playing;
    std::vector<Cell> proven;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("kind", self.kind, "step");
        visit.field("agent", self.agent, "The number of the agent.");
        visit.field("moves", self.moves, "The moves.");
        visit.field("certain", self.certain, "Whether the opened cells are proven free.");
        visit.field("risk", self.risk, "The probability that an opened cell is a mine; null where none is stated.");
        visit.field("win", self.win, "The chance to win that the agent states; null where it states none.");
        visit.field("reason", self.reason, "The reason as a sentence.");
        visit.field("seconds", self.seconds, "The time that the agent took.");
        visit.field("state", self.state, "The state of the game after the step.");
        visit.field("proven", self.proven, "The mines that became certain by the step.");
    }
};

struct WatchedRecord {
    static constexpr About ABOUT{"WatchedRecord", "The whole game of an agent."};
    std::string kind = "record";
    int agent = 0;
    StatedRecord record;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("kind", self.kind, "record");
        visit.field("agent", self.agent, "The number of the agent.");
        visit.field("record", self.record, "The record of its game.");
    }
};

using WatchAnswer = std::variant<WatchedBoard, std::variant<WatchedStep, WatchedRecord>>;

// Sends the board, every step of each game, and the records.
void watch(const Call& call, const WatchRequest& request, const Tell<WatchAnswer>& tell);

}  // namespace sapper::facade
