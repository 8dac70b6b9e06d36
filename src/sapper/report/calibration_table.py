"""The calibration of runs: whether the chances that agents stated came true as often as stated."""

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
from sapper.plural import counted
from sapper.report.markdown import plain
from sapper.report.missing_games import unfinished

TITLES = (
    "chance to survive the guess",
    "chance to win, stated as exact",
    "chance to win, estimated",
    "chance to win, estimated; observed minus the luck of the guess and of later guesses",
)


def calibration_markdown(folders: Sequence[RunFolder]) -> str:
    """Reliability tables over every guess of these runs, for one agent after the other.

    The runs of one agent are joined, even with different rules: a stated chance means the same everywhere.

    Raises:
        SapperError: A game is in two of the runs, or no agent stated a chance.
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
        sections += [plain(f"{folder.path}: {line}") for line in unfinished(folder, results)]
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
                sections.append(f"{plain(name)}, {counted(count, 'game')}: {title}\n\n{table}")
    if len(sections) == lacking:
        where = " and ".join(str(folder.path) for folder in folders)
        raise SapperError(f"no agent of {where} has stated a chance with its guesses")
    return "\n\n".join(sections)


def _stream(folder: RunFolder, agent: str) -> tuple[Any, ...]:
    """Everything that determines an agent's games, except the number of the board."""
    arguments = folder.description["arguments"]
    start, boards = arguments.get("start"), arguments.get("boards")
    return (
        agent,
        folder.rules,
        arguments.get("seed"),
        # `sapper bench` stores the start as text, and `sapper reproduce` as a list.
        str(start).strip("[]").replace(" ", ""),
        boards["sha256"] if boards else arguments.get("placement", "uniform"),
        # Other agents ignore the time limit, so it does not change their games.
        arguments.get("think") if agent in _core.THINKING_AGENTS else None,
    )


def calibration(parts: Sequence[Games]) -> tuple[Reliability, Reliability, Reliability, Reliability]:
    """The reliability of an agent's stated chances, in four tables.

    The tables are for the chance to survive a guess, the exact chance to win, the estimated chance to win,
    and the estimated chance to win with the luck subtracted from the results, which shows smaller gaps.
    """
    known = [games for games in parts if "risks" in games.lists]

    def flat(key: str) -> NDArray[Any]:
        return np.concatenate([np.empty(0), *(games.lists[key].values for games in known)])

    counts = np.concatenate([np.empty(0, np.int64), *(games.lists["risks"].lengths for games in known)])
    won = np.concatenate([np.empty(0, bool), *(games.columns["won"] for games in known)])
    safety, survived = 1 - flat("risks"), flat("survived").astype(bool)
    known_risk = ~np.isnan(safety)
    survival = reliability(safety[known_risk], survived[known_risk])
    # Shards of an earlier version have no columns for the chance to win.
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
