"""The results of an arena as HTML tables, which notebooks show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from sapper.arena.statistics import Estimate, PairedDifference
from sapper.arena.summary import Summary

HEADINGS = ("agent", "wins", "games", "win rate", "95% interval", "luck-adjusted", "guesses", "games/s")
PAIR_HEADINGS = ("first", "second", "games", "difference in points", "95% interval", "p")


def results_html(summaries: Sequence[Summary], pairs: Sequence[PairedDifference]) -> str:
    """Write one row per agent, and one per pair of agents on the boards that both have played."""
    rows = [
        (
            each.name,
            f"{each.wins:,}",
            f"{each.games:,}",
            f"{each.rate:.2%}",
            f"{each.low:.2%} to {each.high:.2%}",
            _estimate(each.adjusted),
            f"{each.guesses:.2f}",
            f"{each.games_per_second:,.0f}",
        )
        for each in summaries
    ]
    compared = [
        (
            pair.a,
            pair.b,
            f"{pair.games:,}",
            f"{100 * pair.difference:+.2f}",
            f"{100 * pair.low:+.2f} to {100 * pair.high:+.2f}",
            f"{pair.p:.2g}",
        )
        for pair in pairs
    ]
    return _table(HEADINGS, rows) + (_table(PAIR_HEADINGS, compared) if compared else "")


def _estimate(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return f"{estimate.value:.2%} ({estimate.low:.2%} to {estimate.high:.2%})"


def _table(headings: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
