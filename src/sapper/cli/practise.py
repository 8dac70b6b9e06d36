"""`sapper practise`: the trainer in the terminal."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.errors import SapperError

if TYPE_CHECKING:
    from numpy.random import Generator

    from sapper.trainer.choice import Next
    from sapper.trainer.exercise import Kind as TrainerKind
    from sapper.trainer.progress import Progress


class Kind(StrEnum):
    """What the exercises ask for."""

    DEDUCTION = "deduction"
    GUESS = "guess"
    ANY = "any"


def practise(
    kind: Annotated[
        Kind, typer.Option(help="Find a cell that is certainly free, or the best guess.")
    ] = Kind.ANY,
    pattern: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only deductions by this pattern, such as 1-2-1 or mine-count."),
    ] = None,
    count: Annotated[
        int | None, typer.Option(min=1, max=100_000, help="Number of exercises. Default: until you quit.")
    ] = None,
    find_all: Annotated[
        bool, typer.Option("--all", help="Answer a deduction with all free cells, not just one.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**64 - 1, help="Seed that chooses the exercises. Default: a random seed."),
    ] = None,
    progress: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the progress in this JSON file. The page can read it too.",
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print the board without colours.")] = False,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print exercises with their solutions as JSON, and ask nothing."),
    ] = False,
) -> None:
    """Solve positions from games, and get a rating.

    Name a cell by its row and column. The answer comes with the numbers that prove it, or with the win rates
    of the guesses. Exercises that you miss come back later. Without a terminal, each line of standard input
    is an answer.
    """
    import numpy as np

    from sapper.cli.console import bad_input, console, messages, print_json
    from sapper.cli.terminal.trainer_session import TrainerSession
    from sapper.trainer.exercise import KINDS
    from sapper.trainer.progress import Progress
    from sapper.trainer.progress_file import check_writable, default_file, read_progress

    file = default_file() if progress is None else progress
    rng = np.random.default_rng(secrets.randbits(63) if seed is None else seed)
    wanted = next((each for each in KINDS if each == kind.value), None)
    with bad_input():
        if as_json:
            chosen = _chosen(Progress(), rng, wanted, pattern, count or 1)
            print_json({"exercises": [_exercise_json(each) for each in chosen]})
            return
        kept: Path | None = file
        try:
            check_writable(file)
        except SapperError as error:
            if progress is not None:
                raise
            messages().print(f"sapper: {error}", soft_wrap=True)
            kept = None
        session = TrainerSession(
            read_progress(file), kept, rng, wanted, pattern, find_all, lambda: int(time.time())
        )
        from sapper.cli.terminal.line_trainer import LineTrainer

        LineTrainer(session, console(), colours=not plain, prompt=sys.stdin.isatty()).run(_lines(), count)


def _chosen(
    progress: Progress, rng: Generator, kind: TrainerKind | None, pattern: str | None, count: int
) -> list[Next]:
    """Choose several exercises for a player without results. None comes twice."""
    from sapper.trainer.choice import next_exercise

    found: list[Next] = []
    for _ in range(count):
        names = frozenset(each.exercise.name for each in found)
        found.append(next_exercise(progress, rng, 0, kind, pattern, names))
    return found


def _exercise_json(chosen: Next) -> dict[str, Any]:
    from sapper.trainer.judgement import judge

    exercise = chosen.exercise
    solution = judge(exercise, []).to_dict()
    del solution["right"], solution["sentence"]
    return {"name": exercise.name, **exercise.to_dict(), **solution}


def _lines() -> Iterator[str]:
    """The lines of standard input as they arrive. Invalid UTF-8 is replaced."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace")
