"""Exercise: a position to solve, and the file of exercises that the package ships."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, Self, get_args

from sapper.game.view import View

Kind = Literal["deduction", "guess"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""What an exercise asks for: a cell that is certainly free, or the guess that wins most often."""

FILE = Path(__file__).with_name("exercises.jsonl.gz")
"""The shipped exercises. `research/make_exercises.py` writes the file."""


@dataclass(frozen=True)
class Exercise:
    """A position to solve.

    In an exercise of the kind ``deduction``, some covered cells are certainly free, and the player names one
    or all of them. In one of the kind ``guess``, none is, and the player names the guess that wins most
    often.
    """

    kind: Kind
    grade: str
    """For a deduction, the hardest deduction needed: a `Difficulty`. For a guess, one of `LESSONS`."""
    difficulty: int
    """The rating of the exercise."""
    position: str
    """The position text. The flags mark mines that are known; all of them are right."""
    patterns: tuple[str, ...] = ()
    """The names of the patterns that prove the free cells, the easiest first."""
    win: float | None = None
    """For a guess, the exact probability of winning after the best move."""
    obvious: float | None = None
    """For a guess, the exact probability of winning after the obvious move."""

    @cached_property
    def name(self) -> str:
        """A name that depends on the position alone, so that it stays the same when exercises are added."""
        return sha256(self.position.encode()).hexdigest()[:10]

    @property
    def view(self) -> View:
        """What the player sees."""
        return View.parse(self.position)

    @property
    def offer(self) -> dict[str, Any]:
        """What the core needs to know of an exercise that may come next."""
        return {"name": self.name, "kind": self.kind, "difficulty": self.difficulty}

    def to_dict(self) -> dict[str, Any]:
        """Return the exercise as JSON, without the fields that its kind does not have."""
        found: dict[str, Any] = {
            "kind": self.kind,
            "grade": self.grade,
            "difficulty": self.difficulty,
            "position": self.position,
        }
        if self.patterns:
            found["patterns"] = list(self.patterns)
        if self.win is not None:
            found |= {"win": self.win, "obvious": self.obvious}
        return found

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> Self:
        """Read what `to_dict` returned."""
        return cls(**{**given, "patterns": tuple(given.get("patterns", ()))})


def write_exercises(file: Path, exercises: Iterable[Exercise]) -> None:
    """Write exercises as compressed JSON lines. The same exercises give the same bytes."""
    lines = "".join(json.dumps(each.to_dict(), separators=(",", ":")) + "\n" for each in exercises)
    file.write_bytes(gzip.compress(lines.encode(), 9, mtime=0))


def read_exercises(file: Path = FILE) -> tuple[Exercise, ...]:
    """Read the file that `write_exercises` wrote."""
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    return tuple(Exercise.from_dict(json.loads(line)) for line in lines)


@cache
def shipped_exercises() -> dict[str, Exercise]:
    """Return the shipped exercises by name."""
    return {each.name: each for each in read_exercises()}


def exercise(name: str) -> Exercise:
    """Return the shipped exercise with a name.

    Raises:
        ValueError: No exercise has this name.
    """
    found = shipped_exercises().get(name)
    if found is None:
        raise ValueError(f"there is no exercise {name!r} in this version of Sapper")
    return found
