"""The task that reviews a finished game, move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.facade import ask


def review(request: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> None:
    """Grade every move of a record, send each grade, and send a summary at the end."""
    ask("review", {"record": request["record"], "strength": request["strength"]}, send)
