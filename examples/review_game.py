"""Play a game, write its record, and print how much each guess cost.

Usage: python examples/review_game.py [FILE]   (FILE holds game records; without it a game is played)
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import sapper
from sapper.game import read_records, write_records


def show(record: sapper.GameRecord) -> None:
    """Review a game and print one line per move that was not forced."""
    review = sapper.review(record, strength="fast")
    for move in review.moves:
        if move.grade not in {"forced", None}:
            print(
                f"move {move.number}: {move.do} {move.cell} at a risk of {move.risk:.1%}: {move.grade},"
                f" {100 * move.cost:.1f} points behind the best"
            )
    print(f"{record.agent} {record.result} after {len(record.moves)} moves ({record.end})")
    print(review.sentence)


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
        show(record)


if __name__ == "__main__":
    main(sys.argv[1:])
