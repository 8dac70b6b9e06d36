"""The games that the server keeps, and those that it drops."""

from __future__ import annotations

import pytest

from sapper.facade import Session, UnknownRequest
from sapper.web.game_store import GameStore
from sapper.web.server_settings import ServerSettings

BEGINNER = {"rows": 9, "cols": 9, "mines": 10}


def begin(store: GameStore, client: str) -> str:
    identity: str = store.begin(client, BEGINNER)["id"]
    return identity


def test_the_least_recently_used_games_are_dropped() -> None:
    settings = ServerSettings(games_per_client=3, cells_in_all=2500)
    store = GameStore(settings)
    mine = [begin(store, "me") for _ in range(5)]
    assert len(store) == 3
    with pytest.raises(UnknownRequest):
        store.find(mine[1])
    store.find(mine[2])  # used again, so now the fourth is the least recently used
    others = [begin(store, f"other {number}") for number in range(10)]
    assert len(store) == 10  # each game counts for 250 cells
    assert store.ask("game", others[-1])["id"] == others[-1]
    with pytest.raises(UnknownRequest):
        store.find(mine[3])


def test_unused_games_are_dropped() -> None:
    store = GameStore(ServerSettings(idle=0.0))
    old = begin(store, "me")
    begin(store, "you")
    with pytest.raises(UnknownRequest):
        store.find(old)


def test_the_core_forgets_a_dropped_game(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session()
    monkeypatch.setattr("sapper.web.game_store.Session", lambda: session)
    store = GameStore(ServerSettings(games_per_client=1))
    old, new = begin(store, "me"), begin(store, "me")
    assert session.ask("game", {"id": new})["id"] == new
    with pytest.raises(UnknownRequest):
        session.ask("game", {"id": old})
