"""Games of native agents, step by step, compared with those of an earlier implementation in Python."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from sapper import EXPERT, GameRecord, _core, make, play
from sapper.facade import UnknownRequest, ask

GOLDEN: list[dict[str, Any]] = json.loads(
    gzip.decompress((Path(__file__).parent / "golden_watch.json.gz").read_bytes())
)


def name_of(case: dict[str, Any]) -> str:
    rules = case["rules"]
    return f"{rules['rows']}x{rules['cols']}/{rules['mines']} {' '.join(case['agents'])}"


@pytest.mark.parametrize("case", GOLDEN, ids=name_of)
def test_watched_games_are_what_they_always_were(case: dict[str, Any]) -> None:
    expected = case.pop("messages")
    found: list[dict[str, Any]] = []
    ask("watch", case, found.append)
    for message in found:
        assert message.pop("seconds", 0) >= 0
    for message in (*found, *expected):  # lowest-risk gave other reasons in Python, and played the same games
        if message["kind"] == "step" and case["agents"][message["agent"]] == "lowest-risk":
            assert isinstance(message.pop("reason"), str)
    assert found == expected
    for message in found:
        if message["kind"] == "record":
            GameRecord.from_dict(message["record"]).replay()


def test_every_native_agent_is_compared() -> None:
    compared = {name for case in GOLDEN for name in case["agents"]}
    assert compared == set(_core.NATIVE_AGENTS) - {"sapper-deep"}


def test_watched_games_of_a_network_are_those_it_plays() -> None:
    """It never played in Python, so there is no earlier answer."""
    case = {"rules": EXPERT.to_dict(), "start": [0, 0], "seed": 7, "index": 7, "agents": ["sapper-deep"]}
    found: list[dict[str, Any]] = []
    ask("watch", case, found.append)
    (record,) = [message["record"] for message in found if message["kind"] == "record"]
    played = play(make("sapper-deep"), EXPERT, seed=7, index=7)
    watched = GameRecord.from_dict(record)
    guesses = [move.cell for move in played.moves if not move.certain]
    assert len(guesses) > 3
    assert [move.cell for move in watched.moves if not move.certain] == guesses
    assert watched.result == played.result


def test_an_agent_that_is_not_native_is_refused() -> None:
    board = {"rules": {"rows": 5, "cols": 5, "mines": 4}, "seed": 1, "agents": ["lowest-risk", "random"]}
    with pytest.raises(UnknownRequest, match="no native agent is called 'random'"):
        ask("watch", board)


class Stopped(Exception):
    """Raised by a listener that has heard enough."""


def test_an_error_of_the_listener_ends_the_games() -> None:
    heard: list[str] = []

    def listen(message: dict[str, Any]) -> None:
        heard.append(message["kind"])
        if len(heard) == 3:
            raise Stopped

    with pytest.raises(Stopped):
        ask("watch", {"rules": {"rows": 9, "cols": 9, "mines": 10}, "seed": 1, "agents": ["pseq"]}, listen)
    assert heard == ["board", "step", "step"]
