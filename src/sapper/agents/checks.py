"""The contract every agent keeps, as a check that authors of agents can run on theirs."""

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
"""What `check_agent` plays unless told otherwise: every rule, on boards small enough to be quick."""


class BrokenContract(SapperError, AssertionError):  # noqa: N818 - it is the contract that is broken
    """An agent did what no agent may do."""


def check_agent(agent: Agent, rules: Sequence[Rules] = RULES, games: int = 5, seed: int = 0) -> None:
    """Play some games and hold an agent to its contract.

    - Its decisions are legal: covered cells of the board, each once, none opened under a flag; it moves on.
    - The same seed gives the same game.
    - What it calls certain is proven: opened cells are free and flagged cells mines in every layout.

    Raises:
        BrokenContract: with the position at fault and what is wrong.
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
    """Hold one decision to the contract, beyond what a game itself refuses.

    Args:
        decision: What an agent chose.
        view: The view it chose in.
        trust_flags: Whether the flags prove something, as they do where a wrong one would have lost the game.

    Raises:
        BrokenContract: a cell is named twice or is open already, or is called certain and is not.
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
    """Play one game with every decision checked."""
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
