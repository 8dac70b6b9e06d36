"""Progress on standard error, for runs that take more than two seconds."""

from __future__ import annotations

import math
import threading
import time
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from sapper.arena.batch import Games
from sapper.cli.output import messages

QUIET = 2.0
"""Seconds before anything is shown."""
BETWEEN_LINES = 5.0
"""Seconds between lines where there is no terminal to draw a bar on."""
TICK = 0.2
"""Seconds between looks at the clock."""


class Progress:
    """Counts games; draws a bar on a terminal, and prints a line now and then elsewhere."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.before = total, 0, 0
        self.wins: dict[str, tuple[int, int]] = {}
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

    def found(self, games: Games) -> None:
        """Count a batch that was kept before: it tells nothing of how fast this run goes."""
        self._count(games)
        self.before += len(games)

    def add(self, games: Games) -> None:
        """Count a finished batch."""
        self._count(games)
        now = time.monotonic()
        if now < self.next_line:
            return
        if self.console.is_terminal:
            self._draw(games.agent, (self.done - self.before) / (now - self.began))
        elif self.done < self.total:
            self.next_line = now + BETWEEN_LINES
            rate = (self.done - self.before) / (now - self.began)
            left = (self.total - self.done) / rate
            counted = f"{self.done:,} of {self.total:,} games, {rate:,.0f} a second, {left:.0f} s left"
            self.console.print(f"{counted}; {self._rate(games.agent)}")

    def _count(self, games: Games) -> None:
        self.done += len(games)
        wins, played = self.wins.get(games.agent, (0, 0))
        self.wins[games.agent] = wins + int(games.columns["won"].sum()), played + len(games)

    def _draw(self, agent: str, rate: float) -> None:
        if self.bar is None:
            columns = (
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                TextColumn("{task.fields[rate]:,.0f} games/s"),
                TextColumn("{task.description}"),
            )
            self.bar = Bar(*columns, console=self.console, transient=True)
            self.bar.add_task("", total=self.total, rate=rate)
            self.bar.start()
        self.bar.update(self.bar.task_ids[0], completed=self.done, rate=rate, description=self._rate(agent))

    def _rate(self, agent: str) -> str:
        wins, played = self.wins[agent]
        return f"{agent} {wins / played:.1%} of {played:,}"


class Steps:
    """Counts steps of any kind: a bar on a terminal, lines elsewhere, nothing at all where it is quick."""

    def __init__(self, what: str, total: int | None) -> None:
        self.what, self.total = what, total
        self.next_line = time.monotonic() + QUIET
        self.console = messages()
        self.bar: Bar | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar:
            self.bar.stop()

    def at(self, done: int, remark: str = "") -> None:
        """Say that so many steps are done."""
        now = time.monotonic()
        if now < self.next_line:
            return
        if self.console.is_terminal:
            self._draw(done, remark)
            return
        self.next_line = now + BETWEEN_LINES
        of = "" if self.total is None else f" of {self.total:,}"
        self.console.print(f"{self.what}: {done:,}{of}{f'; {remark}' if remark else ''}")

    def _draw(self, done: int, remark: str) -> None:
        if self.bar is None:
            columns = (
                TextColumn(self.what),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.description}"),
            )
            self.bar = Bar(*columns, console=self.console, transient=True)
            self.bar.add_task("", total=self.total)
            self.bar.start()
        self.bar.update(self.bar.task_ids[0], completed=done, description=remark)


class Clock:
    """Shows from a thread of its own how a time passes; nothing at all where it is over soon."""

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
