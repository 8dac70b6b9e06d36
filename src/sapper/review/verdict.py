"""Luck against skill, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.review.game_review import Review

EVEN = 0.005
"""Less luck than this is none."""


def sentence(review: Review) -> str:
    """Say what the moves cost, what luck gave or took, and which of the two decided the game."""
    won, over = review.record.won, review.record.result != "playing"
    said = "Won" if won else "Lost" if over else "Not finished"
    parts = [_moves(review), _luck(review.luck)]
    if over and not won:
        parts.append(_decided(review))
    return f"{said}: {', '.join(parts)}."


def points(share: float) -> str:
    """A probability of winning in points.

    >>> points(0.0312), points(0.01)
    ('3.1 points', '1.0 point')
    """
    shown = f"{100 * share:.1f}"
    return f"{shown} point{'' if shown == '1.0' else 's'}"


def _moves(review: Review) -> str:
    if review.cost < EVEN:
        return "the moves cost no win probability to speak of"
    worst = max(review.moves, key=lambda move: move.cost)
    told = f"the moves cost {points(review.cost)} of win probability"
    if worst.grade in {"inaccuracy", "mistake"} and worst.cost < review.cost:
        told += f", {points(worst.cost)} of it at move {worst.number}"
    return told


def _luck(luck: float) -> str:
    if abs(luck) < EVEN:
        return "luck was even"
    return f"luck {'gave' if luck > 0 else 'took'} {points(abs(luck))}"


def _decided(review: Review) -> str:
    last = review.moves[-1] if review.moves else None
    if last is None or not last.hit:
        return "and it was given up" if review.record.end == "stuck" else "and no mine was hit"
    if review.cost > max(0.0, -review.luck):
        return "so that skill decided more than luck"
    return "so that luck decided"
