"""A session of the trainer in the terminal: the exercises of one person, and the file of the progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from numpy.random import Generator

from sapper.game.rules import Cell
from sapper.trainer.choice import Next, next_exercise
from sapper.trainer.exercise import Kind
from sapper.trainer.judgement import Judgement, judge
from sapper.trainer.progress import Progress, Result
from sapper.trainer.progress_file import write_progress


@dataclass
class TrainerSession:
    """The exercises that one person solves in a row."""

    progress: Progress
    file: Path | None
    """Where the progress is kept; None to keep it nowhere."""
    rng: Generator
    kind: Kind | None
    pattern: str | None
    find_all: bool
    clock: Callable[[], int]
    """Returns the time in seconds since 1970."""
    done: set[str] = field(default_factory=set)
    """The exercises of this session. None comes twice in it."""
    solved: int = 0

    def next(self) -> Next:
        """Choose the next exercise.

        Raises:
            ValueError: No exercise is left that fits.
        """
        chosen = next_exercise(
            self.progress, self.rng, self.clock(), self.kind, self.pattern, frozenset(self.done)
        )
        self.done.add(chosen.exercise.name)
        return chosen

    def answer(self, chosen: Next, cells: Sequence[Cell]) -> tuple[Judgement, Result]:
        """Judge an answer, and keep the result. No cell means that the person gives up.

        Raises:
            SapperError: The progress could not be written.
            ValueError: The answer names a cell that cannot be meant.
        """
        judgement = judge(chosen.exercise, cells, self.find_all)
        result = self.progress.record(chosen.exercise, judgement.right, self.clock())
        self.solved += judgement.right
        if self.file is not None:
            write_progress(self.file, self.progress)
        return judgement, result
