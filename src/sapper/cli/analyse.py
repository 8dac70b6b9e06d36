"""`sapper analyse`: the analysis of a position."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sapper.agents.base import Decision
    from sapper.game.view import View
    from sapper.solver.analysis import Analysis


def analyse(
    file: Annotated[
        Path | None,
        typer.Argument(help="A file with the position. Without it, or with '-', standard input is read."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
    trust_flags: Annotated[
        bool, typer.Option("--trust-flags", help="Treat every flag as a mine. Default: flags are ignored.")
    ] = False,
    budget: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", help="Estimate the risks when the exact analysis would take longer than this."
        ),
    ] = None,
    think: Annotated[
        float | None,
        typer.Option(
            metavar="MS",
            help="Let sapper-max search for the best move for this long. Ctrl-C ends the search early.",
        ),
    ] = None,
    why: Annotated[
        str | None,
        typer.Option(metavar="R,C", help="Print the proof that this certain cell is free or a mine."),
    ] = None,
) -> None:
    """Print the risks, the certain cells, and the best move with its reason.

    A position is written in rows, split by newline or /. The symbols are ? for a covered cell, 0-8 for a
    number (. is 0), F for a flag and * for a hit mine. Spaces between the cells are allowed. The mine count
    is a first line "mines N" or follows the rows, as in 1??/???/??? 2
    """
    from sapper.cli.analysis_json import analysis_json, explanation_json
    from sapper.cli.console import bad_input, cell_of, console, print_json, seconds_of
    from sapper.cli.position_parsing import parse
    from sapper.cli.position_picture import description, picture
    from sapper.errors import InconsistentView, SapperError
    from sapper.solver import analysis as solver
    from sapper.solver.explanation import explain_cell

    seconds = seconds_of("--think", think)
    view = parse(_read(file))
    try:
        with bad_input():
            analysis = solver.analyse(view, budget=budget, trust_flags=trust_flags)
    except InconsistentView as error:
        raise SapperError(f"the position is impossible: {error}") from error
    best = _best(view, analysis, trust_flags, seconds)
    with bad_input():
        asked = None if why is None else explain_cell(view, analysis, cell_of("--why", why), trust_flags)
    if as_json:
        document = analysis_json(analysis, best)
        print_json(document if asked is None else document | {"why": explanation_json(asked)})
        return
    out = console()
    out.print(picture(view, analysis, best, out.width if out.is_terminal else None))
    out.print(description(view, analysis, best), end="")
    if asked is not None:
        out.print(f"The cell {asked.cell} is {asked.text}.")


def _best(view: View, analysis: Analysis, trust_flags: bool, think: float | None) -> Decision:
    """Find the best move, with a search of `think` seconds if given. Ctrl-C ends only that search."""
    from sapper._core import Stop
    from sapper.agents.advice import advise
    from sapper.cli.console import messages
    from sapper.cli.progress import Clock

    if think is None:
        return advise(view, analysis, trust_flags=trust_flags)
    with Clock("searching", think, "Ctrl-C ends the search early"):
        best = advise(view, analysis, "max", trust_flags, think, Stop())
    if not (analysis.exact or best.certain or best.gives_up):
        messages().print("--think has no effect here, because the risks are only estimated", soft_wrap=True)
    return best


def _read(file: Path | None) -> str:
    from sapper.errors import SapperError

    if file is None or str(file) == "-":
        if sys.stdin.isatty():
            print("Type a position, then press Ctrl-D on an empty line:", file=sys.stderr)
        name, content = "standard input", sys.stdin.buffer.read()
    else:
        name = str(file)
        try:
            content = file.read_bytes()
        except OSError as error:
            if error.errno not in {errno.ENOENT, errno.ENAMETOOLONG}:
                raise
            raise SapperError(
                f"{name}: No such file; to give a position itself, pipe its text into sapper analyse"
            ) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SapperError(f"{name} is not text in UTF-8") from None
