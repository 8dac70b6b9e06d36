"""The training loop: trains learners up to a limit, ranks them, and writes their logs and checkpoints."""

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
    """The limits of a training. It ends at the first limit that is reached; at least one must be set."""

    minutes: float | None = None
    steps: int | None = None

    def __post_init__(self) -> None:
        if self.minutes is None and self.steps is None:
            raise ValueError("training needs a limit: set minutes or steps")
        if self.minutes is not None and not 0 < self.minutes < math.inf:
            raise ValueError(f"the training time must be above 0 minutes, not {self.minutes:g}")
        if self.steps is not None and self.steps < 1:
            raise ValueError(f"the training must have at least one step, not {self.steps}")

    def progress(self, seconds: float, steps: int) -> float:
        """Return how much of the training is done, from 0 to 1."""
        by_time = seconds / (60 * self.minutes) if self.minutes else 0.0
        by_steps = steps / self.steps if self.steps else 0.0
        return max(by_time, by_steps)


@dataclass(frozen=True)
class LogEntry:
    """One entry of the log. It covers the games since the entry before it."""

    games: int
    """The number of games since the start of the training."""
    wins: int
    """The number of games won since the last entry."""
    played: int
    """The number of games played since the last entry."""
    moves: float
    """The mean number of moves per game. It rises before the wins do."""
    left: float
    """The mean number of free cells still covered in a lost game."""
    loss: float
    """The mean of the losses that were recorded since the last entry."""
    seconds: float
    """The training time of this learner since the start."""

    @property
    def rate(self) -> float:
        """The fraction of games won."""
        return self.wins / max(1, self.played)


class LearnerRun:
    """The training run of one learner: its learner, its game counts, its log and its checkpoint."""

    learner: Learner
    out: Path
    log_every: int
    seconds: float
    games: int
    tally: Tally
    dropped: bool
    resumed: bool

    def __init__(self, learner: Learner, out: Path, log_every: int) -> None:
        self.learner, self.out, self.log_every = learner, out, log_every
        self.seconds, self.games = 0.0, 0
        self.tally = Tally()
        self.last: LogEntry | None = None
        self.limits: Limits | None = None
        """The limits of this run. A resumed run has those of its checkpoint unless new ones are set."""
        self.dropped = False
        self.resumed = False
        self._loss_sum, self._loss_count = 0.0, 0
        self._log: TextIO | None = None

    @property
    def checkpoint(self) -> Path:
        """The path of the checkpoint."""
        return self.out / f"{self.learner.name}.pt"

    @property
    def log(self) -> Path:
        """The path of the log, which has one JSON object per line."""
        return self.out / f"{self.learner.name}.jsonl"

    def resume(self) -> bool:
        """Resume from the checkpoint. Return whether there was one."""
        if not self.checkpoint.exists():
            return False
        past = checkpoint.load(self.learner, self.checkpoint)
        self.seconds, self.games, self.dropped = past.seconds, past.games, past.dropped
        if past.minutes is not None or past.steps is not None:
            self.limits = Limits(past.minutes, past.steps)
        self.resumed = True
        self._cut_log()
        return True

    def advance(self, steps: int) -> LogEntry | None:
        """Train for `steps` steps, or fewer if they are slow.

        Returns:
            The new entry of the log, if enough games have ended for one.
        """
        began = time.monotonic()
        loss = None
        for _ in range(steps):
            spent = time.monotonic() - began
            loss = self.learner.step(self.end_at().progress(self.seconds + spent, self.learner.steps))
            if time.monotonic() - began > PATIENCE:
                break
        self._add(self.learner.tally())  # only here does the host wait for the device
        if loss is not None:
            self._loss_sum += float(loss)
            self._loss_count += 1
        self.seconds += time.monotonic() - began
        return self._line() if self.tally.games >= self.log_every else None

    def progress(self) -> float:
        """Return how much of this run is done, from 0 to 1."""
        return self.end_at().progress(self.seconds, self.learner.steps)

    def save(self) -> None:
        """Write the checkpoint."""
        minutes, steps = (self.limits.minutes, self.limits.steps) if self.limits else (None, None)
        past = checkpoint.RunState(self.seconds, self.games, minutes, steps, self.dropped)
        checkpoint.save(self.learner, self.checkpoint, past)

    def end_at(self) -> Limits:
        """Return the limits, which must be set before the training starts."""
        if self.limits is None:
            raise ValueError(f"{self.learner.name} has no limits: set minutes or steps")
        return self.limits

    def close(self) -> None:
        """Write the last entry of the log and the checkpoint, and close the log."""
        if self.tally.games:
            self._line()
        self.save()
        if self._log is not None:
            self._log.close()

    def _cut_log(self) -> None:
        """Remove the entries that a killed run wrote after its checkpoint. Those games are played again."""
        if not self.log.exists():
            return
        whole = [
            line for line in self.log.read_text(encoding="utf-8").splitlines(True) if line.endswith("\n")
        ]
        try:
            kept = [line for line in whole if json.loads(line)["games"] <= self.games]
        except (ValueError, KeyError, TypeError):
            raise SapperError(f"the training log {self.log} is damaged: move it away to resume") from None
        self.log.write_text("".join(kept), encoding="utf-8")

    def _add(self, new: Tally) -> None:
        self.games += new.games
        for name, value in asdict(new).items():
            setattr(self.tally, name, getattr(self.tally, name) + value)

    def _line(self) -> LogEntry:
        t = self.tally
        line = LogEntry(
            self.games,
            t.wins,
            t.games,
            round(t.moves / max(1, t.games), 3),
            round(t.left / max(1, t.games - t.wins), 3),
            round(self._loss_sum / max(1, self._loss_count), 6),
            round(self.seconds, 3),
        )
        self.tally, self._loss_sum, self._loss_count = Tally(), 0.0, 0
        if self._log is None:  # a log without a checkpoint is overwritten: its run was killed early
            self._log = self.log.open("a" if self.resumed else "w", encoding="utf-8")
        self._log.write(json.dumps(asdict(line)) + "\n")
        self._log.flush()
        self.last = line
        return line


