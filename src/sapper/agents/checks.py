"""Checks of the contract that every agent keeps. Authors can run them on their own agents."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.agents.base import Agent, Decision
from sapper.agents.turn import IllegalDecision, carry_out, stream
from sapper.errors import SapperError
from sapper.game.board import Board
from sapper.game.enums import FirstMove, OnMine, OnWrongFlag, State, WonBy
from sapper.game.game import Game
from sapper.game.record import GameRecord
from sapper.game.rules import BEGINNER, Rules
from sapper.game.view import View
from sapper.solver.analysis import analyse

RULES = (
    BEGINNER,
    Rules(5, 7, 8),
    Rules(8, 8, 10, first_move=FirstMove.ZERO),
    Rules(6, 6, 6, first_move=FirstMove.UNSAFE, cascade=False),
    Rules(1, 12, 3),
    Rules(6, 6, 12, on_mine=OnMine.CONTINUE),
    Rules(6, 6, 5, on_wrong_flag=OnWrongFlag.LOSE, won_by=WonBy.OPEN_OR_FLAG),
)
"""The default rules of `check_agent`. They use every option, on small boards."""


class BrokenContract(SapperError, AssertionError):  # noqa: N818 - it is the contract that is broken
    """An agent broke the contract that all agents keep."""


def check_agent(agent: Agent, rules: Sequence[Rules] = RULES, games: int = 5, seed: int = 0) -> None:
    """Play some games, and check that an agent keeps its contract.

    - Its decisions are legal. They name covered cells of the board, each once, open no flagged cell, and
      change something.
    - The same seed gives the same game.
    - A certain decision is proven: in every layout the opened cells are free and the flagged cells are mines.

    Raises:
        BrokenContract: The message names the position and what is wrong.
    """
    if not isinstance(agent, Agent):
        raise BrokenContract(f"{agent!r} has no reset(rules, rng) and choose(view)")
    for each in rules:
        for index in range(games):
            board = Board.random(each, seed, index)
            if _play(agent, board, seed, index) != _play(agent, board, seed, index):
                raise BrokenContract(
                    f"game {index} of seed {seed} with {each} went differently the second time"
                )


def check_decision(decision: Decision, view: View, trust_flags: bool = False) -> None:
    """Check one decision for what a game does not check itself.

    Args:
        decision: The decision of an agent.
        view: The view that the agent saw.
        trust_flags: Whether flagged cells are mines. They are if a wrong flag would have lost the game.

    Raises:
        BrokenContract: A cell is named twice, is already open, or is called certain without a proof.
    """
    numbers = view.numbers
    for cells in (decision.opens, decision.flags):
        if len(set(cells)) < len(cells):
            raise BrokenContract(f"{decision} names a cell twice in {view}")
        for cell in cells:
            if 0 <= cell[0] < view.rows and 0 <= cell[1] < view.cols and numbers[cell] != -2:
                raise BrokenContract(f"{decision} names {cell}, which is open already, in {view}")
    if decision.certain:
        analysis = analyse(view, trust_flags=trust_flags)
        proven = {"free": set(analysis.safe), "a mine": set(analysis.mines)}
        for what, cells in (("free", decision.opens), ("a mine", decision.flags)):
            for cell in set(cells) - proven[what]:
                risk = f"its risk is {analysis.risk[cell]}"
                raise BrokenContract(f"{cell} is called certainly {what}, but {risk} in {view}")


def _play(agent: Agent, board: Board, seed: int, index: int) -> GameRecord:
    """Play one game, and check every decision."""
    name = type(agent).__name__
    game = Game(board)
    game.open(board.start)
    agent.reset(board.rules, stream(seed, index))
    while game.state == State.PLAYING:
        view = game.view
        decision = agent.choose(view)
        try:
            if isinstance(decision, Decision):
                check_decision(decision, view, trust_flags=board.rules.on_wrong_flag == OnWrongFlag.LOSE)
            carry_out(decision, game, name)
        except IllegalDecision as error:
            raise BrokenContract(str(error)) from error
    return game.record
