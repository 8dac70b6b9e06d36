"""The HTML page of a game review: a graph, the grades, and a board for every move that mattered."""

from __future__ import annotations

from typing import Any

from sapper.game.board_picture import board_picture
from sapper.game.game import Game
from sapper.game.view import View
from sapper.plural import counted
from sapper.report.html_template import render
from sapper.review.game_review import Review
from sapper.review.reviewed_move import ReviewedMove
from sapper.review.win_graph import COLOURS, PAUSE_HEIGHT, PAUSE_TOP, PAUSES, graph

BEST_RING, PLAYED_RING = "#0072b2", "#e69f00"
MOST_BOARDS = 60
"""The most boards on a page. If there are more moves, those with the highest cost get a board."""


def page(review: Review) -> str:
    """Write the page of a review."""
    record = review.record
    player = f"played by {record.agent}, " if record.agent else ""
    promise = f"first move {record.rules.first_move}"
    return render(
        "review.html",
        title=f"Review of a game on {record.rules.size}, {record.result}",
        subtitle=f"{player}{counted(len(record.moves), 'move')}, {promise}, strength {review.strength}",
        verdict=review.sentence,
        graph=graph(review),
        times=review.times,
        pauses=PAUSES,
        pause_top=PAUSE_TOP,
        pause_height=PAUSE_HEIGHT,
        grades=review.grades,
        moments=_moments(review),
        rows=[_row(move, review.times is not None) for move in review.moves],
        colours=COLOURS,
        played_ring=PLAYED_RING,
        best_ring=BEST_RING,
    )


def _moments(review: Review) -> list[dict[str, Any]]:
    """A board and a sentence for every move that was not forced."""
    mattered = [move for move in review.moves if move.grade not in {"forced", None}]
    ranked = sorted(mattered, key=lambda move: (-move.hit, -move.cost, move.number))
    shown = {move.number for move in ranked[:MOST_BOARDS]}
    game, moments = Game(review.record.board), []
    for move, done in zip(review.moves, review.record.moves, strict=True):
        if move.number in shown:
            moments.append(_moment(move, game.view))
        {"open": game.open, "flag": game.flag, "chord": game.chord}[done.do](done.cell)
    return moments


def _moment(move: ReviewedMove, view: View) -> dict[str, Any]:
    rings = {move.cell: PLAYED_RING}
    advice = ""
    if move.best is not None and not move.best.gives_up:
        cell = move.best.opens[0]
        rings = {cell: BEST_RING} | rings
        named = "The best move too" if cell == move.cell else f"Best was {cell}"
        advice = f"{named}: {move.best.reason}."
    doubt = f" ± {100 * move.error:.1f}" if move.error else ""
    cost = f", which cost {100 * move.cost:.1f}{doubt} points" if move.cost > 0 else ""
    fate = "and hit a mine" if move.hit else "and survived"
    said = f"{move.do.capitalize()} {move.cell} at a risk of {move.risk:.1%}{cost}, {fate}"
    odds = f"win probability {_percent(move.win_before, move.exact)} before, {_percent(move.win_after)} after"
    return {
        "number": move.number,
        "grade": move.grade,
        "text": f"{said}; {odds}.",
        "advice": advice,
        "picture": board_picture(view, rings, f"the board before move {move.number}"),
    }


def _row(move: ReviewedMove, is_timed: bool) -> tuple[str, ...]:
    return (
        str(move.number),
        *((_seconds(move.time), _seconds(move.pause)) if is_timed else ()),
        f"{'' if move.do == 'open' else move.do + ' '}{move.cell}",
        move.grade or "",
        f"{move.risk:.1%}",
        _percent(move.win_before, move.exact),
        _percent(move.win_after),
        f"{100 * move.cost:.1f}" if move.cost else "",
    )


def _seconds(time: float | None) -> str:
    return "" if time is None else f"{time:.2f} s"


def _percent(win: float | None, exact: bool = True) -> str:
    return "unknown" if win is None else f"{'' if exact else '~'}{win:.1%}"
