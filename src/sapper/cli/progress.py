"""Progress on standard error: on a terminal a bar from the first second, elsewhere a line now and then."""

from __future__ import annotations

import math
import threading
import time
from types import TracebackType
from typing import Self

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar

from sapper.arena.batch import Games
from sapper.cli.console import messages
from sapper.visible_text import visible

QUIET = 2.0
"""Seconds before any progress is shown, unless a bar waits for its first step."""
FIRST_SIGN = 0.8
"""Seconds after which a bar appears although no batch is finished yet. A slow agent takes minutes for one."""
BETWEEN_LINES = 5.0
"""Seconds between two lines when standard error is not a terminal."""
TICK = 0.2
"""Seconds between two updates of a clock."""


class _Display:
    """Progress of a task: a bar on a terminal, some lines elsewhere, and nothing for a short task."""

    def __init__(self, total: int | None, *columns: ProgressColumn) -> None:
        self.total, self.columns = total, columns
        self.began = time.monotonic()
        self.next_line = self.began + QUIET
        self.console = messages()
        self.bar: Bar | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar:
            self.bar.stop()

    @property
    def is_due(self) -> bool:
        """Whether it is time to show progress again."""
        return time.monotonic() >= self.next_line

    def draw(self, done: int, remark: str, rate: float = 0.0) -> None:
        """Draw or update the bar."""
        if self.bar is None:
            self.bar = Bar(*self.columns, console=self.console, transient=True)
            self.bar.add_task("", total=self.total, rate=rate)
            self.bar.start()
        self.bar.update(self.bar.task_ids[0], completed=done, description=visible(remark), rate=rate)

    def print_line(self, line: str) -> None:
        """Print a line of progress."""
        self.next_line = time.monotonic() + BETWEEN_LINES
        self.console.print(line)


class Progress(_Display):
    """Counts games, and shows the games per second and the win rate."""

    def __init__(self, total: int) -> None:
        rate = TextColumn("{task.fields[rate]:,.0f} games/s", markup=False)
        remark = TextColumn("{task.description}", markup=False)
        clocks = TimeElapsedColumn(), TimeRemainingColumn()
        super().__init__(total, BarColumn(), MofNCompleteColumn(), *clocks, rate, remark)
        self.games, self.done, self.before = total, 0, 0
        self.wins: dict[str, tuple[int, int]] = {}
        self.over = threading.Event()
        self.drawing = threading.Lock()
        self.first = threading.Thread(target=self._show_first_sign, daemon=True)

    def __enter__(self) -> Self:
        if self.console.is_terminal:
            self.first.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        if self.first.ident is not None:
            self.first.join()
        super().__exit__(kind, error, trace)

    def _show_first_sign(self) -> None:
        """Draw the bar soon, also while the first batch is still played."""
        if not self.over.wait(FIRST_SIGN):
            with self.drawing:
                if self.bar is None:
                    self.draw(self.done, "")

    def found(self, games: Games) -> None:
        """Count a batch that an earlier run finished. It does not count for the games per second."""
        self._count(games)
        self.before += len(games)

    def add(self, games: Games) -> None:
        """Count a finished batch."""
        self._count(games)
        if not self.is_due:
            return
        rate = (self.done - self.before) / (time.monotonic() - self.began)
        if self.console.is_terminal:
            with self.drawing:
                self.draw(self.done, self._rate(games.agent), rate=rate)
        elif self.done < self.games:
            left = (self.games - self.done) / rate
            counted = f"{self.done:,} of {self.games:,} games, {rate:,.0f} per second, {left:.0f} s left"
            self.print_line(f"{counted}; {self._rate(games.agent)}")

    def _count(self, games: Games) -> None:
        self.done += len(games)
        wins, played = self.wins.get(games.agent, (0, 0))
        self.wins[games.agent] = wins + int(games.columns["won"].sum()), played + len(games)

    def _rate(self, agent: str) -> str:
        wins, played = self.wins[agent]
        return f"{agent} {wins / played:.1%} of {played:,}"


class Steps(_Display):
    """Counts the steps of a task."""

    def __init__(self, what: str, total: int | None) -> None:
        remark = TextColumn("{task.description}", markup=False)
        super().__init__(total, TextColumn(what, markup=False), BarColumn(), MofNCompleteColumn(), remark)
        self.what = what

    def at(self, done: int, remark: str = "") -> None:
        """Show the number of steps that are done."""
        if not self.is_due:
            return
        if self.console.is_terminal:
            self.draw(done, remark)
            return
        of = "" if self.total is None else f" of {self.total:,}"
        self.print_line(f"{self.what}: {done:,}{of}{f'; {remark}' if remark else ''}")


class Clock:
    """Shows the elapsed time of a task from a separate thread; nothing for a short task."""

    def __init__(self, what: str, seconds: float, remark: str = "") -> None:
        self.steps = Steps(f"{what}, seconds", math.ceil(seconds))
        self.remark = remark
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._show, daemon=True)

    def __enter__(self) -> Self:
        self.began = time.monotonic()
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self.thread.join()

    def _show(self) -> None:
        with self.steps:
            while not self.over.wait(TICK):
                self.steps.at(int(time.monotonic() - self.began), self.remark)
