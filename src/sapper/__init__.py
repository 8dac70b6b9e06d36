"""Sapper: a Minesweeper intelligence toolkit."""

from sapper.errors import GameOver, InconsistentView, NotationError, SapperError
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import GameRecord, Move
from sapper.game.rules import BEGINNER, EXPERT, INTERMEDIATE, Rules
from sapper.game.view import View

__all__ = [
    "BEGINNER",
    "EXPERT",
    "INTERMEDIATE",
    "Board",
    "Game",
    "GameOver",
    "GameRecord",
    "InconsistentView",
    "Move",
    "NotationError",
    "Rules",
    "SapperError",
    "View",
]
