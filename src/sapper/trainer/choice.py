"""Choice: which exercise comes next. The core draws it, see `cpp/facade/trainer_requests.cpp`."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sapper.facade import ask
from sapper.trainer.exercise import KINDS, Exercise, Kind, shipped_exercises
from sapper.trainer.patterns import pattern
from sapper.trainer.progress import Progress


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
    asked = {"progress": progress.to_dict(), "now": now, "draws": [float(draw) for draw in rng.random(2)]}
    found = ask("choose_exercise", asked | {"exercises": [each.offer for each in fitting.values()]})
    return Next(fitting[found["name"]], found["has_returned"])
