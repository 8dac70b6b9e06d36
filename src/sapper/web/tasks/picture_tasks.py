"""The task that reads the position in a picture."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any

from sapper.vision import look


def picture(request: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> None:
    """Send the position in a picture, the cells in doubt, and where the board lies."""
    try:
        content = base64.b64decode(request["data"], validate=True)
    except binascii.Error:
        raise ValueError("the data of the picture is not in base 64") from None
    seen = look(content)
    side = request["side"]
    if max(seen.rows, seen.cols) > side:
        raise ValueError(f"boards have at most {side} rows and {side} columns here")
    send(seen.to_dict())
