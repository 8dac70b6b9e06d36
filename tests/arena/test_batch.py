"""A batch fills every column, and its parts join in the order of the boards."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import BEGINNER
from sapper.arena.batch import Batch, Games, play_batch
from sapper.arena.game_counts import COLUMNS, LISTS


@pytest.mark.parametrize("name", ["lowest-risk", "random"])
def test_every_agent_fills_every_column(name: str) -> None:
    games = play_batch(Batch(name, BEGINNER, 3, 0, 20))
    assert list(games.columns) == list(COLUMNS)
    for key, kind in COLUMNS.items():
        assert games.columns[key].dtype.kind == np.dtype(kind).kind
    for lists in games.lists.values():
        assert len(lists) == 20
    assert list(games.lists) == list(LISTS)
    for key in ("risks", "survived"):
        assert games.lists[key].lengths.tolist() == games.columns["guesses"].tolist()
    ends = np.where(games.columns["won"], "opened", "mine")
    assert games.columns["end"].tolist() == ends.tolist()


def test_parts_are_joined_in_the_order_of_the_boards() -> None:
    whole = play_batch(Batch("random", BEGINNER, 3, 0, 12))
    parts = [play_batch(Batch("random", BEGINNER, 3, first, 4)) for first in (8, 0, 4)]
    joined = Games.join(parts)
    assert joined.index.tolist() == list(range(12))
    assert joined.columns["steps"].tolist() == whole.columns["steps"].tolist()
    assert all(joined.lists[key] == whole.lists[key] for key in LISTS)
