"""Reviews of finished games, told move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.game.record import GameRecord
from sapper.review.game_review import review as grade
from sapper.review.reviewed_move import ReviewedMove


def review(request: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> None:
    """Grade every move of a record, and sum it up."""
    record = GameRecord.from_dict(request["record"])
    if record.result == "playing":
        raise ValueError("the game is not over: a review needs its end")

    def progress(move: ReviewedMove, moves: int) -> None:
        tell({"kind": "move", "moves": moves, **move.to_dict()})

    reviewed = grade(record, request["strength"], progress)
    tell(
        {
            "kind": "review",
            "agent": record.agent,
            "result": record.result,
            "grades": reviewed.grades,
            "cost": reviewed.cost,
            "luck": reviewed.luck,
            "sentence": reviewed.sentence,
        }
    )
