"""The game: rules, boards, games in progress, and what a player may see of them.

The files in reading order:

- ``enums``: the named values of rules, moves and results, such as "safe" and "won".
- ``rules``: the size, the mine count and the options of a game.
- ``board``: one layout of the mines.
- ``view``: what a player sees of a board.
- ``partial_view``: what is seen when something cannot be seen, and which cells changed between two views.
- ``game``: a board that is being played.
- ``record``: a game written down as one line of JSON.
- ``file_formats``: files of boards and of records.
- ``links``: links to a board, as other pages write them.
- ``board_picture``: the cells of a view as values to draw; reports and notebooks share them.
- ``board_svg``: views, boards and risks as SVG, which notebooks show.
- ``notation``: pointing at an error in a position text.
- ``palette``: the colours of a drawn board.
- ``whole_numbers``: checking arguments that must be whole numbers.
"""

from __future__ import annotations

from sapper.game.board import Board
from sapper.game.enums import Act, End, FirstMove, Forgives, OnMine, OnWrongFlag, State, WonBy
from sapper.game.file_formats import (
    board_from_dict,
    board_to_dict,
    read_boards,
    read_records,
    write_boards,
    write_records,
)
from sapper.game.game import Game
from sapper.game.links import board_link, read_board_link
from sapper.game.partial_view import PartialView, changed_cells
from sapper.game.record import GameRecord, Move, Opened
from sapper.game.rules import BEGINNER, EXPERT, INTERMEDIATE, PRESETS, Cell, Rules
from sapper.game.view import View

__all__ = [
    "BEGINNER",
    "EXPERT",
    "INTERMEDIATE",
    "PRESETS",
    "Act",
    "Board",
    "Cell",
    "End",
    "FirstMove",
    "Forgives",
    "Game",
    "GameRecord",
    "Move",
    "OnMine",
    "OnWrongFlag",
    "Opened",
    "PartialView",
    "Rules",
    "State",
    "View",
    "WonBy",
    "board_from_dict",
    "board_link",
    "board_to_dict",
    "changed_cells",
    "read_board_link",
    "read_boards",
    "read_records",
    "write_boards",
    "write_records",
]
