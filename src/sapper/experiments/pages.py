"""The outcomes of experiments as Markdown files with plots, and as one HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sapper.errors import SapperError
from sapper.experiments.experiment import Experiment
from sapper.experiments.outcome import Outcome
from sapper.experiments.wide_tables import MOST_COLUMNS, wide_tables
from sapper.plural import counted
from sapper.report.figure import Figure, Table
from sapper.report.html_page import Page
from sapper.report.markdown import markdown
from sapper.report.plots import draw

TITLES = {
    "aua2023": "aua2023: three methods and a network for the guess",
    "tcd2021": "tcd2021: search, constraints and Q-learning",
    "pgms-csp": "pgms-csp: a CSP strategy in Programmer's Minesweeper",
    "nguyen2021": "nguyen2021: constraints against the density of mines",
    "sajjad2022": "sajjad2022: networks against a CSP solver",
    "studies": "Beyond the papers",
}


def write(outcomes: Sequence[Outcome], out: Path, command: str) -> list[Path]:
    """Write one Markdown file per paper with its plots, and ``index.html``, which holds everything."""
    by_paper: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_paper.setdefault(outcome.experiment.paper, []).append(outcome)
    pictures = {figure.key: draw(figure) for outcome in outcomes for figure in outcome.figures}
    files = {f"{key}.png": content for key, content in pictures.items()}
    for paper, found in by_paper.items():
        files[f"{paper}.md"] = paper_markdown(paper, found, command).encode()
    files["index.html"] = page(by_paper, pictures, command).encode()
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (out / name).write_bytes(content)
    except OSError as error:
        raise SapperError(f"cannot write to {out}: {error.strerror or error}") from error
    return [out / name for name in files]


def paper_markdown(paper: str, outcomes: Sequence[Outcome], command: str) -> str:
    """Write the outcomes of one paper in Markdown."""
    parts = [
        f"# {TITLES.get(paper, paper)}",
        f"Written by `{command}`. Intervals are 95%. {_WHAT_A_DIFFERENCE_IS}",
    ]
    for outcome in outcomes:
        experiment = outcome.experiment
        parts += [f"## {_heading(experiment)}", *_settings(outcome)]
        parts += [markdown(table) for table in tables(outcome)]
        parts += [_picture(figure) for figure in outcome.figures]
        parts += [f"- {note}" for note in _notes(outcome)]
    return "\n\n".join(_joined_notes(parts)) + "\n"


def page(by_paper: dict[str, list[Outcome]], pictures: dict[str, bytes], command: str) -> str:
    """Write all outcomes as one HTML page."""
    found = Page("Sapper: the papers' tables and figures", "Ours beside what was published")
    found.code(command)
    found.paragraph(f"Intervals are 95%. {_WHAT_A_DIFFERENCE_IS}")
    found.contents([(paper, paper) for paper in by_paper])
    for paper, outcomes in by_paper.items():
        found.heading(TITLES.get(paper, paper), 2, paper)
        for outcome in outcomes:
            found.heading(_heading(outcome.experiment), 3, outcome.experiment.name)
            for line in _settings(outcome):
                found.paragraph(line, note=True)
            for table in tables(outcome):
                found.table(table)
            for figure in outcome.figures:
                found.figure(figure, pictures[figure.key])
            for note in _notes(outcome):
                found.paragraph(note, note=True)
    return str(found)


def tables(outcome: Outcome, most: int = MOST_COLUMNS) -> list[Table]:
    """The tables of all measures, and the other tables of an outcome.

    Args:
        outcome: The outcome of an experiment.
        most: The most columns of values in one table.
    """
    names = dict.fromkeys(row.measure for row in outcome.rows)
    return [*(table for name in names for table in wide_tables(name, outcome, most)), *outcome.tables]


_WHAT_A_DIFFERENCE_IS = (
    "A difference is our value minus the published one. If the paper states its number of games, the "
    "interval includes the uncertainty of both values."
)


def _heading(experiment: Experiment) -> str:
    return f"{experiment.key.replace('-', ' ', 1).capitalize()}: {experiment.title}"


def _settings(outcome: Outcome) -> list[str]:
    """One line with the boards, rules, starts and numbers of games of an outcome."""
    experiment = outcome.experiment
    if not experiment.settings:
        return []
    many = len(experiment.settings) > 3 and len({_rest(each) for each in map(str, experiment.settings)}) == 1
    if many:
        sizes = ", ".join(setting.rules.size for setting in experiment.settings)
        boards = f"{sizes}; {_rest(str(experiment.settings[0]))}"
    else:
        boards = "; ".join(f"{setting.name}: {setting}" for setting in experiment.settings)
    others = any(row.ours and row.ours.games != outcome.games for row in outcome.rows)
    exception = ", except where the table says otherwise" if others else ""
    return [f"Boards: {boards}. {counted(outcome.games, 'game')} of each agent on each{exception}."]


def _rest(setting: str) -> str:
    return setting.partition(", ")[2]


def _notes(outcome: Outcome) -> list[str]:
    missing: dict[str, list[str]] = {}
    for agent, why in outcome.missing.items():
        missing.setdefault(why, []).append(agent)
    told = [*outcome.experiment.notes, *outcome.notes]
    return [*told, *(f"{', '.join(agents)}: {why}." for why, agents in missing.items())]


def _picture(figure: Figure) -> str:
    note = f"\n\n*{figure.note}*" if figure.note and figure.kind != "heat" else ""
    return f"![{figure.title}]({figure.key}.png){note}"


def _joined_notes(parts: list[str]) -> list[str]:
    """Join consecutive list items into one list."""
    joined: list[str] = []
    for part in parts:
        if part.startswith("- ") and joined and joined[-1].startswith("- "):
            joined[-1] += "\n" + part
        else:
            joined.append(part)
    return joined
