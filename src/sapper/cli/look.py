"""`sapper look`: the position in a screenshot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.plural import counted

if TYPE_CHECKING:
    from sapper.vision import Seen


def look(
    image: Annotated[Path, typer.Argument(help="A picture of any Minesweeper program: PNG, JPEG, ...")],
    mines: Annotated[
        int | None, typer.Option(min=0, help="The number of mines. Without it, the usual number is assumed.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> None:
    """Read the position in a screenshot of a Minesweeper program.

    The position goes to standard output, so that `sapper look game.png | sapper analyse` works. Cells that
    were read with doubt are named on standard error. Exit status 1: no board was found.
    """
    from sapper.cli.console import bad_input, print_json, print_plain
    from sapper.vision import look as read_picture

    with bad_input():
        seen = read_picture(image, mines)
    if as_json:
        print_json(seen.to_dict())
        return
    print_plain(seen.view.text)
    for note in _notes(seen):
        typer.echo(note, err=True)


def _notes(seen: Seen) -> list[str]:
    """What a person must know before trusting the position."""
    notes = []
    if seen.mines_source in ("standard", "assumed"):
        reason = "usual for this size" if seen.mines_source == "standard" else "a guess from the size"
        notes.append(f"The number of mines, {seen.mines}, is {reason}. Give it with --mines.")
    if seen.doubtful:
        shown = ", ".join(f"({row}, {col})" for row, col in seen.doubtful[:12])
        more = ", ..." if len(seen.doubtful) > 12 else ""
        notes.append(f"{counted(len(seen.doubtful), 'cell')} in doubt: {shown}{more}")
    if seen.repaired:
        shown = ", ".join(f"({row}, {col})" for row, col in seen.repaired)
        notes.append(f"Changed, because the position was impossible as it was read: {shown}")
    if not seen.consistent:
        notes.append("No layout of the mines fits the position: at least one cell is misread.")
    return notes
