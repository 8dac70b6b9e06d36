"""The page of a game review: graph, grades, and a board for every moment that mattered, all in one file."""

from __future__ import annotations

from html import escape

from sapper.game.game import Game
from sapper.game.view import View
from sapper.report.board_picture import STYLE, board_picture
from sapper.review.game_review import Review
from sapper.review.grades import GRADES, Grade
from sapper.review.reviewed_move import ReviewedMove

COLOURS: dict[Grade | None, str] = {
    "forced": "#8b96a3",
    "best": "#009e73",
    "inaccuracy": "#e69f00",
    "mistake": "#d55e00",
    "unlucky": "#8f5fb8",
    None: "#8b96a3",
}
"""Apart for colour-blind eyes too; every grade is written out besides."""
BEST_RING, PLAYED_RING = "#0072b2", "#e69f00"
MOST_BOARDS = 60
"""Boards that a page shows at most; the moves that cost most have them."""
WIDTH, HEIGHT, MARGIN = 900, 240, 44

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title}</title><style>
:root{{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--quiet:#5c6670;--line:#d5dae0}}
@media (prefers-color-scheme:dark){{:root{{--ink:#e8ebee;--paper:#15181c;--quiet:#9aa5b1;--line:#39424d}}}}
body{{margin:0 auto;max-width:60rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;
color:var(--ink);background:var(--paper)}}
h1{{font-size:1.4rem;margin:0}} .quiet{{color:var(--quiet)}} .verdict{{font-size:1.1rem;font-weight:600}}
svg{{width:100%;height:auto;display:block}} .graph text{{fill:var(--quiet);font:12px system-ui,sans-serif}}
.graph .axis{{stroke:var(--line)}}
.graph .curve{{fill:none;stroke:#0072b2;stroke-width:2;stroke-linejoin:round}}
.graph .under{{fill:#0072b2;opacity:.12}}
.chips{{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;list-style:none}}
.chip{{border:2px solid;border-radius:1rem;padding:.1rem .7rem;font-weight:600}}
article{{border-top:1px solid var(--line);padding:1rem 0}} h2{{font-size:1.05rem;margin:0 0 .3rem}}
.key{{display:inline-block;width:.8em;height:.8em;border:3px solid;vertical-align:-.1em}}
table{{border-collapse:collapse;font-size:.9rem}} td,th{{padding:.1rem .8rem .1rem 0;text-align:right}}
{board_style}</style></head><body>
<h1>{title}</h1><p class="quiet">{subtitle}</p>
<p class="verdict">{sentence}</p>
{graph}
<ul class="chips">{chips}</ul>
<p class="quiet">Rings: <span class="key" style="border-color:{played}"></span> played,
<span class="key" style="border-color:{best}"></span> best move. Win probabilities marked ~ are estimates.</p>
{moments}
<details><summary>Every move</summary><table><thead><tr><th>move</th><th>cell</th><th>grade</th><th>risk</th>
<th>win before</th><th>win after</th><th>cost</th></tr></thead><tbody>{rows}</tbody></table></details>
</body></html>
"""


def page(review: Review) -> str:
    """Write the page."""
    record = review.record
    title = f"Review of a game on {record.rules.size}, {record.result}"
    who = f"played by {record.agent}, " if record.agent else ""
    promise = f"first move {record.rules.first_move}"
    grades = review.grades
    return _PAGE.format(
        title=escape(title),
        subtitle=escape(f"{who}{len(record.moves)} moves, {promise}, strength {review.strength}"),
        sentence=escape(review.sentence),
        graph=graph(review),
        chips="".join(
            f'<li class="chip" style="border-color:{COLOURS[grade]}">{grades[grade]} {grade}</li>'
            for grade in GRADES
        ),
        moments="".join(_moments(review)),
        rows="".join(_row(move) for move in review.moves),
        board_style=STYLE,
        played=PLAYED_RING,
        best=BEST_RING,
    )


def graph(review: Review) -> str:
    """The win probability before the first move and after each, as SVG; graded moves are dots."""
    wins = review.wins
    known = [(number, win) for number, win in enumerate(wins) if win is not None]
    if len(known) < 2:
        return ""
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    points = [(MARGIN + wide * number / (len(wins) - 1), MARGIN + high * (1 - win)) for number, win in known]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    label = f"Win probability from {known[0][1]:.0%} to {known[-1][1]:.0%} over {len(wins) - 1} moves"
    parts = [f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">']
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = MARGIN + high * (1 - share)
        parts.append(f'<line class="axis" x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:g}" y2="{y:g}"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4:g}" text-anchor="end">{share:.0%}</text>')
    floor = MARGIN + high
    parts.append(
        f'<polygon class="under" points="{points[0][0]:.1f},{floor} {path} {points[-1][0]:.1f},{floor}"/>'
    )
    parts.append(f'<polyline class="curve" points="{path}"/>')
    at = {number: point for (number, _), point in zip(known, points, strict=True)}
    for move in review.moves:
        if move.grade in {"forced", None} or move.number + 1 not in at:
            continue
        x, y = at[move.number + 1]
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[move.grade]}">'
            f"<title>move {move.number}: {move.grade}</title></circle>"
        )
    parts.append(f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 8}" text-anchor="end">moves</text></svg>')
    return "".join(parts)


def _moments(review: Review) -> list[str]:
    """A board and a sentence for every move that was not forced."""
    mattered = [move for move in review.moves if move.grade not in {"forced", None}]
    ranked = sorted(mattered, key=lambda move: (-move.hit, -move.cost, move.number))
    shown = {move.number for move in ranked[:MOST_BOARDS]}
    game, parts = Game(review.record.board), []
    for move, done in zip(review.moves, review.record.moves, strict=True):
        if move.number in shown:
            parts.append(_moment(move, game.view))
        {"open": game.open, "flag": game.flag, "chord": game.chord}[done.do](done.cell)
    return parts


def _moment(move: ReviewedMove, view: View) -> str:
    rings = {move.cell: PLAYED_RING}
    advice = ""
    if move.best is not None and not move.best.gives_up:
        cell = move.best.opens[0]
        rings = {cell: BEST_RING} | rings
        named = "The best move too" if cell == move.cell else f"Best was {cell}"
        advice = f"<p>{named}: {escape(move.best.reason)}.</p>"
    doubt = f" ± {100 * move.error:.1f}" if move.error else ""
    cost = f", which cost {100 * move.cost:.1f}{doubt} points" if move.cost > 0 else ""
    fate = "and hit a mine" if move.hit else "and survived"
    said = f"{move.do.capitalize()} {move.cell} at a risk of {move.risk:.1%}{cost}, {fate}"
    odds = f"win probability {_percent(move.win_before, move.exact)} before, {_percent(move.win_after)} after"
    return (
        f'<article id="move-{move.number}"><h2>Move {move.number}: <span style="color:{COLOURS[move.grade]}">'
        f"{move.grade}</span></h2><p>{said}; {odds}.</p>{advice}"
        f"{board_picture(view, rings, f'the board before move {move.number}')}</article>"
    )


def _row(move: ReviewedMove) -> str:
    cells = (
        str(move.number),
        f"{'' if move.do == 'open' else move.do + ' '}{move.cell}",
        move.grade or "",
        f"{move.risk:.1%}",
        _percent(move.win_before, move.exact),
        _percent(move.win_after),
        f"{100 * move.cost:.1f}" if move.cost else "",
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _percent(win: float | None, exact: bool = True) -> str:
    return "unknown" if win is None else f"{'' if exact else '~'}{win:.1%}"
