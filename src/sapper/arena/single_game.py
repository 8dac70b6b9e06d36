"""One game of an agent, from the first cell to the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from sapper.agents.base import Agent, Decision
from sapper.agents.turn import IllegalDecision, carry_out, stream
from sapper.arena.game_counts import OPENING, count_record
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import GameRecord
from sapper.game.rules import Cell, Rules
from sapper.game.view import View

Start = Cell | Literal["agent"]
"""The first cell of a game: a given cell, or "agent" if the agent chooses it."""


def play(agent: Agent, rules: Rules, seed: int, index: int = 0, start: Start = (0, 0)) -> GameRecord:
    """Play board number `index` of the seed `seed`.

    The start is opened as move 0, which does not count as a guess. With ``start="agent"`` the agent chooses
    that cell, and the first-move rule applies to it.

    >>> from sapper import BEGINNER, make
    >>> record = play(make("lowest-risk"), BEGINNER, seed=1)
    >>> record.result, record.end
    ('won', 'opened')
    """
    if not isinstance(agent, Agent):
        raise ValueError(f"{agent!r} is not an agent; sapper.make(name) makes one")
    return _record(agent, play_game(agent, rules, seed, index, start))


def play_board(
    agent: Agent, board: Board, seed: int, index: int = 0, start: Start | None = None
) -> GameRecord:
    """Play a given board from its own start, or with ``start="agent"`` from a cell that the agent chooses.

    The agent draws its random numbers from the stream of (seed, index).
    """
    return _record(agent, play_game_on(agent, board, seed, index, start))


def play_game(agent: Agent, rules: Rules, seed: int, index: int = 0, start: Start = (0, 0)) -> Game:
    """Play like `play`, but return the game and not its record."""
    if start != "agent":
        return play_game_on(agent, Board.random(rules, seed, index, start), seed, index)
    agent.reset(rules, stream(seed, index))
    first = _first_decision(agent, rules)
    return _play_on(agent, Game(Board.random(rules, seed, index, first.opens[0])), first)


def play_game_on(agent: Agent, board: Board, seed: int, index: int = 0, start: Start | None = None) -> Game:
    """Play like `play_board`, but return the game and not its record."""
    agent.reset(board.rules, stream(seed, index))
    game = Game(board)
    if start == "agent":
        return _play_on(agent, game, _first_decision(agent, board.rules))
    game.open(board.start, by=OPENING)
    return _play_on(agent, game)


def count(record: GameRecord) -> tuple[bool, int, int, int, int, float]:
    """Count a game: won, steps, guesses, free cells opened, mines hit, luck.

    Move 0 is a step but never a guess. Luck is the sum over guesses of (survived - stated chance). It is nan
    if a guess states no chance.
    """
    counts = count_record(record)
    return counts.won, counts.steps, counts.guesses, counts.opened, counts.hits, counts.luck


def agent_name(agent: str | Agent) -> str:
    """The name of an agent in records: its `name`, or else the name of its class."""
    return agent if isinstance(agent, str) else str(getattr(agent, "name", type(agent).__name__))


def _first_decision(agent: Agent, rules: Rules) -> Decision:
    """Let the agent choose the start: the first cell of its decision on the untouched board."""
    untouched = View.from_array(np.full((rules.rows, rules.cols), -2, np.int8), rules.mines)
    decision = agent.choose(untouched)
    if not isinstance(decision, Decision) or not decision.opens:
        raise IllegalDecision(f"{agent_name(agent)} must open a cell to start the game, not {decision}")
    return replace(decision, opens=decision.opens[:1], flags=())


def _record(agent: Agent, game: Game) -> GameRecord:
    # An agent with a time limit sets `reproducible` to False, because its games depend on the machine.
    reproducible = getattr(agent, "reproducible", True)
    return replace(game.record, agent=agent_name(agent), reproducible=reproducible)


def _play_on(agent: Agent, game: Game, decision: Decision | None = None) -> Game:
    name = agent_name(agent)
    if decision:
        carry_out(decision, game, name)
    while game.state == "playing":
        carry_out(agent.choose(game.view), game, name)
    return game
