"""Calibration of a run: whether what its agents stated with every guess came true as often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sapper.arena.arena import Results
from sapper.arena.batch import Games
from sapper.arena.calibration import Reliability, reliability
from sapper.arena.run_folder import RunFolder
from sapper.errors import SapperError

TITLES = ("chance to survive the guess", "chance to win, stated as exact", "chance to win, estimated")


def calibration_markdown(folders: Sequence[RunFolder]) -> str:
    """Reliability tables over every guess of some runs, an agent after the other.

    Runs of one agent are taken together, whatever they played: a statement means the same everywhere.
    """
    parts: dict[str, list[Games]] = {}
    for folder in folders:
        for name, games in Results(folder.rules, folder.read_all()).games.items():
            parts.setdefault(name, []).append(games)
    sections = []
    for name, found in parts.items():
        games = sum(len(each) for each in found)
        for title, table in zip(TITLES, calibration(found), strict=True):
            if table.whole.n:
                sections.append(f"{name}, {games:,} games: {title}\n\n{table}")
    if not sections:
        where = " and ".join(str(folder.path) for folder in folders)
        raise SapperError(f"no agent of {where} has stated a chance with its guesses")
    return "\n\n".join(sections)


def calibration(parts: Iterable[Games]) -> tuple[Reliability, Reliability, Reliability]:
    """How well one agent's games keep what was stated: to survive, to win exactly, to win by estimate."""
    risks, survived, stated, exact, won, number = [], [], [], [], [], []
    before = 0
    for games in parts:
        if "risks" not in games.lists:
            continue
        guesses = games.lists["risks"]
        nothing = np.full(len(guesses.values), np.nan)
        risks.append(guesses.values)
        survived.append(games.lists["survived"].values)
        known = "stated_win" in games.lists and "stated_exact" in games.lists
        stated.append(games.lists["stated_win"].values if known else nothing)
        exact.append(games.lists["stated_exact"].values if known else np.zeros(len(nothing), bool))
        won.append(np.repeat(games.columns["won"], guesses.lengths))
        number.append(np.repeat(before + np.arange(len(games)), guesses.lengths))
        before += len(games)
    if not risks:
        return reliability([], []), reliability([], []), reliability([], [])
    risk, chance = np.concatenate(risks).astype(np.float64), np.concatenate(stated).astype(np.float64)
    happened, game, is_exact = np.concatenate(won), np.concatenate(number), np.concatenate(exact)
    told, says = ~np.isnan(risk), ~np.isnan(chance)
    surely, perhaps = says & is_exact, says & ~is_exact
    return (
        reliability(1 - risk[told], np.concatenate(survived)[told]),
        reliability(chance[surely], happened[surely], game=game[surely]),
        reliability(chance[perhaps], happened[perhaps], game=game[perhaps]),
    )
