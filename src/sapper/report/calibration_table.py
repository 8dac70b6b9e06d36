"""Calibration of a run: whether what its agents stated with every guess came true as often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.arena.arena import Results
from sapper.arena.batch import Games
from sapper.arena.calibration import Reliability, luck_to_come, reliability
from sapper.arena.run_folder import RunFolder
from sapper.errors import SapperError
from sapper.report.missing_games import unfinished

TITLES = (
    "chance to survive the guess",
    "chance to win, stated as exact",
    "chance to win, estimated",
    "chance to win, estimated; observed without the luck of the guess and of those after it",
)


def calibration_markdown(folders: Sequence[RunFolder]) -> str:
    """Reliability tables over every guess of some runs, an agent after the other.

    Runs of one agent are taken together, whatever they played: a statement means the same everywhere.

    Raises:
        SapperError: a game is in two of the runs, or no chance was stated.
    """
    paths = [folder.path.resolve() for folder in folders]
    for number, folder in enumerate(folders):
        if paths[number] in paths[:number]:
            raise SapperError(f"{folder.path} is named twice, and its games would count twice")
    parts: dict[str, list[Games]] = {}
    streams: dict[tuple[Any, ...], list[tuple[RunFolder, Games]]] = {}
    sections = []
    for folder in folders:
        results = Results(folder.rules, folder.read_all())
        sections += [f"{folder.path}: {line}" for line in unfinished(folder, results)]
        for name, games in results.games.items():
            parts.setdefault(name, []).append(games)
            stream = streams.setdefault(_stream(folder, name), [])
            for other, before in stream:
                if np.isin(games.index, before.index).any():
                    both = f"{other.path} and {folder.path}"
                    raise SapperError(f"{both} hold the same games of {name}, which would count twice")
            stream.append((folder, games))
    lacking = len(sections)
    for name, found in parts.items():
        count = sum(len(each) for each in found)
        for title, table in zip(TITLES, calibration(found), strict=True):
            if table.whole.n:
                sections.append(f"{name}, {count:,} games: {title}\n\n{table}")
    if len(sections) == lacking:
        where = " and ".join(str(folder.path) for folder in folders)
        raise SapperError(f"no agent of {where} has stated a chance with its guesses")
    return "\n\n".join(sections)


def _stream(folder: RunFolder, agent: str) -> tuple[Any, ...]:
    """What decides an agent's games but for the board's number."""
    arguments = folder.description["arguments"]
    start, boards = arguments.get("start"), arguments.get("boards")
    return (
        agent,
        folder.rules,
        arguments.get("seed"),
        # `bench` keeps it as text, `reproduce` as a list.
        str(start).strip("[]").replace(" ", ""),
        boards["sha256"] if boards else arguments.get("placement", "uniform"),
        # Agents that do not think play the same games whatever time others are given.
        arguments.get("think") if agent in _core.THINKING_AGENTS else None,
    )


def calibration(parts: Sequence[Games]) -> tuple[Reliability, Reliability, Reliability, Reliability]:
    """How well one agent's games keep what was stated: to survive, to win exactly, to win by estimate.

    The last is given twice, as it happened and with the luck taken out, which shows smaller gaps.
    """
    known = [games for games in parts if "risks" in games.lists]

    def flat(key: str) -> NDArray[Any]:
        return np.concatenate([np.empty(0), *(games.lists[key].values for games in known)])

    counts = np.concatenate([np.empty(0, np.int64), *(games.lists["risks"].lengths for games in known)])
    won = np.concatenate([np.empty(0, bool), *(games.columns["won"] for games in known)])
    safety, survived = 1 - flat("risks"), flat("survived").astype(bool)
    told = ~np.isnan(safety)
    survival = reliability(safety[told], survived[told])
    # Games that were kept before chances to win were say nothing of them.
    if not all("stated_win" in games.lists and "stated_exact" in games.lists for games in known):
        return survival, reliability([], []), reliability([], []), reliability([], [])
    stated, exact = flat("stated_win"), flat("stated_exact").astype(bool)
    happened, game = np.repeat(won, counts), np.repeat(np.arange(len(won)), counts)
    luck = luck_to_come(stated, np.nan_to_num(1 - safety), survived, game)
    surely, perhaps = ~np.isnan(stated) & exact, ~np.isnan(stated) & ~exact
    return (
        survival,
        reliability(stated[surely], happened[surely], game=game[surely]),
        reliability(stated[perhaps], happened[perhaps], game=game[perhaps]),
        reliability(stated[perhaps], happened[perhaps], game=game[perhaps], luck=luck[perhaps]),
    )
