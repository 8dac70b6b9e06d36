"""The task that reviews a finished game, move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.game.record import GameRecord
from sapper.review.game_review import review as grade
from sapper.review.reviewed_move import ReviewedMove


def review(request: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> None:
    """Grade every move of a record, send each grade, and send a summary at the end."""
    record = GameRecord.from_dict(request["record"])
    if record.result == "playing":
        raise ValueError("the game is not over: only a finished game can be reviewed")

    def progress(move: ReviewedMove, moves: int) -> None:
        send({"kind": "move", "moves": moves, **move.to_dict()})

    reviewed = grade(record, request["strength"], progress)
    send(
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
