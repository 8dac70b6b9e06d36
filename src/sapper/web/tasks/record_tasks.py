"""The task that turns replay files and short records from links into whole game records."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sapper.facade import ask
from sapper.replay.reader import parse

MOST_GAMES = 50
"""How many games of a set are sent."""


def records(request: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> None:
    """Send the records of a replay file, or the whole record of a short one."""
    side = request["side"]
    if request["short"] is not None:
        rules = request["short"].get("rules")
        if isinstance(rules, dict):
            _check_size(rules.get("rows"), rules.get("cols"), side)
        send({"records": [ask("complete_record", {"short": request["short"]})]})
        return
    try:
        content = base64.b64decode(request["data"], validate=True)
    except binascii.Error:
        raise ValueError("the data of the file is not in base 64") from None
    replays = parse(content, request["suffix"])[:MOST_GAMES]
    found = [replace(replay.record, agent=replay.player or replay.program) for replay in replays]
    for record in found:
        _check_size(record.rules.rows, record.rules.cols, side)
    send({"records": [record.to_dict() for record in found]})


def _check_size(rows: object, cols: object, side: int) -> None:
    if any(isinstance(given, int) and given > side for given in (rows, cols)):
        raise ValueError(f"boards have at most {side} rows and {side} columns here")
