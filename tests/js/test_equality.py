"""The core in WebAssembly gives the answers of the native core and of `sapper engine`, bit for bit."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from sapper import _core
from tests.js import native, node
from tests.js.positions import positions, questions
from tests.patience import PATIENCE

POSITIONS = 2000
SEED = 18
Asked = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def analyses() -> list[Asked]:
    return [
        ("analyse", {"position": str(view), "trust_flags": trust_flags, "best": True})
        for view, trust_flags in positions(POSITIONS, SEED)
    ]


@pytest.fixture(scope="module")
def native_analyses(analyses: list[Asked]) -> list[dict[str, Any]]:
    return native.ask(analyses)


ESTIMATES = {"win", "error"}
"""Estimated chances to win pass through exp and tanh of the C library, whose last bits differ by system."""


def is_same(one: Any, other: Any, key: str = "") -> bool:
    """Whether two answers are equal, every risk bit for bit; estimates may differ in the last bits."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[name], other[name], name) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if key in ESTIMATES and isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-12)
    return bool(one == other)


def differing(asked: list[Asked], given: list[Any], expected: list[Any]) -> list[Any]:
    assert len(given) == len(expected) == len(asked)
    every = zip(asked, given, expected, strict=True)
    return [(request, one, other) for request, one, other in every if not is_same(one, other)]


def test_analyses_and_best_moves_are_the_native_ones(
    analyses: list[Asked], native_analyses: list[dict[str, Any]]
) -> None:
    assert not differing(analyses, node.ask(analyses), native_analyses)[:1]


def test_the_positions_are_of_every_kind(native_analyses: list[dict[str, Any]]) -> None:
    seen = Counter[str]()
    for result in native_analyses:
        (answer,) = result["answers"]
        if not answer["possible"]:
            seen["impossible"] += 1
            continue
        seen["certain"] += bool(answer["safe"] or answer["mine_cells"])
        is_guess = answer["best"] is not None and not answer["best"]["certain"]
        seen["guess"] += is_guess
        seen["wide"] += answer["cols"] >= 60
        seen["wide guess"] += answer["rows"] * answer["cols"] > 1000 and is_guess
        seen["risks"] += sum(risk is not None for row in answer["risk"] for risk in row)
    assert seen["impossible"] > 200
    assert seen["certain"] > 600
    assert seen["guess"] > 300
    assert seen["wide"] > 100
    assert seen["wide guess"] > 3
    assert seen["risks"] > 150_000


def test_proofs_are_the_native_ones(analyses: list[Asked], native_analyses: list[dict[str, Any]]) -> None:
    asked = [
        question
        for (_, request), result in zip(analyses, native_analyses, strict=True)
        if result["answers"][0]["possible"]
        for question in questions(request["position"], request["trust_flags"], result["answers"][0])
    ]
    assert len(asked) > 600
    assert not differing(asked, node.ask(asked), native.ask(asked))[:1]


def test_the_engine_gives_the_same_risks_and_moves(
    analyses: list[Asked], native_analyses: list[dict[str, Any]]
) -> None:
    lines = "".join(
        json.dumps(
            {
                "id": number,
                "command": "analyse",
                "budget": None,
                "position": request["position"],
                "trust_flags": request["trust_flags"],
            }
        )
        + "\n"
        for number, (_, request) in enumerate(analyses)
    )
    command = [sys.executable, "-m", "sapper", "engine"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=PATIENCE, check=True)
    wrong = []
    for (_, request), line, result in zip(analyses, done.stdout.splitlines(), native_analyses, strict=True):
        response, (expected,) = json.loads(line), result["answers"]
        if expected["possible"]:
            fields = ("exact", "risk", "safe", "mine_cells", "best")
            same = all(response["result"][field] == expected[field] for field in fields)
            same = same and response["result"]["solutions"] == _whole(expected["solutions"])
        else:
            same = (response["cells"], response["uses_mine_count"]) == (
                expected["cells"],
                expected["uses_mine_count"],
            ) and response["error"] == f"the position is impossible: {expected['reason']}"
        if not same:
            wrong.append((request, response, expected))
    assert not wrong[:1]


def _whole(solutions: str | None) -> int | None:
    return None if solutions is None else int(solutions)


GAMES = (
    ({"rows": 9, "cols": 9, "mines": 10}, 45),
    ({"rows": 16, "cols": 16, "mines": 40}, 12),
    ({"rows": 16, "cols": 30, "mines": 99, "first_move": "zero"}, 2),
    ({"rows": 4, "cols": 30, "mines": 26, "first_move": "unsafe", "on_mine": "continue"}, 2),
)


def test_native_agents_play_the_same_games() -> None:
    agents = sorted(set(_core.NATIVE_AGENTS) - {"sapper-max", "sapper-deep"})
    asked: list[Asked] = [
        ("watch", {"rules": rules, "seed": 18, "index": index, "agents": agents})
        for rules, games in GAMES
        for index in range(games)
    ]
    asked.append(
        ("watch", {"rules": {"rows": 6, "cols": 6, "mines": 9}, "seed": 3, "agents": ["sapper-max"]})
    )
    without_times = [
        [
            [{key: value for key, value in step.items() if key != "seconds"} for step in result["answers"]]
            for result in results
        ]
        for results in (node.ask(asked), native.ask(asked))
    ]
    assert not differing(asked, *without_times)[:1]
    steps = [step for result in without_times[0] for step in result if step["kind"] == "step"]
    assert len(steps) > 2000
