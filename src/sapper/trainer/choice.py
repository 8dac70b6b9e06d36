"""Choice: which exercise comes next."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sapper.trainer.exercise import KINDS, Exercise, Kind, shipped_exercises
from sapper.trainer.patterns import pattern
from sapper.trainer.progress import Progress

NEAREST = 24
"""The next exercise is drawn from this many whose rating is nearest to that of the player."""


@dataclass(frozen=True, slots=True)
class Next:
    """The next exercise."""

    exercise: Exercise
    has_returned: bool
    """Whether it was missed before and has come back."""


def next_exercise(
    progress: Progress,
    rng: Generator,
    now: int,
    kind: Kind | None = None,
    pattern_name: str | None = None,
    without: frozenset[str] = frozenset(),
) -> Next:
    """Choose the next exercise: one that has come back, else a new one of the player's strength.

    When all exercises have been seen, any of them is drawn.

    Args:
        progress: What the player has solved so far.
        rng: The source of random choices.
        now: The time in seconds since 1970.
        kind: The kind wanted; None for any.
        pattern_name: The pattern that must prove a cell; None for any. Only deductions have patterns.
        without: The names of exercises that must not be chosen.

    Raises:
        ValueError: No exercise has this kind and pattern.
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"there is no kind {kind!r}; the kinds are {' and '.join(KINDS)}")
    if pattern_name is not None:
        pattern(pattern_name)  # raises an error that lists the patterns
        if kind == "guess":
            raise ValueError("guesses have no pattern: leave the pattern out, or choose deductions")
    exercises = shipped_exercises()
    fitting = {
        name: each
        for name, each in exercises.items()
        if name not in without
        and (kind is None or each.kind == kind)
        and (pattern_name is None or pattern_name in each.patterns)
    }
    if not fitting:
        raise ValueError("no other exercise fits the choice")
    for name in progress.due(now):
        if name in fitting:
            return Next(fitting[name], True)
    fresh = [each for name, each in fitting.items() if name not in progress.seen]
    if not fresh:
        names = list(fitting)
        return Next(fitting[names[int(rng.integers(len(names)))]], False)
    kinds = [each for each in KINDS if any(exercise.kind == each for exercise in fresh)]
    drawn = kinds[int(rng.integers(len(kinds)))]
    level = progress.rating(drawn, now).value
    mine = sorted(
        (each for each in fresh if each.kind == drawn),
        key=lambda each: (abs(each.difficulty - level), each.name),
    )[:NEAREST]
    return Next(mine[int(rng.integers(len(mine)))], False)
