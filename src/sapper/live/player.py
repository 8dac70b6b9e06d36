"""LivePlayer: plays games in a running program. It settles, reads, decides, acts, and notices the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sapper.agents.base import Agent, Decision
from sapper.agents.registry import make
from sapper.errors import InconsistentView
from sapper.game.enums import Act
from sapper.game.record import GameRecord
from sapper.game.rules import Cell
from sapper.live.advice import advice, begin, opened_all
from sapper.live.profiles import UNKNOWN, Profile
from sapper.live.recording import Deed, Recorder
from sapper.live.settling import Pace, Watcher
from sapper.live.sight import Screen, ScreenLost, Sight
from sapper.solver.analysis import analyse
from sapper.solver.layout_completion import complete_layout

ATTEMPTS = 4
"""How often an action that changes nothing, or a reading that is impossible, is tried again."""
BATCH = 16
"""The most cells that are opened before the keyboard is asked again whether to stop."""
FINAL_SECONDS = 15.0
"""How long a board may flash, or be covered by a message, at the end of a game."""
STILL_SECONDS = 0.1
"""How long the last sight must not change."""


@dataclass(frozen=True)
class LiveGame:
    """A game that was played in a running program."""

    record: GameRecord
    final: Sight
    seconds: float
    """From the first read to the end."""
    thinking: float
    """The part of the seconds that the agent took."""
    guesses: int
    reads: int
    repeated: int
    """How many actions had to be repeated, because the program did not show their result."""

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.record.won


class LivePlayer:
    """Plays on any `Screen`.

    Args:
        screen: The program.
        agent: The name of an agent, or an agent. It decides from views alone.
        profile: What is known about the program.
        pace: Limits and patience.
        stop: Asked before every action and while waiting. The player raises `Stopped` once it returns true.
        show: Called with every sight and the decision that follows from it.
    """

    def __init__(
        self,
        screen: Screen,
        agent: str | Agent = "sapper-strong",
        profile: Profile = UNKNOWN,
        pace: Pace | None = None,
        stop: Callable[[], bool] | None = None,
        show: Callable[[Sight, Decision], None] | None = None,
    ) -> None:
        self._screen, self._profile, self._pace = screen, profile, pace or Pace()
        self._agent: Agent = make(agent) if isinstance(agent, str) else agent
        self._name = agent if isinstance(agent, str) else getattr(agent, "name", "")
        self._stop, self._show = stop, show
        self._watcher = Watcher(screen, self._pace, stop)
        self._repeated = 0

    def play(self) -> LiveGame:
        """Play the game on the screen from where it stands to its end.

        Raises:
            ScreenLost: The program cannot be seen, does not respond, or shows what no layout fits.
            Stopped: The player was stopped.
        """
        began, thinking, guesses = time.monotonic(), 0.0, 0
        self._watcher = Watcher(self._screen, self._pace, self._stop)
        self._repeated = 0
        sight = self._readable()
        self._watcher.shape = sight.view.shape
        recorder = Recorder(sight, time.monotonic(), self._profile.flags_to_win)
        begin(self._agent, sight.view, self._profile)
        while not has_ended(sight, self._profile):
            thought = time.monotonic()
            decision = advice(sight.view, self._agent, self._profile)
            thinking += time.monotonic() - thought
            if self._show is not None:
                self._show(sight, decision)
            if decision.gives_up:
                raise ScreenLost(f"no move is left on the screen, but the game goes on: {sight.view}")
            guesses += decision.is_guess and not sight.view.is_untouched
            sight = self._carry_out(decision, sight, recorder)
            recorder.see(sight, time.monotonic())
        sight = self._final(sight)
        recorder.see(sight, time.monotonic())
        try:
            record = recorder.record(self._profile.first_move, self._name)
        except InconsistentView as error:
            raise ScreenLost(f"what was read at the end is impossible: {error}") from None
        seconds = time.monotonic() - began
        return LiveGame(record, sight, seconds, thinking, guesses, self._watcher.reads, self._repeated)

    def next_game(self) -> None:
        """Begin another game, and wait until it is shown. Some programs begin with some cells open.

        Raises:
            ScreenLost: The program does not begin one.
        """
        self._watcher.shape = None
        for _ in range(ATTEMPTS):
            self._screen.new_game()
            _, done = self._watcher.settled(lambda sight: not has_ended(sight, self._profile))
            if done:
                return
        raise ScreenLost("the program does not begin another game; begin one yourself")

    def _readable(self, sight: Sight | None = None) -> Sight:
        """A settled sight that some layout fits. While the program draws, a picture may be impossible.

        At the end of a game a message may lie over the board for some seconds.
        """
        problem = "the board cannot be read"
        end = time.monotonic() + min(FINAL_SECONDS, self._pace.lost_after)
        attempt = 0
        while attempt < ATTEMPTS or time.monotonic() < end:
            if attempt > 0:
                self._watcher.pause(STILL_SECONDS)
            if sight is None or attempt > 0:
                sight, _ = self._watcher.settled()
            attempt += 1
            if has_ended(sight, self._profile):
                return sight
            try:
                analyse(sight.view)
            except InconsistentView as error:
                problem = f"what is read on the screen is impossible: {error}"
                continue
            return sight
        raise ScreenLost(problem)

    def _final(self, sight: Sight) -> Sight:
        """The last sight of a game. Programs flash at the end of one, so the board must stay still."""
        end = time.monotonic() + FINAL_SECONDS
        while True:
            self._watcher.pause(STILL_SECONDS)
            before, (sight, _) = sight, self._watcher.settled()
            if sight == before and has_ended(sight, self._profile):
                try:
                    complete_layout(sight.view, sight.shown_mines)
                    return sight
                except InconsistentView:
                    pass
            if time.monotonic() > end:
                return sight

    def _carry_out(self, decision: Decision, sight: Sight, recorder: Recorder) -> Sight:
        """Act until the screen shows the result. A pop-up or a moved window may swallow an action."""
        flagged = sight.view.flags
        unflag = [cell for cell in decision.opens if flagged[cell]]
        self._act(self._screen.flag, unflag)
        now = time.monotonic()
        for do, cells in ((Act.FLAG, decision.flags), (Act.OPEN, decision.opens)):
            for cell in cells:
                if do == Act.OPEN or self._profile.flags_to_win:
                    recorder.note(Deed(do, cell, now, decision.risk, decision.certain))
        opens: Sequence[Cell] = decision.opens
        flags: Sequence[Cell] = decision.flags if self._profile.flags_to_win else ()
        for attempt in range(ATTEMPTS):
            self._repeated += attempt > 0
            self._act(self._screen.flag, flags)
            self._act(self._screen.open, opens)
            sight, done = self._watcher.settled(lambda sight: self._shows(sight, decision))
            if done:
                return self._readable(sight)
            opens = [cell for cell in decision.opens if sight.view.numbers[cell] == -2]
            flags = [cell for cell in flags if not sight.view.flags[cell]]
        raise ScreenLost(f"the program does not respond: {opens[0] if opens else flags[0]} stays covered")

    def _shows(self, sight: Sight, decision: Decision) -> bool:
        """Whether the screen shows the result of a decision."""
        view = sight.view
        if has_ended(sight, self._profile):
            return True
        opened = all(view.numbers[cell] != -2 for cell in decision.opens)
        return opened and (not self._profile.flags_to_win or all(view.flags[cell] for cell in decision.flags))

    def _act(self, act: Callable[[Sequence[Cell]], None], cells: Sequence[Cell]) -> None:
        limit = self._pace.per_second
        size = 1 if limit else BATCH
        for first in range(0, len(cells), size):
            self._watcher.check()
            act(cells[first : first + size])
            if limit:
                self._watcher.pause(1 / limit)


def has_ended(sight: Sight, profile: Profile = UNKNOWN) -> bool:
    """Whether the game on the screen is over: the program says so, or nothing is left to do."""
    if sight.is_over or bool((sight.view.numbers == -1).any()):
        return True
    return opened_all(sight.view) and not profile.flags_to_win
