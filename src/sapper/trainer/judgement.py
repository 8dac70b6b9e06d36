"""Judgement: whether an answer is right, with the proof or the win rates that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import analyse
from sapper.solver.explanation import explain_cell
from sapper.trainer.exercise import Exercise
from sapper.trainer.guesses import Guesses, exact_guesses
from sapper.trainer.patterns import pattern
from sapper.trainer.recognition import Recogniser


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a cell is free."""

    cell: Cell
    numbers: tuple[Cell, ...]
    uses_mine_count: bool
    pattern: str
    is_reduced: bool
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the proof as JSON."""
        return {
            "cell": list(self.cell),
            "numbers": [list(cell) for cell in self.numbers],
            "uses_mine_count": self.uses_mine_count,
            "pattern": self.pattern,
            "reduced": self.is_reduced,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A guess with its risk, and the exact probability of winning after it."""

    cell: Cell
    risk: float
    win: float

    def to_dict(self) -> dict[str, Any]:
        """Return the move as JSON."""
        return {"cell": list(self.cell), "risk": self.risk, "win": self.win}


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on an answer."""

    right: bool
    sentence: str
    solution: tuple[Cell, ...]
    """All right cells: those that are certainly free, or the best guesses."""
    mines: tuple[Cell, ...]
    """The cells that are certainly mines."""
    proofs: tuple[Proof, ...] = ()
    """For a deduction, the proof of each free cell."""
    moves: tuple[RatedMove, ...] = ()
    """For a guess, every guess, the best first."""

    def to_dict(self) -> dict[str, Any]:
        """Return the judgement as JSON."""
        return {
            "right": self.right,
            "sentence": self.sentence,
            "solution": [list(cell) for cell in self.solution],
            "mine_cells": [list(cell) for cell in self.mines],
            "proofs": [proof.to_dict() for proof in self.proofs],
            "moves": [move.to_dict() for move in self.moves],
        }


def judge(exercise: Exercise, answer: Sequence[Cell], find_all: bool = False) -> Judgement:
    """Judge an answer.

    Args:
        exercise: The exercise.
        answer: The cells that the player names. For a guess it is one cell. For a deduction it is one or more
            cells, and all of them must be certainly free. No cell means that the player gives up.
        find_all: Whether a deduction must name all free cells.

    Raises:
        ValueError: A cell is not covered or lies outside the board, or a guess names several cells.
    """
    view = exercise.view
    cells = [_covered(view, cell) for cell in dict.fromkeys(map(tuple, answer))]
    if exercise.kind == "deduction":
        return _judge_deduction(view, cells, find_all)
    if len(cells) > 1:
        raise ValueError("a guess is one cell")
    return _judge_guess(view, cells)


def _covered(view: View, cell: tuple[Any, ...]) -> Cell:
    if len(cell) != 2 or not (0 <= cell[0] < view.rows and 0 <= cell[1] < view.cols):
        raise ValueError(f"the cell {cell} lies outside the {view.rows}x{view.cols} board")
    if view[cell] != -2:
        raise ValueError(f"the cell {cell} is open already")
    return cell[0], cell[1]


def _judge_deduction(view: View, cells: list[Cell], find_all: bool) -> Judgement:
    recogniser = Recogniser(view)
    free = recogniser.analysis.safe
    wrong = [cell for cell in cells if cell not in free]
    missing = [cell for cell in free if cell not in cells]
    right = bool(cells) and not wrong and not (find_all and missing)
    return Judgement(
        right,
        _deduction_sentence(recogniser, cells, wrong, missing if find_all else []),
        tuple(sorted(free)),
        tuple(sorted(recogniser.analysis.mines)),
        proofs=tuple(_proof(recogniser, cell) for cell in sorted(free)),
    )


def _deduction_sentence(
    recogniser: Recogniser, cells: list[Cell], wrong: list[Cell], missing: list[Cell]
) -> str:
    if not cells:
        return "Here is the solution."
    if wrong:
        risk = float(recogniser.analysis.risk[wrong[0]])
        if risk == 1:
            return f"The cell {wrong[0]} is certainly a mine."
        return f"The cell {wrong[0]} is not certain: it is a mine in {risk:.1%} of all layouts."
    if missing:
        more = "one more cell is" if len(missing) == 1 else f"{len(missing)} more cells are"
        return f"Right so far, but {more} certainly free."
    return "Right: it is certainly free." if len(cells) == 1 else "Right: all of them are certainly free."


def _proof(recogniser: Recogniser, cell: Cell) -> Proof:
    found = recogniser.of(cell)
    assert found is not None
    text = _text(recogniser.view, cell, found.numbers, found.uses_mine_count)
    if text is None:
        explained = explain_cell(recogniser.view, recogniser.analysis, cell, trust_flags=True)
        text = explained.text.removeprefix("certain: ")
    return Proof(cell, found.numbers, found.uses_mine_count, found.pattern, found.is_reduced, text)


def _text(view: View, cell: Cell, numbers: tuple[Cell, ...], uses_mine_count: bool) -> str | None:
    """Say which numbers prove a cell; None if the proof is not about a few numbers alone."""
    if uses_mine_count or not 1 <= len(numbers) <= 4:
        return None
    named = [f"the {view[number]} at {number}" for number in numbers]
    listed = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    known = any(view.flags[near] for number in numbers for near in view.neighbours(number))
    flags = "with the flagged mines, " if known else ""
    return f"{flags}{listed} leave{'s' if len(named) == 1 else ''} no mine at {cell}"


def _judge_guess(view: View, cells: list[Cell]) -> Judgement:
    analysis = analyse(view)
    guesses = exact_guesses(view, analysis)
    if guesses is None:
        raise ValueError("the guesses of this position have no exact values")
    order = sorted(guesses.wins, key=lambda cell: (-guesses.wins[cell], guesses.risks[cell], cell))
    right = bool(cells) and cells[0] in guesses.right
    return Judgement(
        right,
        _guess_sentence(guesses, order[0], cells),
        tuple(guesses.right),
        tuple(sorted(analysis.mines)),
        moves=tuple(RatedMove(cell, guesses.risks[cell], guesses.wins[cell]) for cell in order),
    )


def _guess_sentence(guesses: Guesses, best: Cell, cells: list[Cell]) -> str:
    top = f"{best} wins {guesses.best:.1%} of all games"
    if not cells:
        equal = sum(guesses.best - win < 1e-9 for win in guesses.wins.values())
        if equal > 1:
            return f"There are {equal} best guesses; each wins {guesses.best:.1%} of all games."
        return f"The best guess is {top.replace(' wins', ', which wins')}."
    cell = cells[0]
    if cell not in guesses.wins:
        return f"The cell {cell} is certainly a mine. {top}."
    if cell in guesses.right:
        return f"Right: {cell} wins {guesses.wins[cell]:.1%} of all games."
    cost = 100 * (guesses.best - guesses.wins[cell])
    return f"The guess {cell} wins {guesses.wins[cell]:.1%}, {cost:.1f} points less: {top}."


def pattern_sentence(proof: Proof) -> str:
    """Name the pattern of a proof, and explain it."""
    found = pattern(proof.pattern)
    title = f"{found.title}, reduced" if proof.is_reduced else found.title
    return f"{title}. {found.text}"
