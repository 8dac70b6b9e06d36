"""Golden playthroughs: a test fails if the play of an agent changes."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from sapper import AGENTS, GameRecord, Move, make, play
from sapper.game.file_formats import read_records

FOLDER = Path(__file__).parents[1] / "golden"
SEED, FIRST_INDEX = 2015, 0
AGAIN = "if the change is meant, run scripts/golden.py"


def without_risks(record: GameRecord) -> GameRecord:
    moves = [Move(move.do, move.cell, move.opened, certain=move.certain, by=move.by) for move in record.moves]
    return dataclasses.replace(record, moves=tuple(moves))


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_play_is_golden(name: str) -> None:
    golden = read_records(FOLDER / f"{name}.jsonl")
    assert len(golden) >= 3
    for index, record in enumerate(golden, FIRST_INDEX):
        played = play(make(name), record.rules, SEED, index)
        assert without_risks(played) == without_risks(record), f"{name}, game {index}: {AGAIN}"
        # Risks are sums of floats, whose last digit may depend on the compiler.
        assert [m.risk for m in played.moves] == pytest.approx([m.risk for m in record.moves], abs=1e-12)


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_golden_playthroughs_are_true_games(name: str) -> None:
    for record in read_records(FOLDER / f"{name}.jsonl"):
        assert record.replay().record.moves == record.moves
