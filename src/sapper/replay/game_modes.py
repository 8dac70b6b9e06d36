"""Game modes of other programs, which Viennasweeper and Metasweeper number in the same way."""

from __future__ import annotations

from sapper.game.enums import Forgives
from sapper.replay.replay import ReplayError

MODES = (
    "standard",
    "upk",
    "cheat",
    "density",
    "win7",
    "competitive-solvable",
    "strong-solvable",
    "weak-solvable",
    "to-be-solvable",
    "strong-guessable",
    "weak-guessable",
    "chording-recursive",
    "flag-recursive",
    "chording-flag-recursive",
    "solvable-chording-recursive",
    "solvable-flag-recursive",
    "solvable-chording-flag-recursive",
)
"""The name of each mode, by its number."""


FORGIVING = {
    "weak-solvable": Forgives.FORCED,
    "to-be-solvable": Forgives.FORCED,
    "strong-guessable": Forgives.ALL,
    "weak-guessable": Forgives.ALL,
}
"""The modes in which the program moves a mine away from a guess, and from which guesses.

The program's own source says so: github.com/eee555/Solvable-Minesweeper, the function that handles one press.
"""


def forgiveness(mode: str) -> str:
    """Which guesses a mode forgives: a value of `Forgives`."""
    return FORGIVING.get(mode, Forgives.NOTHING).value


def mode_name(number: int) -> str:
    """The name of a game mode.

    Raises:
        ReplayError: The mode chords automatically. Its games cannot be played by the rules of this package.
    """
    name = MODES[number] if number < len(MODES) else "unknown"
    if name.endswith("recursive"):
        raise ReplayError(f"the game was played in the mode {name!r}, which opens cells by other rules")
    return name
