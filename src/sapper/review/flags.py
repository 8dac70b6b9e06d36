"""The flags of a game, graded: what was known about the cell, and whether the flag was of any use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from sapper.errors import OutOfBudget
from sapper.game.game import Game
from sapper.game.record import GameRecord
from sapper.game.rules import Cell
from sapper.plural import counted
from sapper.solver.analysis import analyse

FlagGrade = Literal["proven", "guessed", "wrong"]
FLAG_GRADES: tuple[FlagGrade, ...] = get_args(FlagGrade)
"""Every grade of a flag.

- proven: the position proved that the cell is a mine.
- guessed: it did not; but the cell is a mine, or the layout is not known.
- wrong: the cell is free.
"""
SECONDS = 5.0
"""The longest time for the analysis of one position."""
MOST_CELLS = 4_000
"""Flags are not graded on larger boards, because each of many needs an analysis."""


@dataclass(frozen=True, slots=True)
class GradedFlag:
    """A flag that was set, with its grade."""

    move: int
    """The index of the move in the record."""
    cell: Cell
    time: float | None
    """When it was set, in seconds since the first cell was opened."""
    grade: FlagGrade
    free: float
    """The probability, from what the player could see, that the cell was no mine."""
    used: bool
    """Whether a chord relied on the flag. A player who chords saves presses by flags; others do not."""

    def to_dict(self) -> dict[str, Any]:
        """Return the flag as plain JSON values."""
        return {
            "number": self.move,
            "cell": list(self.cell),
            "time": self.time,
            "grade": self.grade,
            "free": self.free,
            "used": self.used,
        }


def grade_flags(record: GameRecord) -> tuple[GradedFlag, ...]:
    """Grade every flag that was set in a game. Removing a flag gets no grade.

    Raises:
        OutOfBudget: The board is too large, or a position is too wide for an exact analysis.
    """
    if record.rules.cells > MOST_CELLS:
        raise OutOfBudget(f"flags are not graded on boards of more than {MOST_CELLS:,} cells")
    game, mines = Game(record.board), set(record.mines)
    act = {"open": game.open, "flag": game.flag, "chord": game.chord}
    graded: list[GradedFlag] = []
    standing: dict[Cell, int] = {}
    for index, move in enumerate(record.moves):
        if move.do == "flag" and standing.pop(move.cell, None) is None:
            analysis = analyse(game.view, budget=SECONDS)
            if not analysis.exact:
                raise OutOfBudget(f"the position before move {index} is too wide for an exact analysis")
            free = 1 - float(analysis.risk[move.cell])
            is_wrong = free == 1 or (record.layout_known and move.cell not in mines)
            grade: FlagGrade = "wrong" if is_wrong else "guessed" if free else "proven"
            standing[move.cell] = len(graded)
            graded.append(GradedFlag(index, move.cell, move.time, grade, free, used=False))
        elif move.do == "chord":
            for cell, number in standing.items():
                if max(abs(cell[0] - move.cell[0]), abs(cell[1] - move.cell[1])) == 1:
                    graded[number] = replace(graded[number], used=True)
        act[move.do](move.cell)
    return tuple(graded)


def flags_sentence(flags: Sequence[GradedFlag]) -> str:
    """Say in one sentence how good the flags of a game were; an empty text if there were none."""
    if not flags:
        return ""
    by_grade = {grade: [flag for flag in flags if flag.grade == grade] for grade in FLAG_GRADES}
    parts = []
    if by_grade["proven"]:
        parts.append(f"{len(by_grade['proven'])} on proven mines")
    if by_grade["guessed"]:
        doubt = max(flag.free for flag in by_grade["guessed"])
        parts.append(f"{len(by_grade['guessed'])} guessed (free with up to {doubt:.0%})")
    if by_grade["wrong"]:
        cells = ", ".join(str(flag.cell) for flag in by_grade["wrong"][:3])
        parts.append(f"{len(by_grade['wrong'])} wrong, at {cells}{', ...' * (len(by_grade['wrong']) > 3)}")
    unused = sum(not flag.used for flag in flags)
    use = (
        "all were used by chords" if not unused else f"{unused} {'was' if unused == 1 else 'were'} of no use"
    )
    return f"{counted(len(flags), 'flag')}: {', '.join(parts)}; {use}"
