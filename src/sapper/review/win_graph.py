"""The graph of a review: the win probability with a dot for every graded move.

It is drawn over the moves, or over the time if the record has times. Then a bar under the curve shows each
pause, so that thinking before guesses and hesitation before certain cells are seen beside the chance to win.
"""

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
PAUSES = {"certain": "#56b4e9", "guess": "#d55e00", "flag": "#8b96a3"}
"""The colours of the pauses before certain moves, guesses and flags."""
WIDTH, HEIGHT, MARGIN = 900, 240, 44
PAUSE_TOP, PAUSE_HEIGHT = HEIGHT - MARGIN + 6, 12
"""Where the bars of the pauses lie."""


def graph(review: Review) -> dict[str, Any] | None:
    """The curve of the win probability, with a dot for every graded move; None if too little is known."""
    wins = review.wins
    known = [(number, win) for number, win in enumerate(wins) if win is not None]
    if len(known) < 2:
        return None
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    times = _times(review)
    shares = times or [number / (len(wins) - 1) for number in range(len(wins))]
    points = [(MARGIN + wide * shares[number], MARGIN + high * (1 - win)) for number, win in known]
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
        "axis": "moves" if times is None else f"{_last(review):.0f} s",
        "pauses": [] if times is None else _pauses(review, times),
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


def _last(review: Review) -> float:
    return max(move.time or 0.0 for move in review.moves)


def _times(review: Review) -> list[float] | None:
    """Where each known win probability lies on the axis of time, from 0 to 1; None without times.

    Probability i is that after move i - 1, so it lies at the time of that move.
    """
    if any(move.time is None for move in review.moves) or _last(review) <= 0:
        return None
    return [0.0, *(max(0.0, move.time or 0.0) / _last(review) for move in review.moves)]


def _pauses(review: Review, times: list[float]) -> list[dict[str, Any]]:
    """A bar for the pause before each move: as wide as the pause, in the colour of what was done then."""
    wide, bars = WIDTH - 2 * MARGIN, []
    for move in review.moves:
        if not move.pause:
            continue
        left, right = times[move.number], times[move.number + 1]
        kind = "flag" if move.grade is None else "certain" if move.grade == "forced" else "guess"
        bars.append(
            {
                "x": f"{MARGIN + wide * left:.1f}",
                "width": f"{max(0.0, wide * (right - left) - 0.6):.1f}",
                "colour": PAUSES[kind],
                "label": f"{move.pause:.2f} s before move {move.number}: "
                + ("a flag" if kind == "flag" else f"a {kind} move" if kind == "certain" else "a guess"),
            }
        )
    return bars


def review_html(review: Review) -> str:
    """Write the verdict, the graph and the number of moves with each grade as HTML, for notebooks."""
    grades = ", ".join(f"{count} {grade}" for grade, count in review.grades.items() if count)
    drawn = graph(review)
    svg = "" if drawn is None else _svg(drawn)
    times = review.times
    used = "" if times is None else f"<p>{escape(times.sentence)}</p>"
    graded = f"<p>Moves: {escape(grades) or 'none'}.</p>"
    return f"<div><p><b>{escape(review.sentence)}</b></p>{svg}{used}{graded}</div>"


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
    pauses = "".join(
        f'<rect x="{bar["x"]}" width="{bar["width"]}" y="{PAUSE_TOP}" height="{PAUSE_HEIGHT}" '
        f'fill="{bar["colour"]}"><title>{escape(bar["label"])}</title></rect>'
        for bar in drawn["pauses"]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(drawn["label"])}" '
        f'viewBox="0 0 {drawn["width"]} {drawn["height"]}" style="max-width:{drawn["width"]}px;width:100%" '
        f'font-family="system-ui,sans-serif" font-size="12" fill="#5c6670">{lines}'
        f'<polygon points="{drawn["area"]}" fill="#0072b2" opacity="0.12"/>'
        f'<polyline points="{drawn["curve"]}" fill="none" stroke="#0072b2" stroke-width="2"/>{dots}{pauses}'
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 8}" text-anchor="end">{drawn["axis"]}</text></svg>'
    )
