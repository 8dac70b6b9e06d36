"""`sapper report`: a run folder as one page, or as Markdown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.errors import SapperError


def report(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN", help="A run folder, as `sapper bench --out` makes it.")
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page; report.html in the folder when left out.")
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the tables in Markdown instead of writing a page.")
    ] = False,
    calibration: Annotated[
        bool,
        typer.Option(
            "--calibration",
            help="Print whether what was stated with every guess came true; takes several runs together.",
        ),
    ] = False,
) -> int:
    """Show a run: one HTML page with tables and plots, which needs nothing but itself."""
    from sapper.arena.run_folder import RunFolder
    from sapper.cli.console import messages
    from sapper.report.run_page import run_markdown, run_page

    if out is not None and (calibration or markdown):
        option = "--calibration" if calibration else "--markdown"
        raise SapperError(f"--out names the page, and {option} prints instead of writing one")
    if calibration:
        from sapper.report.calibration_table import calibration_markdown

        print(calibration_markdown([RunFolder.open(run) for run in runs]))
        return 0
    if len(runs) > 1:
        raise SapperError("one run at a time, please; --calibration alone takes several together")
    run, folder = runs[0], RunFolder.open(runs[0])
    if markdown:
        print(run_markdown(folder))
        return 0
    page = out or run / "report.html"
    with messages().status("drawing ..."):
        content = run_page(folder)
    try:
        page.write_text(content, encoding="utf-8")
    except OSError as error:
        raise SapperError(f"cannot write {page}: {error.strerror or error}") from error
    print(page)
    return 0
