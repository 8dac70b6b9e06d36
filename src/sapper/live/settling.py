"""Waiting for a screen: until two reads in a row agree, instead of sleeping for a fixed time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from sapper.live.sight import Screen, ScreenLost, Sight


class Stopped(Exception):  # noqa: N818 - the name says what happened
    """The person at the keyboard stopped the player."""


@dataclass(frozen=True)
class Pace:
    """How fast to act and how long to wait."""

    per_second: float | None = None
    """The most cells opened or flagged a second; None for no limit."""
    poll: float = 0.01
    """The seconds between two reads."""
    patience: float = 2.0
    """The seconds that the program gets to show the result of an action before the action is repeated."""
    lost_after: float = 20.0
    """The seconds without any readable board after which the program counts as lost."""

    def __post_init__(self) -> None:
        if self.per_second is not None and not 0 < self.per_second < float("inf"):
            raise ValueError(f"the limit of cells a second is a number above 0, not {self.per_second!r}")


class Watcher:
    """Reads a screen until it has settled, and stops as soon as `stop` returns true."""

    def __init__(self, screen: Screen, pace: Pace, stop: Callable[[], bool] | None = None) -> None:
        self._screen, self._pace, self._stop = screen, pace, stop
        self.reads = 0
        """How often the screen was read."""
        self.shape: tuple[int, int] | None = None
        """The size of the board, once it is known. A sight of another size is a misreading, or no board."""

    def check(self) -> None:
        """Raise `Stopped` if the player is to stop."""
        if self._stop is not None and self._stop():
            raise Stopped

    def pause(self, seconds: float) -> None:
        """Wait, but no longer than until the player is to stop."""
        end = time.monotonic() + seconds
        self.check()
        while (left := end - time.monotonic()) > 0:
            time.sleep(min(left, 0.02))
            self.check()

    def glance(self) -> Sight | None:
        """Read the screen once."""
        self.check()
        self.reads += 1
        sight = self._screen.read()
        return None if sight is not None and self.shape not in (None, sight.view.shape) else sight

    def settled(self, until: Callable[[Sight], bool] = lambda sight: True) -> tuple[Sight, bool]:
        """Read until two reads in a row agree and `until` holds, or until the patience is over.

        Returns:
            The last sight, and whether `until` holds for it.

        Raises:
            ScreenLost: No board was readable for a long time, as when the window was closed.
            Stopped: The player is to stop.
        """
        began = time.monotonic()
        last: Sight | None = None
        while True:
            sight = self.glance()
            if sight is not None:
                # A clock beside the board is no part of a sight, so equal sights mean a still board.
                if last is not None and replace(sight, doubtful=()) == replace(last, doubtful=()):
                    if until(sight):
                        return sight, True
                    if time.monotonic() - began > self._pace.patience:
                        return sight, False
                last = sight
            if time.monotonic() - began > self._pace.lost_after:
                if last is None:
                    raise ScreenLost(f"no board was seen for {self._pace.lost_after:.0f} seconds")
                return last, until(last)
            self.pause(self._pace.poll)
