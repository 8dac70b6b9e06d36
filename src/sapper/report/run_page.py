"""The report of a run: rules, results, ways in which games ended, and the calibration of stated risks."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import numpy as np

from sapper.arena.arena import Results
from sapper.arena.batch import Games
from sapper.arena.calibration import reliability_of_risks
from sapper.arena.run_folder import RunFolder
from sapper.arena.summary import Summary
from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.report.figure import Figure, Series, Table
from sapper.report.figure_series import AS_STATED, reliability_series, shares
from sapper.report.html_page import Page
from sapper.report.markdown import code, markdown, pair_table, plain, summary_table
from sapper.report.missing_games import unfinished
from sapper.report.start_text import start_text
from sapper.visible_text import visible

BINS = 20


def run_page(folder: RunFolder) -> str:
    """Write the report of a run as one HTML page."""
    results = _results(folder)
    page = Page("Sapper: a run", _setting(folder))
    for line in [*_unverified(folder), *unfinished(folder, results)]:
        page.paragraph(line)
    page.paragraph("The command of this run, and the versions and system it ran on:")
    versions = ", ".join(f"{name} {version}" for name, version in folder.description["versions"].items())
    page.code(f"{shlex.join(folder.description['command'])}\n{versions}\n{folder.description['platform']}")
    page.heading("Results")
    for table in run_tables(results):
        page.table(table)
    page.paragraph(
        "Intervals are 95%: Wilson's for rates, Bonett and Price's for paired differences. The luck-adjusted "
        "rate removes what guesses won or lost against their stated chances. Speeds are for one core.",
        note=True,
    )
    page.heading("Figures")
    for figure in run_figures(results):
        page.figure(figure)
    return str(page)


def run_markdown(folder: RunFolder) -> str:
    """Write the tables of a run in Markdown, after the command that made it."""
    results = _results(folder)
    tables = [markdown(table) for table in run_tables(results)]
    command = visible(shlex.join(folder.description["command"]))
    setting = f"{plain(_setting(folder))}: {code(command)}"
    return "\n\n".join([*_unverified(folder), *map(plain, unfinished(folder, results)), setting, *tables])


def run_tables(results: Results) -> list[Table]:
    """The results of a run as tables."""
    summaries = results.summaries
    tables = [summary_table(summaries, "Agents")]
    if results.pairs:
        tables.append(pair_table(results.pairs, "The same boards"))
    tables.append(_ends(summaries))
    decided = [
        (summary.name, part, f"{count.moves:,}", f"{count.right:,}", f"{count.right / count.moves:.1%}")
        for summary in summaries
        for part, count in summary.decided.items()
    ]
    if decided:
        header = ("agent", "decided by", "moves", "right", "share")
        tables.append(Table("Decisions by part", header, tuple(decided)))
    return tables


def run_figures(results: Results) -> list[Figure]:
    """The results of a run as figures."""
    summaries, games = results.summaries, list(results.games.values())
    rates = Series(
        "win rate",
        [summary.rate for summary in summaries],
        low=[summary.low for summary in summaries],
        high=[summary.high for summary in summaries],
    )
    names = tuple(summary.name for summary in summaries)
    figures = [
        Figure(
            "rates",
            f"Win rate, {_games_each(summaries)} games each",
            "bars",
            "agent",
            "games won, %",
            (rates,),
            names,
            percent=True,
            note="Error bars: Wilson's 95% intervals.",
        ),
        _opened(games, results.rules),
        _guesses(games),
    ]
    stated = [found for each in games if (found := _calibration(each))]
    if stated:
        figures.append(
            Figure(
                "calibration",
                "Stated risk against what happened",
                "lines",
                "stated risk, %",
                "guesses that hit a mine, %",
                (*stated, AS_STATED),
                percent=True,
                note="Error bars: Wilson's 95% intervals. Every agent that states its risks.",
            )
        )
    return figures


def _results(folder: RunFolder) -> Results:
    parts = folder.read_all()
    if not parts:
        raise SapperError(f"{folder.path} holds no finished games yet")
    return Results(folder.rules, parts, folder.description["arguments"]["agents"])


def _unverified(folder: RunFolder) -> list[str]:
    """One line for a run whose shards carry no digest, because an earlier version wrote it."""
    line = "Unverified: an earlier version wrote this run, and its shards carry no digest of the run."
    return [] if folder.is_sealed else [line]


def _games_each(summaries: Sequence[Summary]) -> str:
    """The number of games per agent as text; a range if agents have played different numbers."""
    counts = [summary.games for summary in summaries]
    fewest, most = min(counts), max(counts)
    return f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"


def _setting(folder: RunFolder) -> str:
    """The board, the rules, the start and the seed of a run, in one line."""
    arguments, rules = folder.description["arguments"], folder.rules
    switches = [f"first move {rules.first_move}", start_text(arguments.get("start"))]
    switches += ["no cascade"] * (not rules.cascade) + ["plays on after a mine"] * (
        rules.on_mine == "continue"
    )
    switches += ["exact flags win"] * (rules.won_by == "open-or-flag")
    switches += ["a wrong flag loses"] * (rules.on_wrong_flag == "lose")
    boards = arguments.get("boards")
    where = [f"boards of {boards['file']}"] if boards else []
    return ", ".join(
        [str(rules.size), *switches, *where, f"seed {arguments.get('seed')}"]
    )  # the agents' random numbers depend on it


def _ends(summaries: Sequence[Summary]) -> Table:
    kinds = sorted({kind for summary in summaries for kind in summary.ends})
    rows = tuple(
        (summary.name, *(f"{summary.ends.get(kind, 0):,}" for kind in kinds), f"{summary.time_outs:,}")
        for summary in summaries
    )
    return Table("How games ended", ("agent", *kinds, "with a time-out"), rows)


def _opened(games: Sequence[Games], rules: Rules) -> Figure:
    free = max(1, rules.cells - rules.mines)
    edges = np.linspace(0, 100, BINS + 1)
    lost = {each.agent: 100 * each.columns["opened"][~each.columns["won"]] / free for each in games}
    series = tuple(shares(each.agent, lost[each.agent], edges, len(each)) for each in games)
    return Figure(
        "opened",
        "Where games were lost",
        "steps",
        "free cells opened when lost, %",
        "of all games, %",
        series,
        percent=True,
        note="Error bars: Wilson's 95% intervals.",
    )


def _guesses(games: Sequence[Games]) -> Figure:
    most = int(max(np.quantile(each.columns["guesses"], 0.995) for each in games)) + 1
    edges = np.arange(-0.5, most + 1)
    capped = {each.agent: np.minimum(each.columns["guesses"], most) for each in games}
    series = tuple(shares(each.agent, capped[each.agent], edges, len(each)) for each in games)
    return Figure(
        "guesses",
        "Guesses a game",
        "steps",
        "guesses",
        "games, %",
        series,
        percent=True,
        note=f"Games with more than {most} guesses are counted as having {most}.",
    )


def _calibration(games: Games) -> Series | None:
    """The observed share of hits against the stated risk; None if the agent states no risk."""
    if "risks" not in games.lists:
        return None
    risks, survived = games.lists["risks"].values, games.lists["survived"].values
    stated = ~np.isnan(risks)
    if not stated.any():
        return None
    table = reliability_of_risks(risks[stated].astype(np.float64), survived[stated])
    return reliability_series(games.agent, table)
