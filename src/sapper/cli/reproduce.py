"""`sapper reproduce`: the tables and figures of the papers, with our results beside theirs."""

from __future__ import annotations

import math
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli.completion import experiment_names
from sapper.cli.option_values import EngineName
from sapper.plural import counted
from sapper.visible_text import visible

if TYPE_CHECKING:
    from sapper.arena.statistics import Estimate
    from sapper.experiments.experiment import Experiment
    from sapper.experiments.outcome import Outcome

OUT = Path("reproduced")
AGENT, COLUMN = 22, 20
"""The usual widths of the names of agents and of a column of values, in characters."""
LEAST_COLUMNS = 3
"""Enough for one board: published, ours and the difference."""


def reproduce(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PAPER",
            help="Papers, single experiments (paper/table), studies, or all.",
            autocompletion=experiment_names,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Games per agent and board. Default: as many as in the papers."),
    ] = None,
    network_games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Play at most this many games per neural network, and use no kept games. "
            "Networks are about a thousand times slower.",
        ),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Directory for the Markdown, the plots, index.html and the games."),
    ] = OUT,
    seed: Annotated[int | None, typer.Option(min=0, max=2**64 - 1, help="Seed of the boards.")] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Number of cores to use. Default: all. It never changes a result."),
    ] = None,
    engine: Annotated[
        EngineName,
        typer.Option(
            help="Play on this machine or on the Ray cluster at RAY_ADDRESS. Times are measured here."
        ),
    ] = EngineName.LOCAL,
    logs: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Directory with logs of `sapper train`, in place of those in the repository."
        ),
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List all experiments and exit.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> int:
    """Reproduce the tables and figures of the papers as Markdown, PNG and one HTML page.

    Every published value appears beside ours, with the difference and its interval. Games are stored in
    DIR/games, so the same command resumes a stopped run.
    """
    from sapper.cli.console import bad_input, messages, print_json, print_plain
    from sapper.cli.progress import Progress
    from sapper.experiments import evidence
    from sapper.experiments.experiment_list import find
    from sapper.experiments.game_supply import SEED, GameSupply, largest
    from sapper.experiments.pages import write
    from sapper.experiments.runner import requests, run

    if listing:
        return _list(as_json)
    with bad_input():
        chosen = find(names or [])
        supply = GameSupply(
            games,
            SEED if seed is None else seed,
            workers,
            out / "games",
            None,
            engine.value,
            logs,
            network_games,
            evidence.folder(),
        )
        wanted = [request for experiment in chosen for request in requests(experiment, supply)]
    outcomes: list[Outcome] = []
    try:
        with Progress(sum(largest(wanted).values())) as supply.watcher:
            supply.prepare(wanted)
            outcomes.extend(run(experiment, supply) for experiment in chosen)
    except KeyboardInterrupt:
        stored = f"the finished games are in {visible(str(out / 'games'))}, and the same command resumes"
        messages().print(f"stopped; {stored}", soft_wrap=True)
        return 130
    # Only the options that determine the results; the directory and the number of cores do not.
    command = ["sapper", "reproduce", *(names or ())]
    command += ["--games", str(games)] * (games is not None) + ["--seed", str(seed)] * (seed is not None)
    command += ["--network-games", str(network_games)] * (network_games is not None)
    command += ["--logs", str(logs)] * (logs is not None)
    files = write(outcomes, out, shlex.join(command))
    if as_json:
        print_json({"experiments": [_document(outcome) for outcome in outcomes]})
    else:
        _show(outcomes)
        shown = visible(str(out)), visible(str(out / "index.html"))
        print_plain(f"{counted(len(files), 'file')} in {shown[0]}; open {shown[1]}")
    return 0


def _list(as_json: bool) -> int:
    from sapper.cli.console import print_entry, print_json
    from sapper.experiments.experiment_list import CATALOGUE

    every = [experiment for experiments in CATALOGUE.values() for experiment in experiments]
    if as_json:
        print_json([{"name": each.name, "title": each.title, "games": each.games} for each in every])
        return 0
    for each in every:
        print_entry(f"{each.name:<28}", f"{each.title}{_size(each)}")
    return 0


def _size(experiment: Experiment) -> str:
    boards = len(experiment.settings)
    return f" ({counted(boards, 'board')}, {counted(experiment.games, 'game')})" if boards else ""


def _show(outcomes: list[Outcome]) -> None:
    """Print the published values beside ours."""
    from rich.text import Text

    from sapper.cli.console import console
    from sapper.cli.result_tables import show_texts
    from sapper.experiments.pages import tables

    out = console()
    for outcome in outcomes:
        out.print(Text.assemble((outcome.experiment.name, "bold"), f" {outcome.experiment.title}"))
        for table in tables(outcome, max(LEAST_COLUMNS, (out.width - AGENT) // COLUMN)):
            show_texts(out, table.title, table.header, table.rows)
            if table.note:
                out.print(table.note)
        out.print()


def _document(outcome: Outcome) -> dict[str, Any]:
    rows = [
        {
            "board": row.setting,
            "agent": row.agent,
            "measure": row.measure,
            "ours": _estimate(row.ours),
            "published": row.claim.value if row.claim else None,
            "published_games": row.claim.games if row.claim else None,
            "difference": _estimate(row.difference),
            "note": row.note,
        }
        for row in outcome.rows
    ]
    tables = [{"header": table.header, "rows": table.rows, "note": table.note} for table in outcome.tables]
    return {
        "name": outcome.experiment.name,
        "title": outcome.experiment.title,
        "games": outcome.games,
        "rows": rows,
        "tables": tables,
        "missing": outcome.missing,
        "seconds": outcome.seconds,
    }


def _estimate(estimate: Estimate | None) -> dict[str, Any] | None:
    """A value with its interval. JSON has no infinity, so null stands for a limit that is unknown."""
    from dataclasses import asdict

    if estimate is None:
        return None
    return {
        key: None if isinstance(value, float) and math.isinf(value) else value
        for key, value in asdict(estimate).items()
    }
