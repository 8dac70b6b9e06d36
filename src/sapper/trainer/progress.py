"""Progress: what a player has solved and missed, as a JSON document that the page and the terminal share."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Self

from sapper.trainer.exercise import KINDS, Exercise, Kind
from sapper.trainer.glicko import Rating
from sapper.trainer.schedule import BOXES, DAY, Repetition

FORMAT = 1
MOST_HISTORY = 2_000
"""The history keeps this many results, the newest ones."""
MOST_NAMES = 100_000
"""A progress that names more exercises is refused."""
LATEST = 2**53
"""The largest time in a progress."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one answer changed."""

    right: bool
    before: Rating
    after: Rating
    is_repeated: bool
    """Whether the exercise was answered before. Then the rating stays."""


@dataclass
class Progress:
    """The ratings of a player, the exercises seen, and those that come back. Times are seconds since 1970."""

    ratings: dict[Kind, Rating] = field(default_factory=lambda: {kind: Rating() for kind in KINDS})
    rated_at: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    """When each rating last changed; 0 if it never did."""
    answered: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    right: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    seen: dict[str, None] = field(default_factory=dict)
    """The names of the exercises answered so far, the first one first."""
    repetitions: dict[str, Repetition] = field(default_factory=dict)
    """The missed exercises that come back, by name."""
    history: list[tuple[int, Kind, int]] = field(default_factory=list)
    """The time, the kind and the new rating of each rated answer."""

    def rating(self, kind: Kind, now: int) -> Rating:
        """Return the rating of a kind now. Its deviation has grown since the last answer."""
        since = self.rated_at[kind]
        return self.ratings[kind].idle((now - since) / DAY) if since else self.ratings[kind]

    def due(self, now: int) -> list[str]:
        """List the exercises whose time to come back has come, the longest overdue first."""
        found = [name for name, repetition in self.repetitions.items() if repetition.due <= now]
        return sorted(found, key=lambda name: (self.repetitions[name].due, name))

    def record(self, exercise: Exercise, right: bool, now: int) -> Result:
        """Add an answer. The first answer to an exercise changes the rating; a miss lets it come back."""
        kind, name = exercise.kind, exercise.name
        before = after = self.rating(kind, now)
        self.answered[kind] += 1
        self.right[kind] += right
        is_repeated = name in self.seen
        if not is_repeated:
            after = before.after([(exercise.rating, float(right))])
            self.ratings[kind], self.rated_at[kind] = after, now
            self.seen[name] = None
            self.history = [*self.history, (now, kind, round(after.value))][-MOST_HISTORY:]
        repetition = self.repetitions.pop(name, None)
        later = None
        if repetition is not None:
            later = repetition.after(right, now)
        elif not right:
            later = Repetition.of_missed(now)
        if later is not None:
            self.repetitions[name] = later
        return Result(right, before, after, is_repeated)

    def to_dict(self) -> dict[str, Any]:
        """Return the progress as JSON."""
        return {
            "format": FORMAT,
            "ratings": {
                kind: {
                    "rating": rating.value,
                    "deviation": rating.deviation,
                    "at": self.rated_at[kind],
                    "answered": self.answered[kind],
                    "right": self.right[kind],
                }
                for kind, rating in self.ratings.items()
            },
            "seen": list(self.seen),
            "repetitions": {name: [each.box, each.due] for name, each in self.repetitions.items()},
            "history": [list(entry) for entry in self.history],
        }

    @classmethod
    def from_dict(cls, given: object) -> Self:
        """Read what `to_dict` returned.

        Raises:
            ValueError: It is no progress of this format.
        """
        if not isinstance(given, dict) or given.get("format") != FORMAT:
            raise ValueError(f'this is not the trainer\'s progress: it has no "format": {FORMAT}')
        try:
            return cls._read(given)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ValueError(f"the progress of the trainer is damaged: {_what(error)}") from None

    @classmethod
    def _read(cls, given: dict[str, Any]) -> Self:
        progress = cls()
        for kind in KINDS:
            entry = given["ratings"][kind]
            progress.ratings[kind] = Rating(
                _number("a rating", entry["rating"], -10_000, 10_000),
                _number("a deviation", entry["deviation"], 1, 350),
            )
            progress.rated_at[kind] = _whole("a time", entry["at"], LATEST)
            progress.answered[kind] = _whole("a count", entry["answered"], LATEST)
            progress.right[kind] = _whole("a count", entry["right"], progress.answered[kind])
        names = [*given["seen"], *given["repetitions"]]
        if len(names) > MOST_NAMES or not all(isinstance(name, str) and len(name) <= 64 for name in names):
            raise ValueError("the exercises are named by short texts")
        progress.seen = dict.fromkeys(given["seen"])
        for name, (box, due) in given["repetitions"].items():
            number, at = _whole("a box", box, len(BOXES) - 1), _whole("a time", due, LATEST)
            progress.repetitions[name] = Repetition(number, at)
        for at, kind, rating in given["history"][-MOST_HISTORY:]:
            if kind not in KINDS:
                raise ValueError(f"there is no kind {kind!r}")
            value = round(_number("a rating", rating, -10_000, 10_000))
            progress.history.append((_whole("a time", at, LATEST), kind, value))
        return progress


def _number(what: str, value: object, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError(f"{what} cannot be {value!r}")
    return float(value)


def _whole(what: str, value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{what} cannot be {value!r}")
    if value != int(value) or not 0 <= value <= most:
        raise ValueError(f"{what} cannot be {value!r}")
    return int(value)


def _what(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
