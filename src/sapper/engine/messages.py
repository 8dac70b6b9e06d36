"""The messages between a client and `sapper engine`: requests to write, and values made of responses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sapper.agents.base import Decision
from sapper.errors import InconsistentView, SapperError
from sapper.game.record import GameRecord
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.explanation import Explanation

T = TypeVar("T")

PROTOCOL = 2
"""The version of the protocol that this client needs."""
COMMAND = (sys.executable, "-m", "sapper", "engine")
"""The command that starts the engine of this installation."""


class _EngineDefault:
    """The value of a parameter that is left to the engine."""

    def __repr__(self) -> str:
        return "ENGINE_DEFAULT"


ENGINE_DEFAULT: Any = _EngineDefault()
IMPOSSIBLE = "the position is impossible: "

Position = View | str
"""A position: a view, or a position text such as ``1??/???/??? 2``."""


class EngineError(SapperError):
    """The engine refused a request, or it ended."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that may be the best one."""

    cell: Cell
    risk: float
    certain: bool
    win: float | None
    """The probability of winning with this move, or None while it is not known."""
    win_exact: bool
    error: float | None
    """The standard error of an estimated `win`."""


@dataclass(frozen=True, slots=True)
class Thought:
    """Candidate moves, best first, as far as the engine knows them."""

    candidates: tuple[Candidate, ...]
    layouts: int
    """The number of random layouts that the moves were played out on; 0 if the values are exact."""
    exact: bool
    done: bool
    """Whether the engine has finished. It has not if it was stopped."""

    @property
    def best(self) -> Candidate | None:
        """The best candidate, or None if no cell can be opened."""
        return self.candidates[0] if self.candidates else None


@dataclass(frozen=True)
class Response:
    """One line of the engine."""

    identity: int
    result: Any
    is_last: bool
    error: SapperError | None = None
    """What went wrong: an `InconsistentView` if no layout fits, or else an `EngineError`."""

    @classmethod
    def parse(cls, line: bytes) -> Response:
        """Read a line. Raise `EngineError` if it is no response."""
        try:
            # A count of layouts may have any number of digits.
            fields = json.loads(line, parse_int=_whole_number)
            identity = fields["id"]
        except (ValueError, KeyError, TypeError):
            raise EngineError(f"this is not the response of an engine: {line[:60]!r}") from None
        if "error" not in fields:
            return cls(identity, fields["result"], not fields.get("more", False))
        error: SapperError = EngineError(fields["error"])
        if "cells" in fields:
            cells = [(row, col) for row, col in fields["cells"]]
            sentence = fields["error"].removeprefix(IMPOSSIBLE)
            error = InconsistentView(sentence, cells, bool(fields["uses_mine_count"]))
        return cls(identity, None, True, error)


@dataclass(frozen=True)
class Question:
    """A request of one command, and how to make a value of each of its results."""

    fields: Mapping[str, Any]
    read: Callable[[Any], Any]

    def line(self, identity: int) -> bytes:
        """Return the request with this id as a line of JSON."""
        given = {key: value for key, value in self.fields.items() if value is not ENGINE_DEFAULT}
        return json.dumps({"id": identity, **given}).encode() + b"\n"


def version() -> Question:
    """Ask for the version, the protocol, the default budget and the commands."""
    return Question({"command": "version", "protocol": PROTOCOL}, dict)


def stop(target: int) -> Question:
    """Stop the request with an id."""
    return Question({"command": "stop", "target": target}, lambda _: None)


def analyse(position: Position, budget: float | None, trust_flags: bool) -> Question:
    """Ask for the document of ``sapper analyse --json``."""
    return Question(_about("analyse", position, budget, trust_flags), dict)


def best(
    position: Position, strength: str, seconds: float | None, budget: float | None, trust_flags: bool
) -> Question:
    """Ask for the best move."""
    about = _about("best", position, budget, trust_flags)
    return Question({**about, "strength": strength, "seconds": seconds}, _decision)


def explain(position: Position, cell: Cell, budget: float | None, trust_flags: bool) -> Question:
    """Ask for the proof of a certain cell."""
    about = _about("explain", position, budget, trust_flags)
    return Question({**about, "cell": list(map(int, cell))}, _explanation)


def numbers(position: Position, cell: Cell, budget: float | None, trust_flags: bool) -> Question:
    """Ask for the distribution of the number of a cell."""
    about = _about("numbers", position, budget, trust_flags)
    return Question({**about, "cell": list(map(int, cell))}, _numbers)


def think(
    position: Position, seconds: float, strength: str, budget: float | None, trust_flags: bool
) -> Question:
    """Ask for the candidate moves with their win probabilities."""
    about = _about("think", position, budget, trust_flags)
    return Question({**about, "seconds": seconds, "strength": strength}, _thought)


def review(record: GameRecord, strength: str) -> Question:
    """Ask for the grades of a game."""
    return Question({"command": "review", "record": record.to_dict(), "strength": strength}, dict)


def agents() -> Question:
    """Ask for the list of agents."""
    return Question({"command": "agents"}, list)


def _about(command: str, position: Position, budget: float | None, trust_flags: bool) -> dict[str, Any]:
    if not isinstance(position, View | str):
        raise ValueError(f"a position is a View or a position text, not {position!r}")
    return {"command": command, "position": str(position), "budget": budget, "trust_flags": trust_flags}


def _whole_number(digits: str) -> int:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return int(digits)
    finally:
        sys.set_int_max_str_digits(limit)


def _decision(result: dict[str, Any] | None) -> Decision:
    if result is None:
        return Decision.give_up("no cell is left to open, or the agent gives up")
    return Decision(
        opens=(_pair(result["cell"]),),
        certain=result["certain"],
        risk=result["risk"],
        win=result["win"],
        win_exact=result["win_exact"],
        reason=result["reason"],
    )


def _explanation(result: dict[str, Any]) -> Explanation:
    return Explanation(
        cell=(result["row"], result["col"]),
        mine=result["mine"],
        numbers=tuple(map(_pair, result["numbers"])),
        uses_mine_count=result["uses_mine_count"],
        method=result["method"],
        text=result["text"],
    )


def _numbers(result: dict[str, Any]) -> NDArray[np.float64]:
    return np.array(result["numbers"])


def _thought(result: dict[str, Any]) -> Thought:
    candidates = tuple(
        Candidate(_pair(row["cell"]), row["risk"], row["certain"], row["win"], row["win_exact"], row["error"])
        for row in result.get("candidates", ())
    )
    return Thought(candidates, result["layouts"], result["exact"], result["done"])


def _pair(cell: list[int]) -> Cell:
    row, col = cell
    return row, col
