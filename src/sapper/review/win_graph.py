"""The graph of a review: the win probability over the moves, with a dot for every graded move."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from sapper.plural import counted
from sapper.review.grades import Grade

if TYPE_CHECKING:
    from sapper.review.game_review import Review

COLOURS: dict[Grade | None, str] = {
    "forced": "#8b96a3",
    "best": "#009e73",
    "inaccuracy": "#e69f00",
    "mistake": "#d55e00",
    "unlucky": "#8f5fb8",
    None: "#8b96a3",
}
"""The colours of the grades. Colour-blind readers can tell them apart, and every grade is written out too."""
WIDTH, HEIGHT, MARGIN = 900, 240, 44


def graph(review: Review) -> dict[str, Any] | None:
    """The curve of the win probability, with a dot for every graded move; None if too little is known."""
    wins = review.wins
    known = [(number, win) for number, win in enumerate(wins) if win is not None]
    if len(known) < 2:
        return None
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    points = [(MARGIN + wide * number / (len(wins) - 1), MARGIN + high * (1 - win)) for number, win in known]
    curve = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    floor = MARGIN + high
    at = {number: point for (number, _), point in zip(known, points, strict=True)}
    moves = counted(len(wins) - 1, "move")
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": MARGIN,
        "right": WIDTH - MARGIN,
        "label": f"Win probability from {known[0][1]:.0%} to {known[-1][1]:.0%} over {moves}",
        "lines": [
            {"y": MARGIN + high * (1 - share), "label": f"{share:.0%}"} for share in (0, 0.25, 0.5, 0.75, 1)
        ],
        "curve": curve,
        "area": f"{points[0][0]:.1f},{floor} {curve} {points[-1][0]:.1f},{floor}",
        "dots": [
            {
                "x": f"{at[move.number + 1][0]:.1f}",
                "y": f"{at[move.number + 1][1]:.1f}",
                "grade": move.grade,
                "label": f"move {move.number}: {move.grade}",
            }
            for move in review.moves
            if move.grade not in {"forced", None} and move.number + 1 in at
        ],
    }


def review_html(review: Review) -> str:
    """Write the verdict, the graph and the number of moves with each grade as HTML, for notebooks."""
    grades = ", ".join(f"{count} {grade}" for grade, count in review.grades.items() if count)
    drawn = graph(review)
    svg = "" if drawn is None else _svg(drawn)
    return f"<div><p><b>{escape(review.sentence)}</b></p>{svg}<p>Moves: {escape(grades) or 'none'}.</p></div>"


def _svg(drawn: dict[str, Any]) -> str:
    lines = "".join(
        f'<line x1="{drawn["left"]}" x2="{drawn["right"]}" y1="{line["y"]:g}" y2="{line["y"]:g}" '
        f'stroke="#d5dae0"/><text x="{drawn["left"] - 6}" y="{line["y"] + 4:g}" text-anchor="end">'
        f"{line['label']}</text>"
        for line in drawn["lines"]
    )
    dots = "".join(
        f'<circle cx="{dot["x"]}" cy="{dot["y"]}" r="5" fill="{COLOURS[dot["grade"]]}">'
        f"<title>{escape(dot['label'])}</title></circle>"
        for dot in drawn["dots"]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(drawn["label"])}" '
        f'viewBox="0 0 {drawn["width"]} {drawn["height"]}" style="max-width:{drawn["width"]}px;width:100%" '
        f'font-family="system-ui,sans-serif" font-size="12" fill="#5c6670">{lines}'
        f'<polygon points="{drawn["area"]}" fill="#0072b2" opacity="0.12"/>'
        f'<polyline points="{drawn["curve"]}" fill="none" stroke="#0072b2" stroke-width="2"/>{dots}</svg>'
    )
