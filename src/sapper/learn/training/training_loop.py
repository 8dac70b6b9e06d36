"""Training: one learner or several at once, ranked as they go, with logs and checkpoints."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from sapper.errors import SapperError
from sapper.learn.training import checkpoint
from sapper.learn.training.learner import Learner, Tally


@dataclass(frozen=True)
class Limits:
    """When training ends, whichever comes first; at least one must be set."""

    minutes: float | None = None
    steps: int | None = None

    def __post_init__(self) -> None:
        if self.minutes is None and self.steps is None:
            raise ValueError("training needs a limit: minutes, or steps")
        if self.minutes is not None and not 0 < self.minutes < math.inf:
            raise ValueError(f"training takes more than 0 minutes, not {self.minutes:g}")
        if self.steps is not None and self.steps < 1:
            raise ValueError(f"training takes at least one step, not {self.steps}")

    def progress(self, seconds: float, steps: int) -> float:
        """From 0 at the start to 1 at the end."""
        by_time = seconds / (60 * self.minutes) if self.minutes else 0.0
        by_steps = steps / self.steps if self.steps else 0.0
        return max(by_time, by_steps)


@dataclass(frozen=True)
class Line:
    """A line of the log: what came of the games since the last one."""

    games: int
    """All games so far."""
    wins: int
    """Of those since the last line, as are all that follow."""
    played: int
    moves: float
    """Moves a game: this rises before the wins do."""
    left: float
    """Free cells still covered in a lost game."""
    loss: float
    seconds: float
    """Time spent on this learner so far."""

    @property
    def rate(self) -> float:
        """The share won."""
        return self.wins / max(1, self.played)


class Course:
    """One learner on its way: it counts games and writes its log."""

    def __init__(self, learner: Learner, out: Path, log_every: int) -> None:
        self.learner, self.out, self.log_every = learner, out, log_every
        self.seconds, self.games = 0.0, 0
        self.tally = Tally()
        self.last: Line | None = None
        self.limits: Limits | None = None
        """Its own, from the checkpoint it goes on from, until training is given others."""
        self.dropped = False
        self.resumed = False
        self._loss_sum, self._loss_count = 0.0, 0
        self._log: TextIO | None = None

    @property
    def checkpoint(self) -> Path:
        """Where the checkpoint is."""
        return self.out / f"{self.learner.name}.pt"

    @property
    def log(self) -> Path:
        """Where the log is: one JSON object a line."""
        return self.out / f"{self.learner.name}.jsonl"

    def resume(self) -> bool:
        """Go on from the checkpoint; whether there is one."""
        if not self.checkpoint.exists():
            return False
        past = checkpoint.load(self.learner, self.checkpoint)
        self.seconds, self.games, self.dropped = past.seconds, past.games, past.dropped
        if past.minutes is not None or past.steps is not None:
            self.limits = Limits(past.minutes, past.steps)
        self.resumed = True
        self._cut_log()
        return True

    def advance(self, steps: int) -> Line | None:
        """Train some steps, fewer where they are slow; a line of the log where enough games have ended."""
        began = time.monotonic()
        loss = None
        for _ in range(steps):
            spent = time.monotonic() - began
            loss = self.learner.step(self.end_at().progress(self.seconds + spent, self.learner.steps))
            if time.monotonic() - began > PATIENCE:
                break
        self._add(self.learner.tally())  # the one moment at which the host waits for the device
        if loss is not None:
            self._loss_sum += float(loss)
            self._loss_count += 1
        self.seconds += time.monotonic() - began
        return self._line() if self.tally.games >= self.log_every else None

    def progress(self) -> float:
        """How far this learner has come."""
        return self.end_at().progress(self.seconds, self.learner.steps)

    def save(self) -> None:
        """Write the checkpoint."""
        minutes, steps = (self.limits.minutes, self.limits.steps) if self.limits else (None, None)
        past = checkpoint.Past(self.seconds, self.games, minutes, steps, self.dropped)
        checkpoint.save(self.learner, self.checkpoint, past)

    def end_at(self) -> Limits:
        """Its limits, which must be set by now."""
        if self.limits is None:
            raise ValueError(f"{self.learner.name} has no limits to train to")
        return self.limits

    def close(self) -> None:
        """Write what is left, and close the log."""
        if self.tally.games:
            self._line()
        self.save()
        if self._log is not None:
            self._log.close()

    def _cut_log(self) -> None:
        """Take back what a killed run wrote after its checkpoint: those games are played anew."""
        if not self.log.exists():
            return
        whole = [
            line for line in self.log.read_text(encoding="utf-8").splitlines(True) if line.endswith("\n")
        ]
        try:
            kept = [line for line in whole if json.loads(line)["games"] <= self.games]
        except (ValueError, KeyError, TypeError):
            raise SapperError(f"the training log {self.log} is damaged: move it away to go on") from None
        self.log.write_text("".join(kept), encoding="utf-8")

    def _add(self, new: Tally) -> None:
        self.games += new.games
        for name, value in asdict(new).items():
            setattr(self.tally, name, getattr(self.tally, name) + value)

    def _line(self) -> Line:
        t = self.tally
        line = Line(
            self.games,
            t.wins,
            t.games,
            round(t.moves / max(1, t.games), 3),
            round(t.left / max(1, t.games - t.wins), 3),
            round(self._loss_sum / max(1, self._loss_count), 6),
            round(self.seconds, 3),
        )
        self.tally, self._loss_sum, self._loss_count = Tally(), 0.0, 0
        if self._log is None:  # a log without a checkpoint is of a run that was killed early, and is lost
            self._log = self.log.open("a" if self.resumed else "w", encoding="utf-8")
        self._log.write(json.dumps(asdict(line)) + "\n")
        self._log.flush()
        self.last = line
        return line


PATIENCE = 2.0
"""Seconds after which a learner's turn ends early, so that whoever watches sees something."""

