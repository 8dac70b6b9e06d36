"""`sapper report`: a run folder as an HTML page or as Markdown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.errors import SapperError
from sapper.visible_text import visible


def report(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN", help="A run folder, written by `sapper bench --out`.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File of the page. Default: report.html in the run folder."),
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the tables as Markdown instead of writing a page.")
    ] = False,
    calibration: Annotated[
        bool,
        typer.Option(
            "--calibration",
            help="Print how well the stated probabilities match the results. Accepts several runs.",
        ),
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="Check the games against the digests and checksums of the run. Accepts several runs. Exit "
            "status 0: verified; 1: the folder lacks digests; 2: damaged or of another run.",
        ),
    ] = False,
) -> int:
    """Write one self-contained HTML page with the tables and plots of a run."""
    from sapper.arena.run_folder import RunFolder
    from sapper.cli.console import messages, print_plain
    from sapper.report.run_page import run_markdown, run_page

    if check:
        if out is not None or calibration or markdown:
            raise SapperError("--verify checks runs and writes no report: leave out the other options")
        return _verify(runs)
    if out is not None and (calibration or markdown):
        option = "--calibration" if calibration else "--markdown"
        raise SapperError(f"--out names the page, and {option} prints instead of writing one")
    if calibration:
        from sapper.report.calibration_table import calibration_markdown

        print_plain(calibration_markdown([RunFolder.open(run) for run in runs]))
        return 0
    if len(runs) > 1:
        raise SapperError("give one run at a time; only --calibration and --verify accept several runs")
    run, folder = runs[0], RunFolder.open(runs[0])
    if markdown:
        print_plain(run_markdown(folder))
        return 0
    page = out or run / "report.html"
    with messages().status("drawing ..."):
        content = run_page(folder)
    try:
        page.write_text(content, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise SapperError(f"cannot write {page}: {error.strerror or error}") from error
    print_plain(visible(str(page)))
    return 0


def _verify(runs: list[Path]) -> int:
    """Print what the check of each run found, and return the exit status."""
    from sapper.arena.run_folder import RunFolder
    from sapper.arena.verification import verify
    from sapper.cli.console import print_plain
    from sapper.plural import counted

    status = 0
    for run in runs:
        found = verify(RunFolder.open(run))
        count = f"{counted(found.games, 'game')} in {counted(found.shards, 'shard')}"
        print_plain(f"{visible(str(run))}: {found.verdict}, {count}")
        for line in found.problems + found.gaps:
            print_plain(f"  {visible(line)}")
        status = max(status, {"verified": 0, "unverified": 1, "damaged": 2}[found.verdict])
    return status
