"""A program that speaks JSON lines: any game can be attached by a few lines in any language.

The lines are framed as those of `sapper engine`: a request has an ``id`` and a ``command``, the response
repeats the ``id`` and has a ``result`` or an ``error``. Here the roles are exchanged: the game answers.

| command | parameters | result |
|---|---|---|
| ``view`` | | ``position``: position text; ``state``: ``playing``, ``won`` or ``lost`` |
| ``open``, ``flag``, ``chord`` | ``cell`` | null |
| ``new`` | | null |
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from itertools import count
from typing import Any, Self

from sapper.game.enums import State
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.live.sight import ScreenLost, Sight

PATIENCE = 5.0
"""The seconds that a program gets to end by itself before it is killed."""


class CommandScreen:
    """A game in a process of its own, which answers requests on its standard input. Close it at the end.

    Args:
        command: The program and its arguments.

    Raises:
        ScreenLost: The program cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._ids = count(1)
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except OSError as error:
            raise ScreenLost(f"the program cannot be started: {error}") from None

    def read(self) -> Sight:
        """Ask for the position."""
        found = self._ask("view")
        try:
            return Sight(View.parse(found["position"]), State(found.get("state", State.PLAYING)))
        except (TypeError, KeyError, ValueError) as error:
            raise ScreenLost(f"the program gives no position: {error}") from None

    def open(self, cells: Sequence[Cell]) -> None:
        """Open cells, one request each."""
        for cell in cells:
            self._ask("open", cell=list(cell))

    def flag(self, cells: Sequence[Cell]) -> None:
        """Set or remove flags, one request each."""
        for cell in cells:
            self._ask("flag", cell=list(cell))

    def chord(self, cell: Cell) -> None:
        """Open the neighbours of a number."""
        self._ask("chord", cell=list(cell))

    def new_game(self) -> None:
        """Begin another game."""
        self._ask("new")

    def close(self) -> None:
        """End the program: close its input, and kill it if it stays."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *about_error: object) -> None:
        self.close()

    def _ask(self, command: str, **parameters: Any) -> Any:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        request = {"id": next(self._ids), "command": command, **parameters}
        try:
            stdin.write(json.dumps(request) + "\n")
            stdin.flush()
            line = stdout.readline()
        except OSError as error:
            raise ScreenLost(f"the program has ended: {error}") from None
        if not line:
            raise ScreenLost("the program has ended")
        try:
            response = json.loads(line)
            if response["id"] != request["id"]:
                raise ValueError(f"it answers request {response['id']!r} and not {request['id']}")
        except (ValueError, TypeError, KeyError) as error:
            raise ScreenLost(f"the program does not speak the protocol: {error}") from None
        if "error" in response:
            raise ScreenLost(f"the program refuses {command}: {response['error']}")
        return response.get("result")
