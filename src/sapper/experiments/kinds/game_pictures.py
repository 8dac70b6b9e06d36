"""Experiments of kind `game-pictures`: a game drawn at some of its moves, the board beside what is known."""

from __future__ import annotations

from collections.abc import Callable

from sapper.agents.composed import Composed
from sapper.agents.registry import make
from sapper.agents.turn import carry_out, stream
from sapper.experiments.experiment import Experiment
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.outcome import Outcome
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge.knowledge import Knowledge
from sapper.report.figure import CellKind, Figure, Panel, Table

STAGES = (
    ("at the first cell", 0.0),
    ("after a third of the free cells", 1 / 3),
    ("after two thirds of the free cells", 2 / 3),
    ("almost finished", 0.95),
    ("game over", 1.0),
)
"""When the game is drawn: the words, and the share of the free cells that is open by then."""
MINE, FLAG = "\u25cf", "\u2691"

Look = tuple[str, CellKind]
"""What stands in a cell, and how the cell looks."""
Snapshot = tuple[View, Knowledge]
"""A position, and what the agent knows in it."""


def game_pictures(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Draw the first game of the seed at five stages, the true board on the left."""
    [setting] = experiment.settings
    [name] = supply.agents(experiment)
    agent = make(name)
    assert isinstance(agent, Composed)
    assert setting.start != "agent"
    board = Board.random(setting.rules, supply.seed, 0, setting.start)
    game = Game(board)
    game.open(setting.start)
    agent.reset(setting.rules, stream(supply.seed, 0))
    taken = [_snapshot(game.view, agent.steps)]
    while game.state == "playing":
        carry_out(agent.choose(game.view), game, name)
        taken.append(_snapshot(game.view, agent.steps))
    free = setting.rules.cells - setting.rules.mines
    figures, rows = [], []
    for number, (words, share) in enumerate(STAGES, 1):
        view, knowledge = next(each for each in taken if len(each[0].opened) >= share * free)
        figures.append(
            Figure(
                f"{experiment.paper}-figure-{number}",
                f"Figure {number}: {name}, {words}",
                "boards",
                "",
                "",
                panels=(true_board(board), known_board(view, knowledge)),
                legend=LEGEND,
            )
        )
        rows.append(
            (
                words,
                f"{len(view.opened)}",
                f"{len(view.hits)}",
                f"{len(knowledge.mines)}",
                f"{len(knowledge.safe)}",
                f"{len(knowledge.constraints)}",
            )
        )
    header = ("stage", "open", "mines hit", "known mines", "known free, still covered", "equations left")
    table = Table("What the agent knows", header, tuple(rows))
    return Outcome(experiment, 1, (), (table,), tuple(figures))


LEGEND: tuple[tuple[CellKind, str], ...] = (
    ("mine", "known to be a mine"),
    ("free", "known to be free, still covered"),
    ("hit", "a mine that was hit"),
    ("covered", "covered, and nothing is known"),
)


def _snapshot(view: View, steps: tuple[str, ...]) -> Snapshot:
    """What the steps prove in a position, until no step proves more."""
    knowledge = Knowledge.of(view)
    before = -1
    while before < len(knowledge.facts):
        before = len(knowledge.facts)
        for step in steps:
            knowledge.native.run(step)
    return view, knowledge


def true_board(board: Board) -> Panel:
    """A board with all its mines and numbers."""
    mines = board.mines

    def look(cell: Cell) -> Look:
        around = sum(max(abs(cell[0] - row), abs(cell[1] - col)) == 1 for row, col in mines)
        return (MINE if cell in mines else str(around or "")), "open"

    return _panel("the board", board.rules.rows, board.rules.cols, look)


def known_board(view: View, knowledge: Knowledge) -> Panel:
    """What a player sees, with the cells that are known to be mines or free."""
    mines, safe = set(knowledge.mines), set(knowledge.safe)

    def look(cell: Cell) -> Look:
        if view[cell] == -1:
            return MINE, "hit"
        if view[cell] >= 0:
            return str(view[cell] or ""), "open"
        return (FLAG, "mine") if cell in mines else ("", "free" if cell in safe else "covered")

    return _panel("what the agent knows", view.rows, view.cols, look)


def _panel(title: str, rows: int, cols: int, look: Callable[[Cell], Look]) -> Panel:
    looks = [[look((row, col)) for col in range(cols)] for row in range(rows)]
    texts = tuple(tuple(text for text, _ in row) for row in looks)
    return Panel(title, texts, tuple(tuple(kind for _, kind in row) for row in looks))
