"""The verdict on a reviewed game: a sentence or two on what the moves cost and what luck added."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.game.enums import Forgives
from sapper.game.record import GameRecord
from sapper.review.reviewed_move import ReviewedMove

FORGIVEN = " The program forgives guesses, so their luck is not counted."
EVEN = 0.005
"""A cost or luck below this win probability is not worth a mention."""


def verdict(record: GameRecord, moves: Sequence[ReviewedMove]) -> str:
    """Say what the moves cost, what luck added or took, and which of the two decided a lost game."""
    won, over = record.won, record.result != "playing"
    said = "Won" if won else "Lost" if over else "Not finished"
    cost, luck = sum(move.cost for move in moves), sum(move.luck for move in moves)
    decided = _decided(record, moves, cost, luck) if over and not won else ""
    mode = "" if record.forgives == Forgives.NOTHING else FORGIVEN
    return f"{said}: {_moves(moves, cost)}, and {_luck(luck)}.{decided}{mode}"


def points(share: float) -> str:
    """Write a win probability as percentage points.

    >>> points(0.0312), points(0.01)
    ('3.1 points', '1.0 point')
    """
    shown = f"{100 * share:.1f}"
    return f"{shown} point{'' if shown == '1.0' else 's'}"


def _moves(moves: Sequence[ReviewedMove], cost: float) -> str:
    if cost < EVEN:
        return "the moves cost no win probability to speak of"
    worst = max(moves, key=lambda move: move.cost)
    said = f"the moves cost {points(cost)} of win probability"
    if worst.grade in {"inaccuracy", "mistake"} and worst.cost < cost:
        said += f", {100 * worst.cost:.1f} of them at move {worst.number}"
    return said


def _luck(luck: float) -> str:
    if abs(luck) < EVEN:
        return "luck was even"
    return f"luck {'gave' if luck > 0 else 'took'} {points(abs(luck))}"


def _decided(record: GameRecord, moves: Sequence[ReviewedMove], cost: float, luck: float) -> str:
    last = moves[-1] if moves else None
    if last is None or not last.hit:
        return " The game was given up." if record.end == "stuck" else " No mine was hit."
    if cost > max(0.0, -luck):
        return " Skill mattered more than luck."
    return " Luck decided the game."
