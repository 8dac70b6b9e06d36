"""Where the time of a reviewed game went. The core computes it, see `cpp/facade/time_use.hpp`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TimeUse:
    """The seconds of a game by the kind of the move that they came before."""

    certain: float
    """The seconds before moves that opened only certain cells."""
    guesses: float
    """The seconds before all other moves that opened cells."""
    flags: float
    """The seconds before flags."""
    hesitations: tuple[tuple[int, float], ...]
    """The longest pauses before certain moves, as (number of the move, seconds), the longest first.

    At most five are listed. Each took at least a second and three times the usual pause before such a move.
    """
    sentence: str
    """All of this in one or two sentences."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "certain": self.certain,
            "guesses": self.guesses,
            "flags": self.flags,
            "hesitations": [{"number": number, "seconds": seconds} for number, seconds in self.hesitations],
            "sentence": self.sentence,
        }


def times_of_answer(answer: dict[str, Any]) -> TimeUse:
    """Read it from an answer of the facade."""
    slow = tuple((each["number"], each["seconds"]) for each in answer["hesitations"])
    return TimeUse(answer["certain"], answer["guesses"], answer["flags"], slow, answer["sentence"])
