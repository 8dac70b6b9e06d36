"""The task that answers one request about a hosted game that may take long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.facade import Session


def game(request: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> None:
    """Restore a game, answer a request about it, and send the answer with the changed game."""
    session = Session()
    identity = {"id": request["id"]}
    session.ask("restore_game", {**identity, "saved": request["saved"]})
    fields = {**identity, **request["fields"], "budget": request["budget"]}
    answer = session.ask(request["ask"], fields)
    send({"answer": answer, "saved": session.ask("save_game", identity)["saved"]})
