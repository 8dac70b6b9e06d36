"""Mining: exercises from games that are played move by move."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from sapper import _core
from sapper.game.board import Board
from sapper.game.enums import State
from sapper.game.game import Game
from sapper.game.rules import Rules
from sapper.game.view import View
from sapper.solver.analysis import analyse
from sapper.solver.board_generator import generate
from sapper.solver.difficulty import needed_deduction
from sapper.trainer.exercise import Exercise
from sapper.trainer.guesses import Guesses, exact_guesses
from sapper.trainer.patterns import PATTERN_NAMES
from sapper.trainer.recognition import Recogniser, flagged

MOST_FREE = 6
"""A deduction with more free cells is too easy to find."""
MOST_FREE_SINGLE = 2
"""The same for deductions from single numbers, of which most positions have many."""
LEAST_COVERED = 6
"""Positions with fewer covered cells are left out, except for deductions from the mine count."""
LEAST_GUESSES = 3
"""Positions with fewer guesses are left out."""

GRADE_RATINGS = {
    "single-cell": 700,
    "subset": 1000,
    "pair": 1250,
    "mine-count": 1450,
    "k-relational": 1500,
    "exact": 1700,
}
"""The rating of a deduction by its grade, before `deduction_difficulty` adds to it."""
LESSON_RATINGS = {"equal-risk": 1300, "higher-risk": 1550}
"""The rating of a guess by its lesson, before `guess_difficulty` adds to it."""


def deductions(rules: Rules, seed: int, boards: int, wanted: Collection[str]) -> Iterator[Exercise]:
    """Yield deductions from boards that need no guess, at most one for each grade and board.

    Args:
        rules: The rules of the boards.
        seed: The stream of boards.
        boards: The number of boards.
        wanted: The grades that are wanted. It may change while the exercises are taken.
    """
    start = (rules.rows // 2, rules.cols // 2)
    for found in generate(rules, boards, seed=seed, start=start, no_guess=True, budget=None):
        if not wanted:
            return
        yield from _deductions_of(found.board, wanted)


def guesses(rules: Rules, seed: int, boards: int, wanted: Collection[str]) -> Iterator[Exercise]:
    """Yield guesses from games of `lowest-risk` on random boards, at most one a game.

    The arguments are those of `deductions`, and `wanted` holds lessons.
    """
    start = (rules.rows // 2, rules.cols // 2)
    for index in range(boards):
        if not wanted:
            return
        game = Game(Board.random(rules, seed, index, start))
        game.open(start)
        while game.state == State.PLAYING:
            view = game.view
            choice = _core.choose("lowest-risk", view)
            exercise = None if choice.certain else guess_exercise(view)
            if exercise is not None and exercise.grade in wanted:
                yield exercise
                break
            for cell in choice.cells if choice.certain else choice.cells[:1]:
                if game.state == State.PLAYING:
                    game.open(cell)


def deduction_exercise(view: View) -> Exercise | None:
    """Make the exercise of a view, if its free cells are few enough to be a puzzle."""
    cells, grade = needed_deduction(view)
    free = analyse(view).safe
    single = grade == "single-cell"
    if not cells or len(free) > (MOST_FREE_SINGLE if single else MOST_FREE):
        return None
    if len(view.covered) < LEAST_COVERED and grade != "mine-count":
        return None
    recogniser = Recogniser(view)
    found = [recognised for cell in free if (recognised := recogniser.of(cell)) is not None]
    if grade == "mine-count" and not any(each.numbers for each in found):
        return None  # every mine is known already: there is nothing to think about
    names = {name for each in found for name in each.names}
    # Known mines carry flags, as a player would have put them, except where finding them is the exercise.
    shown = view if single else recogniser.view
    return Exercise(
        "deduction",
        grade,
        deduction_difficulty(grade, min(len(each.numbers) for each in found), len(free), len(view.covered)),
        str(shown),
        tuple(name for name in PATTERN_NAMES if name in names),
    )


def guess_exercise(view: View) -> Exercise | None:
    """Make the exercise of a view, if its best guess is exactly known and beats the obvious one."""
    analysis = analyse(view)
    if analysis.safe:
        return None
    found = exact_guesses(view, analysis)
    if found is None or len(found.wins) < LEAST_GUESSES or found.lesson is None:
        return None
    lesson, obvious = found.lesson
    shown = flagged(view, analysis.mines)
    difficulty = guess_difficulty(found, lesson, obvious)
    win, other = round(found.best, 6), round(obvious, 6)
    return Exercise("guess", lesson, difficulty, str(shown), win=win, obvious=other)


def deduction_difficulty(grade: str, numbers: int, free: int, covered: int) -> int:
    """Return the rating of a deduction.

    Args:
        grade: The hardest deduction needed.
        numbers: How many numbers the shortest proof of a free cell needs.
        free: How many cells are certainly free. Each doubling makes one easier to find.
        covered: How many cells are covered. Each doubling makes the free ones harder to find.
    """
    harder = 60 * max(0, numbers - 2) + 40 * math.log2(covered / 20) - 60 * math.log2(free)
    return round(GRADE_RATINGS[grade] + harder)


def guess_difficulty(found: Guesses, lesson: str, obvious: float) -> int:
    """Return the rating of a guess. More guesses and a smaller margin make it harder."""
    more = math.log2(len(found.wins) / len(found.right) / 4)
    margin = math.log2((found.best - obvious) / 0.1)
    return round(LESSON_RATINGS[lesson] + 80 * more - 60 * margin)


def _deductions_of(board: Board, wanted: Collection[str]) -> Iterator[Exercise]:
    game, left = Game(board), set(wanted)
    game.open(board.start)
    while left and game.state == State.PLAYING:
        view = game.view
        cells, grade = needed_deduction(view)
        exercise = deduction_exercise(view) if grade in left else None
        if exercise is not None:
            left.remove(grade)
            yield exercise
        for cell in cells:
            if game.state == State.PLAYING:
                game.open(cell)
