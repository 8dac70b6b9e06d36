"""Tables of results that fit the width of the console."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from sapper.arena.statistics import Estimate, PairedDifference
from sapper.arena.summary import Summary
from sapper.report.number_format import percent, points

Column = tuple[str, Callable[[Summary], str]]

RESULTS: tuple[Column, ...] = (
    ("games", lambda summary: f"{summary.games:,}"),
    ("wins", lambda summary: f"{summary.wins:,}"),
    ("win % [95%]", lambda summary: percent(summary.rate, summary.low, summary.high)),
    ("luck-adjusted %", lambda summary: adjusted_percent(summary.adjusted)),
)
EFFORT: tuple[Column, ...] = (
    (
        "games/s",
        lambda summary: f"{summary.games_per_second:,.{0 if summary.games_per_second >= 100 else 1}f}",
    ),
    ("guesses", lambda summary: f"{summary.guesses:.2f}"),
    ("steps", lambda summary: f"{summary.steps:.1f}"),
    ("opened", lambda summary: f"{summary.opened:.1%}"),
)
WIDE = 110
CAPTION = "games/s on one core; mean guesses and steps per game; share of free cells opened"


def show_summaries(out: Console, summaries: Sequence[Summary], title: str) -> None:
    """Print one row per agent, in one table if it fits and otherwise in two."""
    if out.width >= WIDE:
        out.print(table_of(summaries, RESULTS + EFFORT, title, CAPTION))
    else:
        out.print(table_of(summaries, RESULTS, title))
        out.print()
        out.print(table_of(summaries, EFFORT, "", CAPTION))


def show_texts(out: Console, title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table of texts. In a narrow console its headings take several lines; no text is cut."""
    table = Table(box=None, padding=(0, 2, 0, 0), title=title or None, title_justify="left")
    values = [max(map(len, column), default=0) for column in zip(*rows, strict=True)] or [0] * len(header)
    widths = [max(value, *map(len, heading.split())) for value, heading in zip(values, header, strict=True)]
    spare = out.width - sum(widths) - 2 * len(widths)
    for heading, width in zip(header, widths, strict=True):
        more = min(max(0, len(heading) - width), max(0, spare))
        spare -= more
        table.add_column(heading, width=width + more)
    for row in rows:
        table.add_row(*row)
    before = out.width
    # The terminal wraps the lines of a table that is still too wide, which is better than cut digits.
    out.width = max(before, before - spare)
    out.print(table)
    out.width = before


def show_pairs(out: Console, pairs: Sequence[PairedDifference]) -> None:
    """Print one row per pair of agents that played the same boards."""
    table = _table("Paired differences on the same boards")
    wide = out.width >= WIDE
    table.add_column("pair", no_wrap=wide)  # on a narrow terminal a pair of long names takes two lines
    for column in ("boards", "won alone", "difference [95%]", *["luck-adjusted"] * wide, "McNemar p"):
        table.add_column(column, justify="right", no_wrap=True)
    for pair in pairs:
        adjusted = pair.adjusted
        without_luck = points(adjusted.value, adjusted.low, adjusted.high) if adjusted else "-"
        table.add_row(
            f"{pair.a} - {pair.b}",
            f"{pair.games:,}",
            f"{pair.only_a:,} : {pair.only_b:,}",
            points(pair.difference, pair.low, pair.high),
            *[without_luck] * wide,
            f"{pair.p:.2g}" if pair.p >= 1e-12 else "<1e-12",
        )
    out.print(table)
    if wide or not any(pair.adjusted for pair in pairs):
        return
    table = _table("")
    table.add_column("pair")
    table.add_column("luck-adjusted difference [95%]", justify="right", no_wrap=True)
    for pair in pairs:
        if adjusted := pair.adjusted:
            table.add_row(f"{pair.a} - {pair.b}", points(adjusted.value, adjusted.low, adjusted.high))
    out.print()
    out.print(table)


def table_of(
    summaries: Sequence[Summary],
    columns: Sequence[Column],
    title: str,
    caption: str | None = None,
    names: Sequence[str] | None = None,
    heading: str = "agent",
) -> Table:
    """Make a table with one row per summary. With several agents, the strongest is bold."""
    table = _table(title, caption)
    table.add_column(heading, no_wrap=True)
    for name, _ in columns:
        table.add_column(name, justify="right", no_wrap=True)
    best = max((summary.rate for summary in summaries), default=0.0)
    for number, summary in enumerate(summaries):
        strongest = names is None and len(summaries) > 1 and summary.rate == best
        table.add_row(
            names[number] if names else summary.name,
            *(show(summary) for _, show in columns),
            style="bold" if strongest else "",
        )
    return table


def adjusted_percent(estimate: Estimate | None) -> str:
    """The luck-adjusted rate, or a dash when the agent states no exact risks."""
    return percent(estimate.value, estimate.low, estimate.high) if estimate else "-"


def _table(title: str, caption: str | None = None) -> Table:
    return Table(
        title=title or None,
        caption=caption,
        box=box.SIMPLE_HEAD,
        title_justify="left",
        title_style="bold",
        caption_justify="left",
        padding=(0, 1, 0, 0),
        show_edge=False,
    )
