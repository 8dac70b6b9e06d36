"""Sapper: a Minesweeper intelligence toolkit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import sapper.review as _review_package
from sapper.errors import GameOver, InconsistentView, NotationError, OutOfBudget, SapperError
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import GameRecord, Move
from sapper.game.rules import BEGINNER, EXPERT, INTERMEDIATE, Rules
from sapper.game.view import View

if TYPE_CHECKING:
    from sapper._core import Stop
    from sapper.agents.advice import best_move
    from sapper.agents.base import Agent, Decision
    from sapper.agents.checks import check_agent
    from sapper.agents.registry import AGENTS, make
    from sapper.arena.arena import Arena
    from sapper.arena.single_game import play
    from sapper.review.game_review import Review, review
    from sapper.review.reviewed_move import ReviewedMove
    from sapper.solver.analysis import Analysis, analyse, analyse_many
    from sapper.solver.board_generator import GeneratedBoard, generate
    from sapper.solver.difficulty import difficulty
    from sapper.solver.explanation import Explanation, explain
    from sapper.solver.perfect_play import Optimum, optimum

# `sapper.review` is both a function and the package that holds it. Python binds the name of a package in its
# parent once, when it first loads the package. So the package is loaded here, and that binding is removed.
del _review_package, globals()["review"]

__version__: str

__all__ = [
    "AGENTS",
    "BEGINNER",
    "EXPERT",
    "INTERMEDIATE",
    "Agent",
    "Analysis",
    "Arena",
    "Board",
    "Decision",
    "Explanation",
    "Game",
    "GameOver",
    "GameRecord",
    "GeneratedBoard",
    "InconsistentView",
    "Move",
    "NotationError",
    "Optimum",
    "OutOfBudget",
    "Review",
    "ReviewedMove",
    "Rules",
    "SapperError",
    "Stop",
    "View",
    "analyse",
    "analyse_many",
    "best_move",
    "check_agent",
    "difficulty",
    "explain",
    "generate",
    "make",
    "optimum",
    "play",
    "review",
]

# The module of each name that is imported on first use, so that `import sapper` stays fast.
_LAZY = {
    "AGENTS": "sapper.agents.registry",
    "Agent": "sapper.agents.base",
    "Analysis": "sapper.solver.analysis",
    "Arena": "sapper.arena.arena",
    "Decision": "sapper.agents.base",
    "Explanation": "sapper.solver.explanation",
    "GeneratedBoard": "sapper.solver.board_generator",
    "Optimum": "sapper.solver.perfect_play",
    "Review": "sapper.review.game_review",
    "ReviewedMove": "sapper.review.reviewed_move",
    "Stop": "sapper._core",
    "analyse": "sapper.solver.analysis",
    "analyse_many": "sapper.solver.analysis",
    "best_move": "sapper.agents.advice",
    "check_agent": "sapper.agents.checks",
    "difficulty": "sapper.solver.difficulty",
    "explain": "sapper.solver.explanation",
    "generate": "sapper.solver.board_generator",
    "make": "sapper.agents.registry",
    "optimum": "sapper.solver.perfect_play",
    "play": "sapper.arena.single_game",
    "review": "sapper.review.game_review",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("sapper")
    if name == "replay":  # a package whose functions are public
        return import_module("sapper.replay")
    if name not in _LAZY:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
