"""Game modes of other programs, which Viennasweeper and Metasweeper number in the same way."""

from __future__ import annotations

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


def mode_name(number: int) -> str:
    """The name of a game mode.

    Raises:
        ReplayError: The mode chords automatically. Its games cannot be played by the rules of this package.
    """
    name = MODES[number] if number < len(MODES) else "unknown"
    if name.endswith("recursive"):
        raise ReplayError(f"the game was played in the mode {name!r}, which opens cells by other rules")
    return name
