"""`sapper train`: trains learners, several at once if asked, and shows how they come on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer

from sapper.game.enums import FirstMove

if TYPE_CHECKING:
    from rich.table import Table

    from sapper.learn.training.loop import Course, Line


def train(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Learners; see --list.", show_default=False)
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            metavar="M", help="How long each learner trains; by default 10, or as long as it was to before."
        ),
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Steps after which each learner ends.")
    ] = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Where checkpoints, logs, weights and cards go.")
    ] = Path("runs/train"),
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoints in --out.")] = False,
    start_from: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Train on the weights of this checkpoint or ONNX file, or of NAME.pt in this folder.",
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="Train on beginner, intermediate or expert, not as is usual."),
    ] = None,
    first_move: Annotated[
        FirstMove | None, typer.Option(help="Train with this promise of the first cell.", show_default=False)
    ] = None,
    drop_slow: Annotated[
        bool, typer.Option("--drop-slow", help="Drop the last-ranked learner at each quarter of the way.")
    ] = False,
    measure: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="N", help="Games played at the end; by default 1000, for resnet on a CPU 100."
        ),
    ] = None,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Play them on all levels, not only where it was trained.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="Seed of all that is drawn.")] = 0,
    device: Annotated[str, typer.Option(metavar="NAME", help="auto, cpu or cuda.")] = "auto",
    cells: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Cells of all games played at once; by default what suits."),
    ] = None,
    rate: Annotated[
        float, typer.Option(metavar="X", help="Times each learner's usual rate: less to train weights on.")
    ] = 1.0,
    threads: Annotated[
        int, typer.Option(min=1, metavar="N", help="Threads that solve positions for resnet to learn from.")
    ] = 2,
    compile_blocks: Annotated[
        bool, typer.Option("--compile", help="Spend a minute on making steps faster, on a GPU above all.")
    ] = False,
    log_every: Annotated[
        int, typer.Option(min=1, metavar="N", help="Games after which the log gets a line.")
    ] = 1000,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw how the learners came on, as PNG, SVG or PDF.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the learners and end.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the cards as a JSON document.")] = False,
) -> None:
    """Train learners, with checkpoints, a log and weights that play as agents.

    Each leaves NAME.pt, which training goes on from, NAME.jsonl, its log, and NAME.onnx with its card
    NAME.json, which `sapper bench NAME.onnx` plays. Needs torch: pip install 'sapper[train]'.
    """
    from sapper.cli.console import bad_input, console, print_json

    with bad_input():
        _require_torch()
        from sapper.learn.training.learner_list import LEARNERS
        from sapper.learn.training.loop import Limits
        from sapper.learn.training.train_session import Options, run
        from sapper.learn.training.training_logs import draw, require

        if listing:
            _list(as_json)
            return
        if not names:
            raise ValueError(f"name the learners to train: {', '.join(LEARNERS)}")
        if plot is not None:
            require(plot)
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
        with _Board() as board:
            cards = run(list(dict.fromkeys(names)), options, board.say, board.watch)
        if plot is not None:
            draw([out / f"{card['name']}.jsonl" for card in cards], plot)
    if as_json:
        print_json({"learners": cards})
        return
    shown = console()
    for card in cards:
        where = out / f"{card['name']}.onnx"
        shown.print(
            f"{card['name']}: {card['games']:,} games in {card['minutes']} minutes, written to {where}"
        )


def _require_torch() -> None:
    try:
        import onnx  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise ValueError(f"training needs {error.name}: pip install 'sapper[train]'") from None


def _list(as_json: bool) -> None:
    from sapper.cli.console import console, print_json
    from sapper.learn.training.learner_list import LEARNERS

    if as_json:
        print_json([{"name": name, "paper": e.paper, "summary": e.summary} for name, e in LEARNERS.items()])
        return
    for name, entry in LEARNERS.items():
        where = "" if entry.own_boards else f" Trains on {entry.level.name}, {entry.level.first_move} start."
        shown = f"{name:22}{entry.paper or '':12}{entry.summary}{where}"
        console().print(shown, highlight=False, soft_wrap=True)


class _Board:
    """The learners as they come on, best first: a table on a terminal, lines elsewhere."""

    QUIET = 10.0
    """Seconds after which a line is shown off a terminal though no log got one."""

    def __init__(self) -> None:
        from rich.live import Live

        from sapper.cli.console import messages

        self.console = messages()
        self.courses: dict[str, Course] = {}
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
        self.console.print(text, highlight=False, soft_wrap=True)

    def watch(self, course: Course, line: Line | None) -> None:
        name = course.learner.name
        self.courses[name] = course
        if course.dropped:
            self.say(f"{name}: dropped, the last of {len(self.courses)} after {course.games:,} games")
        if self.live:
            self.live.update(self._table())
        elif (
            line is not None or time.monotonic() - self.shown.setdefault(name, time.monotonic()) > self.QUIET
        ):
            self.shown[name] = time.monotonic()
            self.say(f"{name}: {' '.join(f'{what} {value}' for what, value in self._row(course))}")

    def _row(self, course: Course) -> list[tuple[str, str]]:
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

        from sapper.learn.training.loop import ranking

        shown = Table(box=box.SIMPLE_HEAD)
        for row, course in enumerate(ranking(list(self.courses.values()))):
            cells = self._row(course)
            if row == 0:
                shown.add_column("learner", no_wrap=True)
                for name, _ in cells:
                    shown.add_column(name, justify="right")
            shown.add_row(course.learner.name, *(value for _, value in cells))
        return shown
