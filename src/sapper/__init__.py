"""Sapper: a Minesweeper intelligence toolkit.

The public names are those of this package and of the sub-packages `sapper.agents`, `sapper.arena`,
`sapper.engine`, `sapper.envs`, `sapper.game`, `sapper.knowledge`, `sapper.learn`, `sapper.live`,
`sapper.replay`, `sapper.review`, `sapper.solver` and `sapper.vision`. docs/public-api.md says what is
promised about them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import sapper.review as _review_package
from sapper.errors import GameOver, InconsistentView, NoBoardFound, NotationError, OutOfBudget, SapperError
from sapper.game import (
    BEGINNER,
    EXPERT,
    INTERMEDIATE,
    Board,
    Cell,
    Game,
    GameRecord,
    Move,
    Rules,
    View,
    read_boards,
    read_records,
    write_boards,
    write_records,
)
from sapper.lazy_names import lazy_names

if TYPE_CHECKING:
    from sapper._core import Stop
    from sapper.agents.advice import best_move
    from sapper.agents.base import Agent, Decision
    from sapper.agents.checks import check_agent
    from sapper.agents.registry import AGENTS, make
    from sapper.arena.arena import Arena, Results
    from sapper.arena.single_game import play
    from sapper.knowledge.knowledge import Knowledge
    from sapper.review.game_review import Review, review
    from sapper.review.reviewed_move import ReviewedMove
    from sapper.solver.analysis import Analyses, Analysis, analyse, analyse_many
    from sapper.solver.board_generator import GeneratedBoard, generate
    from sapper.solver.difficulty import difficulty
    from sapper.solver.explanation import Explanation, explain
    from sapper.solver.perfect_play import Optimum, optimum
    from sapper.vision.reader import look
    from sapper.vision.seen import Seen

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
    "Analyses",
    "Analysis",
    "Arena",
    "Board",
    "Cell",
    "Decision",
    "Explanation",
    "Game",
    "GameOver",
    "GameRecord",
    "GeneratedBoard",
    "InconsistentView",
    "Knowledge",
    "Move",
    "NoBoardFound",
    "NotationError",
    "Optimum",
    "OutOfBudget",
    "Results",
    "Review",
    "ReviewedMove",
    "Rules",
    "SapperError",
    "Seen",
    "Stop",
    "View",
    "analyse",
    "analyse_many",
    "best_move",
    "check_agent",
    "difficulty",
    "explain",
    "generate",
    "look",
    "make",
    "optimum",
    "play",
    "read_boards",
    "read_records",
    "review",
    "write_boards",
    "write_records",
]

_PACKAGES = (
    "agents",
    "arena",
    "engine",
    "envs",
    "game",
    "knowledge",
    "learn",
    "live",
    "replay",
    "solver",
    "vision",
)
"""The public sub-packages that can be used after ``import sapper`` alone."""

# The names that are imported on first use, so that `import sapper` stays fast.
_lazy = lazy_names(
    __name__,
    {
        "_core": ["Stop"],
        "agents.advice": ["best_move"],
        "agents.base": ["Agent", "Decision"],
        "agents.checks": ["check_agent"],
        "agents.registry": ["AGENTS", "make"],
        "arena.arena": ["Arena", "Results"],
        "arena.single_game": ["play"],
        "knowledge.knowledge": ["Knowledge"],
        "review.game_review": ["Review", "review"],
        "review.reviewed_move": ["ReviewedMove"],
        "solver.analysis": ["Analyses", "Analysis", "analyse", "analyse_many"],
        "solver.board_generator": ["GeneratedBoard", "generate"],
        "solver.difficulty": ["difficulty"],
        "solver.explanation": ["Explanation", "explain"],
        "solver.perfect_play": ["Optimum", "optimum"],
        "vision.reader": ["look"],
        "vision.seen": ["Seen"],
    },
)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("sapper")
    return import_module(f"sapper.{name}") if name in _PACKAGES else _lazy(name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES, "__version__"])
