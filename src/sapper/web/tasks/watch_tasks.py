"""The task that lets agents play, and sends their games step by step."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sapper import _core
from sapper.agents.base import Agent, Decision
from sapper.agents.registry import make
from sapper.agents.turn import carry_out, stream
from sapper.arena.game_counts import OPENING
from sapper.facade import ask
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import Move
from sapper.game.rules import Cell, Rules
from sapper.solver.analysis import analyse

MOST_STEPS = 20_000
PROVING = 0.5
"""The time limit for finding the certain mines after a step, in seconds."""


def watch(request: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> None:
    """Let agents play the same board by turns, and send every step of each game.

    Native agents play in the core. As soon as one agent is not native, all of them play here.
    """
    if set(request["agents"]) <= set(_core.NATIVE_AGENTS):
        named = ("rules", "start", "seed", "index", "agents")
        ask("watch", {name: request[name] for name in named}, send)
        return
    rules = Rules.from_dict(request["rules"])
    start = (request["start"][0], request["start"][1])
    board = Board.random(rules, request["seed"], request["index"], start)
    shown = {
        "kind": "board",
        "rules": rules.to_dict(),
        "start": list(board.start),
        "mines": [list(cell) for cell in board.mines],
        "bbbv": board.bbbv,
        "agents": request["agents"],
    }
    send(shown)
    players = [_Player(name, board, request["seed"], request["index"]) for name in request["agents"]]
    for number, player in enumerate(players):
        send({"kind": "step", "agent": number, **player.begin()})
    for _ in range(MOST_STEPS):
        busy = [(number, player) for number, player in enumerate(players) if player.is_playing]
        if not busy:
            break
        for number, player in busy:
            send({"kind": "step", "agent": number, **player.step()})
    for number, player in enumerate(players):
        send({"kind": "record", "agent": number, "record": player.record()})


class _Player:
    """One agent and its game on the shared board."""

    def __init__(self, name: str, board: Board, seed: int, index: int) -> None:
        self.name = name
        self.agent: Agent = make(name)
        self.agent.reset(board.rules, stream(seed, index))
        self.game = Game(board)
        self.proven: set[Cell] = set()
        self.problem = ""

    @property
    def is_playing(self) -> bool:
        return self.game.state == "playing"

    def begin(self) -> dict[str, Any]:
        """Open the start cell. The rules choose it, not the agent."""
        self.game.open(self.game.board.start, by=OPENING)
        return self._step_json(0, None, 0.0)

    def step(self) -> dict[str, Any]:
        """Ask the agent for one decision, and carry it out."""
        before = len(self.game.moves)
        view = self.game.view
        began = time.perf_counter()
        try:
            decision = self.agent.choose(view)
            took = time.perf_counter() - began
            carry_out(decision, self.game, self.name)
        except Exception as error:  # a failing agent must not stop the others
            if self.is_playing:
                self.game.give_up("failed")
            self.problem = f"{type(error).__name__}: {error}"
            return self._step_json(before, None, time.perf_counter() - began)
        return self._step_json(before, decision, took)

    def record(self) -> dict[str, Any]:
        """The record of the game so far."""
        return replace(self.game.record, agent=self.name).to_dict()

    def _step_json(self, before: int, decision: Decision | None, seconds: float) -> dict[str, Any]:
        return {
            "moves": [_move_json(move) for move in self.game.moves[before:]],
            "certain": bool(decision and decision.certain),
            "risk": decision.risk if decision else None,
            "win": decision.win if decision else None,
            "reason": self.problem or (decision.reason if decision else ""),
            "seconds": seconds,
            "state": self.game.state,
            "proven": [list(cell) for cell in self._newly_proven()],
        }

    def _newly_proven(self) -> list[Cell]:
        """The mines that became certain since the last step.

        The page shows them as flags for an agent that sets none.
        """
        if not self.is_playing:
            return []
        new = sorted(set(analyse(self.game.view, budget=PROVING).mines) - self.proven)
        self.proven.update(new)
        return new


def _move_json(move: Move) -> dict[str, Any]:
    return {"do": move.do, "cell": list(move.cell), "opened": move.opened_array.tolist()}
