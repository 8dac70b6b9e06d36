"""Tasks about a position: its risks, its best move, its proofs, and the win rates of its moves.

The facade answers them. The page gets rounded chances, and a count of layouts only while it is short.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper import facade

Send = Callable[[dict[str, Any]], None]
Task = Callable[[dict[str, Any], Send], None]

DECIMALS = 6
MOST_DIGITS = 1000
"""A count of layouts with more decimal digits is sent as its logarithm only."""


def _task(name: str, **options: Any) -> Task:
    """Make the task that passes a request of the page on, without fields of other requests."""
    described = facade.schema()
    request_name = described["requests"][name]["request"]["$ref"].rpartition("/")[2]
    fields = described["$defs"][request_name]["properties"]

    def ask(request: dict[str, Any], send: Send) -> None:
        asked = {field: value for field, value in request.items() if field in fields}
        facade.ask(name, asked | options, send)

    return ask


analyse = _task("analyse", decimals=DECIMALS, digits=MOST_DIGITS)
explain = _task("explain", decimals=DECIMALS)
reasons = _task("reasons")
safe = _task("safe")
think = _task("think")
weigh = _task("weigh")
