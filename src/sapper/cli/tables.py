"""Tables of results, for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table

from sapper.arena.statistics import PairedDifference
from sapper.arena.summary import Summary


def summary_table(summaries: Sequence[Summary], title: str) -> Table:
    """One row an agent, the strongest in bold."""
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    table.add_column("agent", no_wrap=True)
    for column in (
        "games",
        "wins",
        "win % [95%]",
        "luck-adjusted %",
        "games/s",
        "guesses",
        "steps",
        "opened",
    ):
        table.add_column(column, justify="right", no_wrap=True)
    best = max((summary.rate for summary in summaries), default=0.0)
    for summary in summaries:
        adjusted = summary.adjusted
        table.add_row(
            summary.name,
            f"{summary.games:,}",
            f"{summary.wins:,}",
            _percent(summary.rate, summary.low, summary.high),
            _percent(adjusted.value, adjusted.low, adjusted.high) if adjusted else "-",
            f"{summary.games_per_second:,.{0 if summary.games_per_second >= 100 else 1}f}",
            f"{summary.guesses:.2f}",
            f"{summary.steps:.1f}",
            f"{summary.opened:.1%}",
            style="bold" if summary.rate == best and len(summaries) > 1 else "",
        )
    table.caption = (
        "games/s on one core; steps and guesses are means a game; opened is the share of free cells"
    )
    table.caption_justify = "left"
    return table


def pairs_table(pairs: Sequence[PairedDifference]) -> Table:
    """One row for every two agents on the same boards."""
    table = Table(title="On the same boards", box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    table.add_column("pair", no_wrap=True)
    for column in ("boards", "only first", "only second", "difference [95%]", "luck-adjusted", "McNemar p"):
        table.add_column(column, justify="right", no_wrap=True)
    for pair in pairs:
        adjusted = pair.adjusted
        table.add_row(
            f"{pair.a} - {pair.b}",
            f"{pair.games:,}",
            f"{pair.only_a:,}",
            f"{pair.only_b:,}",
            _points(pair.difference, pair.low, pair.high),
            _points(adjusted.value, adjusted.low, adjusted.high) if adjusted else "-",
            f"{pair.p:.3g}",
        )
    return table


def _percent(value: float, low: float, high: float) -> str:
    return f"{100 * value:.2f} [{100 * low:.2f}, {100 * high:.2f}]"


def _points(value: float, low: float, high: float) -> str:
    return f"{100 * value:+.2f} [{100 * low:+.2f}, {100 * high:+.2f}]"
