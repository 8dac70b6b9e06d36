"""Progress: what a player has solved and missed, as a JSON document that the page and the terminal share.

The core keeps it: ratings, repetitions and what an answer changes are in `cpp/facade/trainer_progress.hpp`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from sapper.facade import ask
from sapper.trainer.exercise import KINDS, Exercise, Kind


@dataclass(frozen=True, slots=True)
class Rating:
    """A Glicko rating and its standard deviation. The default is that of a player without results."""

    value: float = 1500.0
    deviation: float = 350.0


@dataclass(frozen=True, slots=True)
class Repetition:
    """A missed exercise that will come back."""

    box: int
    due: int
    """The time at which it comes back, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one answer changed."""

    right: bool
    before: float
    """The rating before the answer."""
    after: float
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
        found = self.state(now)["standings"][kind]
        return Rating(found["rating"], found["deviation"])

    def due(self, now: int) -> list[str]:
        """List the exercises whose time to come back has come, the longest overdue first."""
        due: list[str] = self._ask("progress", now)["due"]
        return due

    def state(self, now: int) -> dict[str, Any]:
        """Return the ratings and repetitions now, as the page shows them."""
        state: dict[str, Any] = self._ask("progress", now)["state"]
        return state

    def record(self, exercise: Exercise, right: bool, now: int) -> Result:
        """Add an answer. The first answer to an exercise changes the rating; a miss lets it come back."""
        found = self._ask("add_answer", now, exercise=exercise.offer, right=right)
        self._read(found["progress"])
        return Result(right, found["before"], found["after"], found["is_repeated"])

    def to_dict(self) -> dict[str, Any]:
        """Return the progress as JSON."""
        return {
            "format": 1,
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
        progress = cls()
        document = {} if given is None else given
        progress._read(ask("progress", {"progress": document, "now": 0})["progress"])
        return progress

    def _ask(self, request: str, now: int, **fields: Any) -> dict[str, Any]:
        return ask(request, {"progress": self.to_dict(), "now": now, **fields})

    def _read(self, document: dict[str, Any]) -> None:
        for kind in KINDS:
            entry = document["ratings"][kind]
            self.ratings[kind] = Rating(entry["rating"], entry["deviation"])
            self.rated_at[kind], self.answered[kind] = entry["at"], entry["answered"]
            self.right[kind] = entry["right"]
        self.seen = dict.fromkeys(document["seen"])
        self.repetitions = {name: Repetition(*pair) for name, pair in document["repetitions"].items()}
        self.history = [(at, kind, rating) for at, kind, rating in document["history"]]
