"""Play a game, keep its record, and look at every guess again: was there a safer cell?

Usage: python examples/review_game.py [FILE]   (a file of game records; without one, a game is played)
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import sapper
from sapper.game.files import read_records, write_records


def review(record: sapper.GameRecord) -> None:
    """Play a record again and print a line for each move that was a guess."""
    game = sapper.Game(record.board)
    moves = {"open": game.open, "flag": game.flag, "chord": game.chord}
    for number, move in enumerate(record.moves):
        if number > 0 and move.do == "open":
            risk = sapper.analyse(game.view).risk
            if risk[move.cell] > 0:
                verdict = "hit a mine" if move.hit else "survived"
                print(
                    f"move {number}: opened {move.cell} at a risk of {risk[move.cell]:.1%}"
                    f" (lowest {np.nanmin(risk):.1%}) and {verdict}"
                )
        moves[move.do](move.cell)
    print(f"{record.agent} {record.result} after {len(record.moves)} moves ({record.end})")


def main(arguments: list[str]) -> None:
    """Review every game of a file."""
    if arguments:
        records = read_records(arguments[0])
    else:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "games.jsonl"
            write_records(file, [sapper.play(sapper.make("lowest-risk"), sapper.INTERMEDIATE, seed=6)])
            records = read_records(file)
    for record in records:
        review(record)


if __name__ == "__main__":
    main(sys.argv[1:])
