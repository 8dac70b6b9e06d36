"""The task that turns replay files and short records from links into whole game records."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import GameRecord
from sapper.game.rules import Cell, Rules
from sapper.replay.reader import parse

MOST_GAMES = 50
"""How many games of a set are sent."""
DEEDS = {"o": "open", "f": "flag", "c": "chord"}
LONGEST_MOVES = 400_000
"""Characters of the moves in a short record."""


def records(request: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> None:
    """Send the records of a replay file, or the whole record of a short one."""
    if request["short"] is not None:
        found = [complete(request["short"], request["side"])]
    else:
        try:
            content = base64.b64decode(request["data"], validate=True)
        except binascii.Error:
            raise ValueError("the data of the file is not in base 64") from None
        replays = parse(content, request["suffix"])[:MOST_GAMES]
        found = [replace(replay.record, agent=replay.player or replay.program) for replay in replays]
    for record in found:
        if max(record.rules.rows, record.rules.cols) > request["side"]:
            raise ValueError(f"boards have at most {request['side']} rows and {request['side']} columns here")
    send({"records": [record.to_dict() for record in found]})


def complete(short: dict[str, Any], side: int) -> GameRecord:
    """Play the moves of a short record again, which gives the numbers that they opened.

    A short record has the rules, the mines and the start as row-major integers, and the moves as text: for
    each a letter of `DEEDS` and a row-major integer in base 36.
    """
    try:
        rules = Rules.from_dict(short["rules"])
        if max(rules.rows, rules.cols) > side:
            raise ValueError(f"boards have at most {side} rows and {side} columns here")
        moves = str(short["moves"])
        if len(moves) > LONGEST_MOVES:
            raise ValueError("the record has too many moves")
        mines = [_cell(rules, mine) for mine in short["mines"]]
        game = Game(Board.from_mines(rules, mines, _cell(rules, short["start"])))
        for move in moves.split(".") if moves else []:
            getattr(game, DEEDS[move[:1]])(_cell(rules, int(move[1:], 36)))
        if game.state == "playing" and short.get("result") == "lost":
            game.give_up()
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"the link contains no game record: {error}") from None
    return replace(game.record, agent=str(short.get("agent", ""))[:80])


def _cell(rules: Rules, index: int) -> Cell:
    if not 0 <= index < rules.cells:
        raise ValueError("the record names a cell outside its board")
    return divmod(index, rules.cols)
