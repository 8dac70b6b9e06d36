"""One move of a reviewed game: its grade, its cost, and the best move."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from sapper.agents.base import Decision
from sapper.game.rules import Cell
from sapper.review.grades import Grade


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move with its grade and its win probabilities."""

    number: int
    """The index of the move in the record, from 0."""
    do: str
    cell: Cell
    grade: Grade | None
    """None for a flag, unless the rules make a wrong flag lose the game."""
    hit: bool
    """Whether the move opened a mine."""
    risk: float
    """The probability that the move loses the game at once."""
    win_before: float | None
    """The win probability before the move, with best play; None where the position is too large for it."""
    win_played: float | None
    """The win probability of the chosen move, before its result is known."""
    win_after: float | None
    """The win probability after the result of the move: 1 for a won game, 0 for a lost one."""
    win_error: float | None
    """The standard error of `win_before`; 0 if it is exact, None where it is unknown."""
    cost: float
    """The win probability of the best move minus that of this move; never below 0."""
    error: float
    """The standard error of `cost`; 0 if the cost is exact."""
    exact: bool
    """Whether the win probabilities before the move and of the move are exact."""
    best: Decision | None
    """The best move and the reason for it; None for a flag."""
    forgiven: bool = False
    """Whether it was a guess that the program forgives, so that its luck is not counted."""
    time: float | None = None
    """Seconds since the first cell was opened; None if the record has no times."""
    pause: float | None = None
    """Seconds since the move before; None for the first move and without times."""

    @property
    def luck(self) -> float:
        """The win probability that chance added (positive) or took away (negative)."""
        if self.win_after is None or self.win_played is None or self.forgiven:
            return 0.0
        return self.win_after - self.win_played

    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain JSON values."""
        best = self.best
        plain = {
            "number": self.number,
            "do": self.do,
            "cell": list(self.cell),
            "grade": self.grade,
            "hit": self.hit,
            "risk": self.risk,
            "win_before": self.win_before,
            "win_played": self.win_played,
            "win_after": self.win_after,
            "win_error": self.win_error,
            "cost": self.cost,
            "error": self.error,
            "exact": self.exact,
            "luck": self.luck,
            "best": None
            if best is None or best.gives_up
            else {
                "cell": list(best.opens[0]),
                "risk": best.risk,
                "certain": best.certain,
                "win": best.win,
                "win_exact": best.win_exact,
                "win_error": best.win_error,
                "reason": best.reason,
            },
        }
        if self.forgiven:
            plain["forgiven"] = True
        timed = {"time": self.time, "pause": self.pause}
        return plain | {name: value for name, value in timed.items() if value is not None}


def move_of_answer(answer: dict[str, Any]) -> ReviewedMove:
    """Make a reviewed move from an answer of the request `review` of the facade."""
    best = answer["best"]
    given = {field.name: answer[field.name] for field in fields(ReviewedMove) if field.name in answer}
    given["cell"] = (answer["cell"][0], answer["cell"][1])
    if best is not None:
        more = ("certain", "risk", "win", "win_exact", "win_error", "reason")
        given["best"] = Decision(best["cells"], **{name: best[name] for name in more})
    return ReviewedMove(**given)
