"""One game, from the first cell to its end."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

import numpy as np

from sapper.agents.base import Agent
from sapper.agents.turn import IllegalDecision, carry_out, stream
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import GameRecord
from sapper.game.rules import Cell, Rules
from sapper.game.view import View

Start = Cell | Literal["agent"]
"""Where a game begins: a cell that is opened for the agent, or one that it chooses."""

OPENING = "start"
"""Who makes move 0."""


def play(agent: Agent, rules: Rules, seed: int, index: int = 0, start: Start = (0, 0)) -> GameRecord:
    """Play board `index` of stream `seed`.

    The start is opened as move 0, which is no guess; with ``start="agent"`` the agent chooses it, and the
    board's promise is about that cell.

    >>> from sapper import BEGINNER, make
    >>> record = play(make("lowest-risk"), BEGINNER, seed=1)
    >>> record.result, record.end
    ('won', 'opened')
    """
    if start != "agent":
        return play_board(agent, Board.random(rules, seed, index, start), seed, index)
    agent.reset(rules, stream(seed, index))
    untouched = View.from_array(np.full((rules.rows, rules.cols), -2, np.int8), rules.mines)
    first = agent.choose(untouched)
    name = agent_name(agent)
    if not first.opens:
        raise IllegalDecision(
            f"{name} must open a cell first, for the board is laid out around it; not {first}"
        )
    if rules.first_move != "unsafe":  # whatever the agent thinks of it, the promise makes this cell free
        first = replace(first, opens=first.opens[:1], flags=(), certain=True, risk=0.0)
    game = Game(Board.random(rules, seed, index, first.opens[0]))
    carry_out(first, game, name)
    return _play_on(agent, game)


def play_board(agent: Agent, board: Board, seed: int, index: int = 0, start: Start = (0, 0)) -> GameRecord:
    """Play a given board from its own start, or with ``start="agent"`` from wherever the agent likes.

    The agent's random numbers are those of game `index` of `seed`.
    """
    game = Game(board)
    if start != "agent":
        game.open(board.start, by=OPENING)
    agent.reset(board.rules, stream(seed, index))
    return _play_on(agent, game)


def count(record: GameRecord) -> tuple[bool, int, int, int, int, float]:
    """Sum a game up: won, steps, guesses, free cells opened, mines hit, luck.

    Move 0 of the arena is neither a step nor a guess. Luck is the sum over guesses of (survived - stated
    chance), and nan where a guess states no chance.
    """
    steps = guesses = opened = hits = 0
    luck = 0.0
    for move in record.moves:
        hit = int((move.opened_array[:, 2] < 0).sum())
        hits += hit
        opened += len(move.opened_array) - hit
        if move.by == OPENING:
            continue
        steps += 1
        if move.do == "open" and not move.certain:
            guesses += 1
            luck += (not hit) - (1 - move.risk) if move.risk is not None else math.nan
    return record.won, steps, guesses, opened, hits, luck


def agent_name(agent: str | Agent) -> str:
    """What an agent is called in records: its own `name`, or that of its class."""
    return agent if isinstance(agent, str) else str(getattr(agent, "name", type(agent).__name__))


def _play_on(agent: Agent, game: Game) -> GameRecord:
    name = agent_name(agent)
    while game.state == "playing":
        carry_out(agent.choose(game.view), game, name)
    return replace(game.record, agent=name)
