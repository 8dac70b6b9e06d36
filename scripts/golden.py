"""Rewrite the golden playthroughs of all agents, or of those named on the command line.

A golden playthrough may change only if the play of its agent was changed on purpose.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sapper import AGENTS, EXPERT, GameRecord, Rules, make, play
from sapper.game.file_formats import write_records

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
SEED = 2015
GAMES = (
    (Rules(9, 9, 10), 0),
    (Rules(9, 9, 10), 1),
    (Rules(8, 8, 10, first_move="zero"), 2),
    (Rules(5, 6, 6, first_move="unsafe", cascade=False), 3),
    (Rules(6, 6, 9, on_mine="continue"), 4),
    (EXPERT, 5),
)


def playthroughs(name: str) -> list[GameRecord]:
    """Play the golden games with an agent."""
    return [play(make(name), rules, SEED, index) for rules, index in GAMES]


def main() -> None:
    """Write the files of the agents named on the command line."""
    for name in sys.argv[1:] or AGENTS:
        path = FOLDER / f"{name}.jsonl"
        write_records(path, playthroughs(name))
        print(path)


if __name__ == "__main__":
    main()
