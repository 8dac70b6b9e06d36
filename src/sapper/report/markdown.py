"""Tables in Markdown, with numbers aligned to the right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sapper.arena.statistics import Estimate, PairedDifference
from sapper.arena.summary import Summary
from sapper.report.figure import Table
from sapper.report.number_format import percent, points
from sapper.visible_text import visible

_FORMATS = re.compile(r"[|*`]")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_NUMBER = re.compile(r"[-+<>]?\d")


def markdown(table: Table) -> str:
    """Write a table in Markdown, with numbers aligned to the right.

    >>> print(markdown(Table("Wins", ("agent", "wins"), (("random", "3"),))))
    **Wins**
    <BLANKLINE>
    | agent | wins |
    |---|---:|
    | random | 3 |
    """
    header, rows = table.header, [[plain(text) for text in row] for row in table.rows]
    columns = list(zip(*rows, strict=True)) or [()] * len(header)
    rule = "".join("---:|" if is_numeric(column) else "---|" for column in columns)
    lines = [f"**{table.title}**", ""] if table.title else []
    lines += ["| " + " | ".join(map(plain, header)) + " |", "|" + rule]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    if table.note:
        lines += ["", table.note]
    return "\n".join(lines)


def is_numeric(column: Sequence[str]) -> bool:
    """Whether a column holds only numbers and marks for missing values."""
    present = [text for text in column if text not in ("", "-", "not available")]
    return bool(present) and all(_NUMBER.match(text) for text in present)


def summary_table(summaries: Sequence[Summary], title: str = "") -> Table:
    """A table of summaries, with one row per agent."""
    header = (
        *("agent", "games", "wins", "win % [95%]", "luck-adjusted % [95%]", "guesses", "steps"),
        *("opened, of free", "opened, of all", "games/s"),
    )
    rows = tuple(
        (
            summary.name,
            f"{summary.games:,}",
            f"{summary.wins:,}",
            percent(summary.rate, summary.low, summary.high),
            percent(*_bounds(summary.adjusted)) if summary.adjusted else "-",
            f"{summary.guesses:.2f}",
            f"{summary.steps:.1f}",
            f"{summary.opened:.1%}",
            f"{summary.opened_of_all:.1%}",
            f"{summary.games_per_second:,.{0 if summary.games_per_second >= 100 else 1}f}",
        )
        for summary in summaries
    )
    return Table(title, header, rows)


def pair_table(pairs: Sequence[PairedDifference], title: str = "") -> Table:
    """A table of paired differences, with one row per pair of agents."""
    header = ("pair", "boards", "won alone", "difference, points [95%]", "luck-adjusted", "McNemar p")
    rows = tuple(
        (
            f"{pair.a} - {pair.b}",
            f"{pair.games:,}",
            f"{pair.only_a:,} : {pair.only_b:,}",
            points(pair.difference, pair.low, pair.high),
            points(*_bounds(pair.adjusted)) if pair.adjusted else "-",
            f"{pair.p:.2g}" if pair.p >= 1e-12 else "<1e-12",
        )
        for pair in pairs
    )
    return Table(title, header, rows)


def _bounds(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high


def plain(text: str) -> str:
    r"""Write text so that Markdown shows it as it is: names of others format nothing and link nowhere.

    >>> print(plain("a|b <i>*c* [d](e) 41.0 [40.1, 41.9]"))
    a\|b &lt;i>\*c\* [d]\(e) 41.0 [40.1, 41.9]
    """
    text = visible(text.replace("\n", " ")).replace("\\", "\\\\")
    return _TAG.sub("&lt;", _FORMATS.sub(r"\\\g<0>", text)).replace("](", "]\\(").replace("][", "]\\[")


def code(text: str) -> str:
    """Write text as a code span, whose fence is longer than any run of backticks in the text."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"`{text}`"
