"""Replays of other Minesweeper programs: reading them, and the numbers that competitive players count.

In reading order:

- `replay`: the value that every reader returns: board, mouse events, presses and game record.
- `byte_reader`: numbers and texts from the bytes of a file.
- `simulation`: how presses and moves follow from mouse events.
- `building`: how a reader makes a replay from what it found.
- `game_modes`, `mouse_codes`: tables that several formats share.
- `avf`, `evf`, `mvf`, `rmv`, `rawvf`: one reader for each format.
- `reader`: `read`, which picks the reader by the suffix of a file.
- `units`: the parts of a board that 3BV counts.
- `zini`: how few presses can win a board with flags and chords.
- `guesses`: the guesses of a game, and whether they were needed.
- `counts`: `count`, all numbers of a game that players compare.
"""

from __future__ import annotations

from sapper.replay.counts import Counts, count
from sapper.replay.guesses import Guess
from sapper.replay.rawvf import write_rawvf
from sapper.replay.reader import is_replay_file, parse, read, read_all
from sapper.replay.replay import Button, EventKind, MouseEvent, Press, Replay, ReplayError
from sapper.replay.zini import Zini

__all__ = [
    "Button",
    "Counts",
    "EventKind",
    "Guess",
    "MouseEvent",
    "Press",
    "Replay",
    "ReplayError",
    "Zini",
    "count",
    "is_replay_file",
    "parse",
    "read",
    "read_all",
    "write_rawvf",
]
