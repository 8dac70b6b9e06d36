"""Judgement: whether an answer is right, with the proof or the win rates that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sapper.facade import ask
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import analyse
from sapper.solver.explanation import explain_cell
from sapper.trainer.exercise import Exercise
from sapper.trainer.guesses import exact_guesses
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
    solution = _free_cells(view) if exercise.kind == "deduction" else _guesses(view)
    asked = {
        "kind": exercise.kind,
        "position": view,
        "cells": [list(cell) for cell in answer],
        "find_all": find_all,
        "solution": [list(cell) for cell in solution.solution],
        "moves": [move.to_dict() for move in solution.moves],
    }
    judged = ask("judge_answer", asked)
    return replace(solution, right=judged["right"], sentence=judged["sentence"])


def _free_cells(view: View) -> Judgement:
    """The solution of a deduction, without an answer."""
    recogniser = Recogniser(view)
    free = sorted(recogniser.analysis.safe)
    return Judgement(
        False,
        "",
        tuple(free),
        tuple(sorted(recogniser.analysis.mines)),
        proofs=tuple(_proof(recogniser, cell) for cell in free),
    )


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


def _guesses(view: View) -> Judgement:
    """The solution of a guess, without an answer."""
    analysis = analyse(view)
    guesses = exact_guesses(view, analysis)
    if guesses is None:
        raise ValueError("the guesses of this position have no exact values")
    order = sorted(guesses.wins, key=lambda cell: (-guesses.wins[cell], guesses.risks[cell], cell))
    return Judgement(
        False,
        "",
        tuple(guesses.right),
        tuple(sorted(analysis.mines)),
        moves=tuple(RatedMove(cell, guesses.risks[cell], guesses.wins[cell]) for cell in order),
    )


def pattern_sentence(proof: Proof) -> str:
    """Name the pattern of a proof, and explain it."""
    found = pattern(proof.pattern)
    title = f"{found.title}, reduced" if proof.is_reduced else found.title
    return f"{title}. {found.text}"
