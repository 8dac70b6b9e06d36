"""Reviews of many kinds of games, compared field by field with those of an earlier version in Python."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from sapper import review
from tests.review.sample_games import sample_games

GOLDEN: dict[str, dict[str, Any]] = json.loads(
    gzip.decompress((Path(__file__).parent / "golden_reviews.json.gz").read_bytes())
)
GAMES = {name: (record, strength) for name, record, strength in sample_games()}


def flat(value: Any, path: str = "") -> dict[str, Any]:
    """Every plain value inside of lists and dictionaries, by its path."""
    if isinstance(value, dict):
        parts: Any = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    else:
        return {path: value}
    return {inner: plain for key, part in parts for inner, plain in flat(part, f"{path}.{key}").items()}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_review_says_what_it_always_said(name: str) -> None:
    record, strength = GAMES[name]
    found, expected = flat(review(record, strength).to_dict()), flat(GOLDEN[name])
    assert {path for path in found if not path.startswith(".rules")} == set(expected)
    for path, value in expected.items():
        if isinstance(value, float):
            assert found[path] == pytest.approx(value, rel=1e-11, abs=1e-11), path
        else:
            assert found[path] == value, path


def test_the_games_are_of_every_kind() -> None:
    assert set(GOLDEN) == set(GAMES)
    assert {record.end for record, _ in GAMES.values()} >= {
        "opened",
        "mine",
        "stuck",
        "wrong-flag",
        "unfinished",
    }
    deeds = {move.do for record, _ in GAMES.values() for move in record.moves}
    assert deeds == {"open", "flag", "chord"}
    grades = {move["grade"] for told in GOLDEN.values() for move in told["moves"]}
    assert grades == {"forced", "best", "inaccuracy", "mistake", "unlucky", None}
