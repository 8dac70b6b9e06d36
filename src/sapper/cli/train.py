"""`sapper train`: trains one or several learners, and shows their progress."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from sapper.cli.completion import learner_names, level_names
from sapper.game.enums import FirstMove
from sapper.plural import counted
from sapper.visible_text import visible

if TYPE_CHECKING:
    from rich.table import Table

    from sapper.learn.training.training_loop import LearnerRun, LogEntry

DEEP = "deep"
"""The training of `sapper-deep`: it plays no games of its own, so it is no learner like the others."""
DEEP_SUMMARY = "The network of sapper-deep: a teacher learns from games played out, a student from it."


def train(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME", help="Learners; see --list.", show_default=False, autocompletion=learner_names
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            metavar="M", help="Minutes per learner. Default: 10, or the limit of the resumed training."
        ),
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Limit of training steps per learner.")
    ] = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Directory for checkpoints, logs, weights and cards.")
    ] = Path("runs/train"),
    resume: Annotated[bool, typer.Option("--resume", help="Resume from the checkpoints in --out.")] = False,
    start_from: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Start with the weights of this checkpoint or ONNX file, or of NAME.pt in this folder.",
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            help="Train on beginner, intermediate or expert instead of the usual level.",
            autocompletion=level_names,
        ),
    ] = None,
    first_move: Annotated[
        FirstMove | None,
        typer.Option(help="Train with this promise about the first cell.", show_default=False),
    ] = None,
    drop_slow: Annotated[
        bool,
        typer.Option("--drop-slow", help="Drop the last-ranked learner after each quarter of the training."),
    ] = False,
    measure: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Number of test games after training. Default: 1000, or 100 for resnet on a CPU.",
        ),
    ] = None,
    everywhere: Annotated[
        bool,
        typer.Option(
            "--everywhere", help="Play the test games on all levels, not only on the training level."
        ),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="Seed of all random choices.")] = 0,
    device: Annotated[str, typer.Option(metavar="NAME", help="auto, cpu or cuda.")] = "auto",
    cells: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Cells of all games played in parallel. Default: a number that suits the learner.",
        ),
    ] = None,
    rate: Annotated[
        float,
        typer.Option(metavar="X", help="Factor for the learning rate. Use less than 1 to continue training."),
    ] = 1.0,
    threads: Annotated[
        int, typer.Option(min=1, metavar="N", help="Threads that solve training positions for resnet.")
    ] = 2,
    compile_blocks: Annotated[
        bool,
        typer.Option(
            "--compile",
            help="Compile the network first. It takes a minute and speeds up training, mostly on a GPU.",
        ),
    ] = False,
    log_every: Annotated[
        int, typer.Option(min=1, metavar="N", help="Number of games between two lines of the log.")
    ] = 1000,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the learning curves as PNG, SVG or PDF.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the learners and exit.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the cards as a JSON document.")] = False,
) -> None:
    """Train learners, and write checkpoints, logs and weights that play as agents.

    Each learner writes NAME.pt, a checkpoint to resume from, NAME.jsonl, its log, and NAME.onnx with the card
    NAME.json, the weights that `sapper bench NAME.onnx` plays. `sapper train deep` writes sapper-deep.weights
    instead, which `sapper bench` plays too. Training needs torch: pip install 'sapper[train]'.
    """
    from sapper.cli.console import bad_input, console, print_json

    with bad_input():
        _require_torch()
        if names and DEEP in names and not listing:
            others = (level, first_move, measure, cells, plot)
            if len(names) > 1 or drop_slow or everywhere or any(each is not None for each in others):
                raise ValueError(
                    f"{DEEP} is trained alone, with no other options than --minutes, --steps, --seed, --out, "
                    "--resume, --from, --rate, --threads, --device and --json"
                )
            wanted = {
                "minutes": 10.0 if minutes is None else minutes,
                "steps": steps,
                "seed": seed,
                "device": device,
                "threads": threads,
                "rate": rate,
                "start_from": start_from,
                "resume": resume,
            }
            _train_deep(out, wanted, as_json)
            return
        from sapper.learn.training.learner_registry import LEARNERS
        from sapper.learn.training.training_loop import Limits
        from sapper.learn.training.training_plots import check_can_plot, plot_logs
        from sapper.learn.training.training_session import Options, run_session

        if listing:
            _list(as_json)
            return
        if not names:
            raise ValueError(f"name the learners to train: {', '.join([*LEARNERS, DEEP])}")
        if plot is not None:
            check_can_plot(plot)
        options = Options(
            out=out,
            limits=None if minutes is None and steps is None else Limits(minutes, steps),
            seed=seed,
            device=device,
            cells=cells,
            level=level,
            first_move=first_move.value if first_move else None,
            start_from=start_from,
            resume=resume,
            drop_slow=drop_slow,
            measure=measure,
            everywhere=everywhere,
            rate=rate,
            threads=threads,
            compile=compile_blocks,
            log_every=log_every,
        )
        with _ProgressTable() as table:
            cards = run_session(list(dict.fromkeys(names)), options, table.say, table.watch)
        if plot is not None:
            plot_logs([out / f"{card['name']}.jsonl" for card in cards], plot)
    if as_json:
        print_json({"learners": cards})
        return
    shown = console()
    for card in cards:
        where = visible(str(out / f"{card['name']}.onnx"))
        shown.print(
            f"{card['name']}: {counted(card['games'], 'game')} in {card['minutes']} min, written to {where}"
        )


def _train_deep(out: Path, settings: dict[str, Any], as_json: bool) -> None:
    from sapper.cli.console import console, messages, print_json
    from sapper.learn.training.deep_session import WEIGHTS, DeepSession, train_deep

    shown = messages()
    card = train_deep(
        DeepSession(out, **settings), lambda text: shown.print(text, highlight=False, soft_wrap=True)
    )
    if as_json:
        print_json({"learners": [card]})
        return
    where = visible(str(out / WEIGHTS))
    console().print(f"{DEEP}: {counted(card['positions'], 'position')}, written to {where}")


def _require_torch() -> None:
    try:
        import onnx  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise ValueError(f"training needs {error.name}: pip install 'sapper[train]'") from None


def _list(as_json: bool) -> None:
    from sapper.cli.console import print_entry, print_json
    from sapper.learn.training.learner_registry import LEARNERS

    if as_json:
        learners = [{"name": name, "paper": e.paper, "summary": e.summary} for name, e in LEARNERS.items()]
        print_json([*learners, {"name": DEEP, "paper": None, "summary": DEEP_SUMMARY}])
        return
    for name, entry in LEARNERS.items():
        where = "" if entry.own_boards else f" Trains on {entry.level.name}, {entry.level.first_move} start."
        print_entry(f"{name:22}{entry.paper or '':12}", f"{entry.summary}{where}")
    print_entry(f"{DEEP:22}{'':12}", DEEP_SUMMARY)


class _ProgressTable:
    """The progress of the learners, best first: a live table on a terminal, lines elsewhere."""

    QUIET = 10.0
    """Without a terminal, a line is printed after this many seconds even if no log line was written."""

    def __init__(self) -> None:
        from rich.live import Live

        from sapper.cli.console import messages

        self.console = messages()
        self.courses: dict[str, LearnerRun] = {}
        self.shown: dict[str, float] = {}
        self.live = Live(console=self.console, transient=True) if self.console.is_terminal else None

    def __enter__(self) -> Self:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            self.live.stop()

    def say(self, text: str) -> None:
        """Print a message."""
        self.console.print(text, highlight=False, soft_wrap=True)

    def watch(self, course: LearnerRun, line: LogEntry | None) -> None:
        """Show the progress of one learner; `line` is a new line of its log."""
        name = course.learner.name
        self.courses[name] = course
        if course.dropped:
            self.say(
                f"{name}: dropped as the last of {len(self.courses)} learners"
                f" after {counted(course.games, 'game')}"
            )
        if self.live:
            self.live.update(self._table())
        elif (
            line is not None or time.monotonic() - self.shown.setdefault(name, time.monotonic()) > self.QUIET
        ):
            self.shown[name] = time.monotonic()
            self.say(f"{name}: {' '.join(f'{what} {value}' for what, value in self._row(course))}")

    def _row(self, course: LearnerRun) -> list[tuple[str, str]]:
        line = course.last
        figures = (
            [f"{line.rate:.1%}", f"{line.moves:.1f}", f"{line.left:.1f}", f"{line.loss:.4f}"] if line else []
        )
        return [
            ("done", "dropped" if course.dropped else f"{min(1.0, course.progress()):.0%}"),
            ("steps", f"{course.learner.steps:,}"),
            ("games", f"{course.games:,}"),
            *zip(("won", "moves", "left", "loss"), figures or ["-"] * 4, strict=True),
            ("seconds", f"{course.seconds:.0f}"),
        ]

    def _table(self) -> Table:
        from rich import box
        from rich.table import Table

        from sapper.learn.training.training_loop import ranking

        shown = Table(box=box.SIMPLE_HEAD)
        for row, course in enumerate(ranking(list(self.courses.values()))):
            cells = self._row(course)
            if row == 0:
                shown.add_column("learner", no_wrap=True)
                for name, _ in cells:
                    shown.add_column(name, justify="right")
            shown.add_row(course.learner.name, *(value for _, value in cells))
        return shown
