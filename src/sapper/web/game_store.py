"""All games that the server keeps, with limits on their number, size and age."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sapper.facade import Session, UnknownRequest
from sapper.web.server_settings import ServerSettings

LEAST_CELLS = 250
"""The number of cells that a small game counts for."""


@dataclass(slots=True)
class KeptGame:
    """What the server knows about a game. The game itself, with its mines, is kept by the core."""

    id: str
    client: str
    cells: int
    """The number of cells the game counts for. Even the smallest game takes some memory."""
    touched: float = field(default_factory=time.monotonic)
    """When the last request for this game came, on the monotonic clock."""
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a worker process has the game."""


class GameStore:
    """All stored games, ordered from the least to the most recently used."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self._session = Session()
        self._games: OrderedDict[str, KeptGame] = OrderedDict()
        self._cells = 0

    def __len__(self) -> int:
        return len(self._games)

    def begin(self, client: str, wanted: dict[str, Any]) -> dict[str, Any]:
        """Begin a game and return its state. The least recently used games beyond a limit are dropped."""
        return self._add(client, self._session.ask("new_game", wanted))

    def go_on(self, client: str, wanted: dict[str, Any]) -> dict[str, Any]:
        """Begin a game from a position of a record, and return its state."""
        return self._add(client, self._session.ask("continue_game", wanted))

    def again(self, client: str, identity: str) -> dict[str, Any]:
        """Begin a new game on the board of another one, and return its state."""
        return self._add(client, self.ask("play_again", identity))

    def find(self, identity: str) -> KeptGame:
        """Return the game with this identity.

        Raises:
            UnknownRequest: There is no such game, or it was dropped.
        """
        game = self._games.get(identity)
        if game is None:
            raise UnknownRequest("the server does not have this game any more: begin a new one")
        game.touched = time.monotonic()
        self._games.move_to_end(identity)
        return game

    def ask(self, name: str, identity: str, **fields: Any) -> dict[str, Any]:
        """Answer a request of the facade about one game.

        Raises:
            UnknownRequest: There is no such game, or it was dropped.
            Conflict: The state of the game does not allow it.
        """
        return self._session.ask(name, {"id": self.find(identity).id, **fields})

    def _add(self, client: str, state: dict[str, Any]) -> dict[str, Any]:
        game = KeptGame(state["id"], client, max(state["rows"] * state["cols"], LEAST_CELLS))
        self._games[game.id] = game
        self._cells += game.cells
        of_client = [kept.id for kept in self._games.values() if kept.client == client]
        for old in of_client[: -self.settings.games_per_client]:
            self._drop(old)
        for old in list(self._too_old()):
            self._drop(old)
        while self._cells > self.settings.cells_in_all and len(self._games) > 1:
            self._drop(next(iter(self._games)))
        return state

    def _too_old(self) -> Iterator[str]:
        oldest = time.monotonic() - self.settings.idle
        for identity, game in self._games.items():
            if game.touched >= oldest:
                return
            yield identity

    def _drop(self, identity: str) -> None:
        self._cells -= self._games.pop(identity).cells
        self._session.ask("forget_game", {"id": identity})
