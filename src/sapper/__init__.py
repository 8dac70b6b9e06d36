"""Sapper: a Minesweeper intelligence toolkit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    from sapper.arena.play import play
    from sapper.arena.review import Review, ReviewedMove, review
    from sapper.solver.analysis import Analysis, analyse, analyse_many
    from sapper.solver.difficulty import difficulty
    from sapper.solver.explain import Explanation, explain
    from sapper.solver.generate import GeneratedBoard, generate
    from sapper.solver.optimum import Optimum, optimum

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

# Loaded when first asked for, so that `import sapper` stays light.
_LAZY = {
    "AGENTS": "sapper.agents.registry",
    "Agent": "sapper.agents.base",
    "Analysis": "sapper.solver.analysis",
    "Arena": "sapper.arena.arena",
    "Decision": "sapper.agents.base",
    "Explanation": "sapper.solver.explain",
    "GeneratedBoard": "sapper.solver.generate",
    "Optimum": "sapper.solver.optimum",
    "Review": "sapper.arena.review",
    "ReviewedMove": "sapper.arena.review",
    "Stop": "sapper._core",
    "analyse": "sapper.solver.analysis",
    "analyse_many": "sapper.solver.analysis",
    "best_move": "sapper.agents.advice",
    "check_agent": "sapper.agents.checks",
    "difficulty": "sapper.solver.difficulty",
    "explain": "sapper.solver.explain",
    "generate": "sapper.solver.generate",
    "make": "sapper.agents.registry",
    "optimum": "sapper.solver.optimum",
    "play": "sapper.arena.play",
    "review": "sapper.arena.review",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("sapper")
    if name not in _LAZY:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