Watch = Callable[[Course, Line | None], None]
"""Called after every turn of a learner, with the line of its log if it wrote one, and when it is dropped."""


def train(
    courses: list[Course],
    limits: Limits | None,
    watch: Watch,
    drop_slow: bool = False,
    turn: int = 20,
    save_every: float = 60.0,
) -> None:
    """Train learners in turns until each has reached the limits; `watch` sees how they come on.

    Args:
        courses: The learners; those that are dropped are marked so.
        limits: When each ends; None leaves each its own.
        watch: Called after every turn.
        drop_slow: Drop the last-ranked learner at a quarter, a half and three quarters of the way.
        turn: Steps that each learner trains before the next one's turn.
        save_every: Seconds between checkpoints.
    """
    saved = time.monotonic()
    for course in courses:
        course.limits = limits or course.limits
    behind = min((c.progress() for c in courses if not c.dropped), default=1.0)
    marks = [mark for mark in (0.25, 0.5, 0.75) if drop_slow and mark > behind]
    try:
        while active := [c for c in courses if not c.dropped and c.progress() < 1]:
            for course in active:
                end = course.end_at().steps
                watch(course, course.advance(turn if end is None else min(turn, end - course.learner.steps)))
            if marks and len(active) > 1 and min(c.progress() for c in active) >= marks[0]:
                marks.pop(0)
                last = ranking(active)[-1]
                if last.last is not None:  # who has not finished enough games has not been judged
                    last.dropped = True
                    watch(last, None)
            if time.monotonic() - saved > save_every:
                for course in active:
                    course.save()
                saved = time.monotonic()
    finally:  # interrupted too: what was learnt is kept
        for course in courses:
            course.close()


def ranking(courses: list[Course]) -> list[Course]:
    """Best first: by the share won, to the nearest percent, then by moves a game (sajjad2022 5.6.2.3).

    Moves rise long before wins do, and a lucky win or two must not hide that. Who has not finished enough
    games to be judged comes last.
    """

    def merit(course: Course) -> tuple[float, float]:
        return (round(100 * course.last.rate), course.last.moves) if course.last else (-1.0, 0.0)

    return sorted(courses, key=merit, reverse=True)
