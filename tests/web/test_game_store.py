"""The games that the server keeps, and those that it drops."""

from __future__ import annotations

import pytest

import sapper
from sapper.web.game_store import GameStore, NoSuchGame
from sapper.web.hosted_game import HostedGame
from sapper.web.server_settings import ServerSettings


def test_the_least_recently_used_games_are_dropped() -> None:
    settings = ServerSettings(games_per_client=3, cells_in_all=2500)
    store = GameStore(settings)
    rules = sapper.BEGINNER
    mine = [store.add(HostedGame(rules, "me")) for _ in range(5)]
    assert len(store) == 3
    with pytest.raises(NoSuchGame):
        store.find(mine[1].id)
    store.find(mine[2].id)  # used again, so now the fourth is the least recently used
    others = [store.add(HostedGame(rules, f"other {number}")) for number in range(10)]
    assert len(store) == 10  # each game counts for 250 cells
    assert store.find(others[-1].id) is others[-1]
    with pytest.raises(NoSuchGame):
        store.find(mine[3].id)


def test_unused_games_are_dropped() -> None:
    store = GameStore(ServerSettings(idle=0.0))
    old = store.add(HostedGame(sapper.BEGINNER, "me"))
    store.add(HostedGame(sapper.BEGINNER, "you"))
    with pytest.raises(NoSuchGame):
        store.find(old.id)
