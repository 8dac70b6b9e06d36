"""All games that the server keeps, with limits on their number, size and age."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator

from sapper.errors import SapperError
from sapper.web.hosted_game import HostedGame
from sapper.web.server_settings import ServerSettings

LEAST_CELLS = 250
"""The number of cells that a small game counts for."""


class NoSuchGame(SapperError):  # noqa: N818 - the name says what happened
    """The requested game never existed, or was dropped."""


class GameStore:
    """All stored games, ordered from the least to the most recently used."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self._games: OrderedDict[str, HostedGame] = OrderedDict()
        self._cells = 0

    def __len__(self) -> int:
        return len(self._games)

    def add(self, game: HostedGame) -> HostedGame:
        """Store a game, and drop the least recently used games that exceed a limit."""
        self._games[game.id] = game
        self._cells += _counted_cells(game)
        of_client = [kept.id for kept in self._games.values() if kept.client == game.client]
        for old in of_client[: -self.settings.games_per_client]:
            self._drop(old)
        for old in list(self._too_old()):
            self._drop(old)
        while self._cells > self.settings.cells_in_all and len(self._games) > 1:
            self._drop(next(iter(self._games)))
        return game

    def find(self, identity: str) -> HostedGame:
        """Return the game with this identity.

        Raises:
            NoSuchGame: There is no such game, or it was dropped.
        """
        game = self._games.get(identity)
        if game is None:
            raise NoSuchGame("the server does not have this game any more: begin a new one")
        game.touched = time.monotonic()
        self._games.move_to_end(identity)
        return game

    def _too_old(self) -> Iterator[str]:
        oldest = time.monotonic() - self.settings.idle
        for identity, game in self._games.items():
            if game.touched >= oldest:
                return
            yield identity

    def _drop(self, identity: str) -> None:
        self._cells -= _counted_cells(self._games.pop(identity))


def _counted_cells(game: HostedGame) -> int:
    """The number of cells a game counts for. Even the smallest game takes some memory."""
    return max(game.rules.cells, LEAST_CELLS)
