"""`sapper analyse`: everything the numbers of a position say."""

from __future__ import annotations

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
        Path | None, typer.Argument(help="A file with the position; standard input when left out or '-'.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
    trust_flags: Annotated[
        bool, typer.Option("--trust-flags", help="Take every flag for a mine; otherwise flags are ignored.")
    ] = False,
    budget: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Estimate where exactness would take longer than this."),
    ] = None,
    think: Annotated[
        float | None,
        typer.Option(
            metavar="MS",
            help="Let sapper-max think about the best move for so long. Ctrl-C: the best so far.",
        ),
    ] = None,
    why: Annotated[
        str | None, typer.Option(metavar="R,C", help="Say what proves this certain cell free, or a mine.")
    ] = None,
) -> None:
    """Print risks, certain cells, the best move and why.

    A position is rows of ? covered, 0-8 (. = 0), F flagged, * a hit mine, split by newline or /. The mine
    count is a first line "mines N" or follows the rows: 1??/???/??? 2
    """
    from sapper.cli import position_text
    from sapper.cli.console import bad_input, cell_of, console, print_json, seconds_of
    from sapper.errors import InconsistentView, SapperError
    from sapper.solver import analysis as solver
    from sapper.solver.explanation import explain_cell

    seconds = seconds_of("--think", think)
    view = position_text.parse(_read(file))
    try:
        with bad_input():
            analysis = solver.analyse(view, budget=budget, trust_flags=trust_flags)
    except InconsistentView as error:
        raise SapperError(f"the position is impossible: {error}") from error
    best = _best(view, analysis, trust_flags, seconds)
    with bad_input():
        asked = None if why is None else explain_cell(view, analysis, cell_of("--why", why), trust_flags)
    if as_json:
        document = position_text.as_json(view, analysis, best)
        print_json(document if asked is None else document | {"why": position_text.why_as_json(asked)})
        return
    out = console()
    out.print(position_text.picture(view, analysis, best, out.width if out.is_terminal else None))
    out.print(position_text.description(view, analysis, best), end="")
    if asked is not None:
        out.print(f"Row {asked.cell[0]}, column {asked.cell[1]}, {asked.text}.")


def _best(view: View, analysis: Analysis, trust_flags: bool, think: float | None) -> Decision:
    """The best move, thought about for some seconds if wanted; Ctrl-C then ends the thought alone."""
    from sapper._core import Stop
    from sapper.agents.advice import advise
    from sapper.cli.console import messages
    from sapper.cli.progress import Clock

    if think is None:
        return advise(view, analysis, trust_flags=trust_flags)
    with Clock("thinking", think, "Ctrl-C: the best so far"):
        best = advise(view, analysis, "max", trust_flags, think, Stop())
    if not (analysis.exact or best.certain or best.gives_up):
        messages().print("an estimated analysis is not thought about: --think did nothing", soft_wrap=True)
    return best


def _read(file: Path | None) -> str:
    from sapper.errors import SapperError

    if file is None or str(file) == "-":
        if sys.stdin.isatty():
            print("Type a position, then Ctrl-D on a line of its own:", file=sys.stderr)
        name, content = "standard input", sys.stdin.buffer.read()
    else:
        name, content = str(file), file.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SapperError(f"{name} is not text in UTF-8") from None
