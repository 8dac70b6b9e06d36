"""Reads one game of a file that a command names: a game record, or a replay of another program."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.errors import SapperError
from sapper.plural import counted

if TYPE_CHECKING:
    from sapper.game.record import GameRecord


def read_record(file: Path, game: int) -> GameRecord:
    """Read a game of a file, counted from 1; ``-`` is standard input.

    Raises:
        SapperError: There is no such game in the file, or it cannot be read.
    """
    from sapper.cli.console import bad_input
    from sapper.game.file_formats import parse_records, read_records
    from sapper.replay import is_replay_file

    if is_replay_file(file):
        from sapper.cli.replay import read_game

        return read_game(file, game).record
    with bad_input():
        if str(file) == "-":
            records = parse_records(sys.stdin.buffer.read(), "standard input")
        else:
            records = read_records(file)
    name = "standard input" if str(file) == "-" else str(file)
    if not records:
        raise SapperError(f"{name} contains no game record")
    if game > len(records):
        raise SapperError(f"{name} contains {counted(len(records), 'game')}, so there is no game {game}")
    return records[game - 1]
