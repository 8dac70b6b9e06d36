"""`sapper generate`: random boards, and boards that can be won without a guess."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.completion import level_names
from sapper.errors import OutOfBudget, SapperError
from sapper.game.enums import FirstMove
from sapper.plural import counted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from sapper.game.rules import Rules
    from sapper.solver.board_generator import GeneratedBoard

MOST_DRAWN = 5
"""With more boards than this, only the table is printed and no board is drawn."""
LARGEST_DRAWN = 10_000
"""A board with more cells is not drawn. It would fit no screen and take long to print."""
ONE_BOARD = {".mbf", ".abf"}
"""Suffixes of the file formats that can hold only one board."""
METHODS = {
    "random": "random boards; every board is equally likely",
    "rejection": "random boards were tried until one needed no guess; every such board is equally likely",
    "repair": "mines were moved until no guess was needed; such boards are not equally likely",
}


def generate(
    level: Annotated[
        str, typer.Option(help="beginner, intermediate, expert or RxC/M.", autocompletion=level_names)
    ] = "expert",
    no_guess: Annotated[
        bool,
        typer.Option("--no-guess", help="Only boards that can be won from the start cell without a guess."),
    ] = False,
    first_move: Annotated[
        FirstMove, typer.Option(help="What the rules promise about the first cell.")
    ] = FirstMove.SAFE,
    start: Annotated[str, typer.Option(metavar="R,C", help="The cell that is opened first.")] = "0,0",
    count: Annotated[int, typer.Option(min=1, help="Number of boards.")] = 1,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the boards.")] = 0,
    budget: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="Time limit for boards without a guess.")
    ] = 60.0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the boards to a file: JSON lines, or one board as .mbf or .abf."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> int:
    """Generate boards, and print their 3BV and their difficulty.

    The difficulty is the hardest deduction that a board needs: single-cell, subset, pair, k-relational,
    exact (the whole frontier) or mine-count. The difficulty is "guess" if the board cannot be won without a
    guess. When the time limit ends, the boards found so far are printed and the exit status is 1.
    """
    from sapper.cli.console import bad_input, cell_of, console, messages, print_json
    from sapper.cli.progress import Steps
    from sapper.game.rules import Rules
    from sapper.solver.board_generator import generate as boards

    found: list[GeneratedBoard] = []
    shortage: OutOfBudget | None = None
    interrupted = False
    with bad_input(), Steps("boards", count) as steps:
        rules = Rules.parse(level, first_move=first_move.value)
        if out is not None:
            _check_file(out, count)
        stream = boards(
            rules,
            count,
            seed=seed,
            start=cell_of("--start", start),
            no_guess=no_guess,
            budget=budget,
            progress=lambda done, looked: steps.at(done, f"{counted(looked, 'board')} tried"),
        )
        try:
            for board in stream:
                board.difficulty  # noqa: B018 - computed here, while the progress bar is shown
                found.append(board)
                steps.at(len(found))
        except OutOfBudget as error:
            shortage = error
        except KeyboardInterrupt:
            interrupted = True
        if out is not None and found:
            _write(out, found)
    if as_json:
        print_json({"boards": [board.to_dict() for board in found]})
    elif found:
        _show(found, rules, console())
    if interrupted:
        messages().print(f"stopped after {len(found)} of {counted(count, 'board')}")
        return 130
    if shortage:
        raise shortage
    return 0


def _check_file(file: Path, count: int) -> None:
    """Refuse a file that cannot be written before any time is spent on making boards."""
    from sapper.cli.console import check_writable

    if file.suffix.lower() in ONE_BOARD and count != 1:
        raise SapperError(f"an {file.suffix} file holds only one board, not {count}")
    try:
        check_writable(file)
    except OSError as error:
        raise SapperError(f"cannot write {file}: {error.strerror or error}") from None


def _write(file: Path, found: list[GeneratedBoard]) -> None:
    from sapper.game.file_formats import write_boards

    if file.suffix.lower() in ONE_BOARD:
        write_boards(file, [each.board for each in found])
    else:
        lines = (json.dumps(each.to_dict(), separators=(",", ":")) for each in found)
        file.write_text("".join(f"{line}\n" for line in lines))


def _show(found: list[GeneratedBoard], rules: Rules, out: Console) -> None:
    from collections import Counter

    from rich import box
    from rich.table import Table

    too_large = rules.cells > LARGEST_DRAWN
    if len(found) <= MOST_DRAWN and not too_large:
        for each in found:
            out.print(_picture(each))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 2, 0, 0))
    for heading in ("index", "3BV", "openings"):
        table.add_column(heading, justify="right")
    table.add_column("difficulty")
    table.add_column("method")
    for each in found:
        board = each.board
        table.add_row(str(each.index), str(board.bbbv), str(board.openings), each.difficulty, each.method)
    start = found[0].board.start
    out.print(
        f"{rules.size}, first move {rules.first_move}, start {start}, seed {found[0].seed}", style="bold"
    )
    out.print(table)
    for method, many in Counter(each.method for each in found).items():
        out.print(f"{many} by {method}: {METHODS[method]}.", style="dim")
    if too_large:
        limit = f"Boards of more than {LARGEST_DRAWN:,} cells are not drawn"
        out.print(f"{limit}: --json prints them, --out FILE writes them.", style="dim")


def _picture(each: GeneratedBoard) -> Text:
    """Draw a board with its mines. The start cell has reversed colours."""
    from rich.style import Style
    from rich.text import Text

    from sapper.cli.position_picture import number_style

    text = Text()
    for row, numbers in enumerate(each.board.numbers.tolist()):
        for col, number in enumerate(numbers):
            style = Style.parse("bold red") if number < 0 else number_style(number)
            if (row, col) == each.board.start:
                style += Style(reverse=True)
            text.append("*" if number < 0 else str(number) if number else ".", style)
            text.append(" ", number_style(0))
        text.append("\n")
    return text
