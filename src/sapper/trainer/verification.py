"""Verification: whether everything that an exercise states is what the engine computes."""

from __future__ import annotations

from sapper.solver.analysis import analyse
from sapper.solver.difficulty import needed_deduction
from sapper.trainer.exercise import Exercise
from sapper.trainer.guesses import exact_guesses
from sapper.trainer.patterns import PATTERN_NAMES
from sapper.trainer.recognition import Recogniser

ROUNDING = 1e-6
"""The stated probabilities are rounded to six digits."""


def problem_of(exercise: Exercise) -> str | None:
    """Say what is wrong with an exercise; None if the engine confirms all of it."""
    view = exercise.view
    analysis = analyse(view)
    if not analysis.exact:
        return "its risks are not exact"
    if any(view.flags[cell] and analysis.risk[cell] != 1 for cell in view.covered):
        return "a flag stands on a cell that is not certainly a mine"
    if exercise.kind == "deduction":
        return _problem_of_deduction(exercise, analysis.safe)
    return _problem_of_guess(exercise, analysis.safe)


def _problem_of_deduction(exercise: Exercise, free: list[tuple[int, int]]) -> str | None:
    view = exercise.view
    _, grade = needed_deduction(view)
    if not free or grade != exercise.grade:
        return f"it is graded {exercise.grade} and needs {grade}"
    recogniser = Recogniser(view)
    found = [recogniser.of(cell) for cell in free]
    if any(each is None or each.mine for each in found):
        return "the pattern of a free cell does not prove it"
    names = {name for each in found if each is not None for name in each.names}
    if exercise.patterns != tuple(name for name in PATTERN_NAMES if name in names):
        return f"it names the patterns {exercise.patterns}, not {sorted(names)}"
    return None


def _problem_of_guess(exercise: Exercise, free: list[tuple[int, int]]) -> str | None:
    view = exercise.view
    if free:
        return "a cell is certainly free, so no guess is needed"
    found = exact_guesses(view, analyse(view))
    if found is None:
        return "its guesses have no exact values"
    if found.lesson is None or found.lesson[0] != exercise.grade:
        return f"it is graded {exercise.grade}, but its lesson is {found.lesson}"
    stated = (exercise.win, exercise.obvious)
    for value, says in zip((found.best, found.lesson[1]), stated, strict=True):
        if says is None or abs(value - says) > ROUNDING:
            return f"it states {says} where the engine says {value}"
    return None
