"""Schedule: when a missed exercise comes back. It is spaced repetition in boxes, after Sebastian Leitner."""

from __future__ import annotations

from dataclasses import dataclass

MINUTE, DAY = 60, 86_400
BOXES = (10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY)
"""The seconds until an exercise comes back, by its box. A missed exercise goes into the first box."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """A missed exercise that will come back."""

    box: int
    due: int
    """The time at which it comes back, in seconds since 1970."""

    @classmethod
    def of_missed(cls, now: int) -> Repetition:
        """Return the repetition of an exercise that was missed just now."""
        return cls(0, now + BOXES[0])

    def after(self, right: bool, now: int) -> Repetition | None:
        """Return the next repetition after an answer; None once the exercise has left the last box.

        >>> Repetition(0, due=100).after(True, now=100)
        Repetition(box=1, due=86500)
        >>> Repetition(4, due=100).after(True, now=100) is None
        True
        """
        if not right:
            return Repetition.of_missed(now)
        if now < self.due:
            return self  # solved again before its time, so nothing is known about remembering it
        box = self.box + 1
        return Repetition(box, now + BOXES[box]) if box < len(BOXES) else None
