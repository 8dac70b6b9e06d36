"""Follower: watches a person play, and says what changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from sapper.errors import InconsistentView
from sapper.game.record import GameRecord
from sapper.live.player import has_ended
from sapper.live.profiles import UNKNOWN, Profile
from sapper.live.recording import Recorder
from sapper.live.settling import Pace, Watcher
from sapper.live.sight import Screen, ScreenLost, Sight
from sapper.solver.analysis import analyse


class Follower:
    """Watches one game after the other on any `Screen`, and acts on nothing.

    Args:
        screen: The program.
        profile: What is known about the program.
        pace: How often to look.
        stop: Asked while waiting. `Stopped` is raised once it returns true.
    """

    def __init__(
        self,
        screen: Screen,
        profile: Profile = UNKNOWN,
        pace: Pace | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._profile, self._pace = profile, pace or Pace(poll=0.02)
        self._watcher = Watcher(screen, self._pace, stop)
        self._recorder: Recorder | None = None

    def sights(self) -> Iterator[Sight]:
        """Yield every new position of a game that some layout fits, up to its end.

        A game that is already over is waited for until another begins.

        Raises:
            ScreenLost: The program has closed.
            Stopped: The follower was stopped.
        """
        self._recorder = None
        last: Sight | None = None
        while last is None or not has_ended(last, self._profile):
            sight = self._next(last)
            now = time.monotonic()
            if last is None and has_ended(sight, self._profile):
                continue
            if self._recorder is None or (last is not None and sight.view.shape != last.view.shape):
                self._recorder = Recorder(sight, now, self._profile.flags_to_win)
            else:
                self._recorder.see(sight, now)
            last = sight
            yield sight

    def record(self) -> GameRecord | None:
        """The record of the game followed last, as far as it was seen; None if none was seen."""
        return None if self._recorder is None else self._recorder.record(self._profile.first_move)

    def _next(self, last: Sight | None) -> Sight:
        """Wait for a sight that differs from the last one."""
        candidate: Sight | None = None
        unseen = time.monotonic()
        while True:
            sight = self._watcher.glance()
            if sight is None:
                if time.monotonic() - unseen > self._pace.lost_after:
                    raise ScreenLost(f"no board was seen for {self._pace.lost_after:.0f} seconds")
            else:
                unseen = time.monotonic()
                if sight == candidate and sight != last and self._fits(sight):
                    return sight
                candidate = sight
            self._watcher.pause(self._pace.poll)

    def _fits(self, sight: Sight) -> bool:
        """Whether the sight makes sense. A picture taken while the program draws may not."""
        if has_ended(sight, self._profile):
            return True
        try:
            analyse(sight.view)
        except InconsistentView:
            return False
        return True