PATIENCE = 2.0
"""The number of seconds after which a turn ends early, so that the progress display is updated."""

Watch = Callable[[LearnerRun, LogEntry | None], None]
"""A callback that is called after every turn of a learner, with its new log entry if there is one.

It is also called when a learner is dropped.
"""


def train(
    runs: list[LearnerRun],
    limits: Limits | None,
    watch: Watch,
    drop_slow: bool = False,
    turn: int = 20,
    save_every: float = 60.0,
) -> None:
    """Train learners in turns until each has reached its limits.

    Args:
        runs: The runs of the learners. The flag `dropped` of a run is set when it is dropped.
        limits: The limits of every run. With None each run keeps its own limits.
        watch: A callback for progress, called after every turn.
        drop_slow: Whether to drop the last-ranked learner at 25%, 50% and 75% of the training.
        turn: The number of steps in one turn of a learner.
        save_every: The number of seconds between checkpoints.
    """
    saved = time.monotonic()
    for run in runs:
        run.limits = limits or run.limits
    behind = min((c.progress() for c in runs if not c.dropped), default=1.0)
    marks = [mark for mark in (0.25, 0.5, 0.75) if drop_slow and mark > behind]
    try:
        while active := [c for c in runs if not c.dropped and c.progress() < 1]:
            for run in active:
                end = run.end_at().steps
                watch(run, run.advance(turn if end is None else min(turn, end - run.learner.steps)))
            if marks and len(active) > 1 and min(c.progress() for c in active) >= marks[0]:
                marks.pop(0)
                last = ranking(active)[-1]
                if last.last is not None:  # without a log entry it cannot be compared
                    last.dropped = True
                    watch(last, None)
            if time.monotonic() - saved > save_every:
                for run in active:
                    run.save()
                saved = time.monotonic()
    finally:  # an interrupted training is saved too
        for run in runs:
            run.close()


def ranking(runs: list[LearnerRun]) -> list[LearnerRun]:
    """Sort runs, best first: by win rate in whole percent, then by moves per game (sajjad2022 5.6.2.3).

    Early in a training the moves per game rise while the win rate is still near zero. Rounding the win rate
    keeps one or two lucky wins from deciding. Runs without a log entry come last.
    """

    def merit(run: LearnerRun) -> tuple[float, float]:
        return (round(100 * run.last.rate), run.last.moves) if run.last else (-1.0, 0.0)

    return sorted(runs, key=merit, reverse=True)
