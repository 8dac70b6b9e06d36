"""The facade: the requests that library, engine, page and browser share, answered by the core.

A request is a name and a dictionary; every answer is a dictionary. `schema` lists all of them with their
fields. The same requests are answered in a browser, where the core is compiled to WebAssembly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sapper import _core
from sapper._core import Stop
from sapper.errors import InconsistentView, OutOfBudget, SapperError

Send = Callable[[dict[str, Any]], object]
"""Takes one answer of a request. If it raises an error, the request ends with that error."""


class UnknownRequest(SapperError, ValueError):  # noqa: N818 - the name says what happened
    """There is no request, agent or game of this name."""


class Conflict(SapperError, ValueError):  # noqa: N818 - the name says what happened
    """The state of a game does not allow the request."""


class Session:
    """What lives from request to request, such as hosted games. Any thread may use it."""

    def __init__(self) -> None:
        self._core = _core.Session()

    def ask(
        self, name: str, request: dict[str, Any], send: Send | None = None, stop: Stop | None = None
    ) -> dict[str, Any]:
        """Answer a request, and return the last answer.

        Args:
            name: The name of the request, such as "analyse".
            request: Its fields. A position is a text, a `View`, or an `Analysis`, which is not computed
                again.
            send: A function that is called with every answer, also the last one.
            stop: Calling `stop.set()` in another thread asks for the best result so far.

        Raises:
            InconsistentView: No layout fits the position.
            OutOfBudget: The limits on time or memory were too small.
            UnknownRequest: There is no request, agent or game of this name.
            ValueError: The request is malformed.

        >>> Session().ask("safe", {"position": "11211/?????/????? 4"})
        {'safe': [[1, 0], [1, 2], [1, 4]]}
        """
        with refusals_as_errors():
            return self._core.ask(name, request, send, stop)


@contextmanager
def refusals_as_errors() -> Iterator[None]:
    """Raise a refusal of the core as the error of the library that means the same."""
    try:
        yield
    except _core.Refusal as refusal:
        kind, sentence, cells, uses_mine_count = refusal.args
        error: Exception = ValueError(sentence)
        if kind == "impossible":
            error = InconsistentView(sentence, cells, uses_mine_count)
        elif kind == "out_of_budget":
            error = OutOfBudget(sentence)
        elif kind == "unknown":
            error = UnknownRequest(sentence)
        elif kind == "conflict":
            error = Conflict(sentence)
        raise error from None


def schema() -> dict[str, Any]:
    """The JSON Schema of every request and answer.

    ``requests`` has the request and the answer of each name, and says whether it has several answers.
    """
    return _core.facade_schema()


_SHARED = Session()


def ask(
    name: str, request: dict[str, Any], send: Send | None = None, stop: Stop | None = None
) -> dict[str, Any]:
    """Answer a request as `Session.ask` does, in the one session of this process."""
    return _SHARED.ask(name, request, send, stop)
