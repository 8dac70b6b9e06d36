"""Tests of reading and drawing the logs of a training."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import SapperError
from sapper.learn.training.training_plots import plot_logs, read_log

ENTRY: dict[str, Any] = {"games": 100, "wins": 3, "played": 100, "moves": 9.5, "left": 20.0, "seconds": 1.5}


def written(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize(
    "line",
    [
        5,
        [],
        {},
        ENTRY | {"wins": "x"},
        ENTRY | {"games": None},
        ENTRY | {"wins": 101},
        ENTRY | {"moves": 10**400},
        ENTRY | {"played": float("nan")},
        ENTRY | {"seconds": []},
    ],
)
def test_a_line_that_is_no_entry_is_named(tmp_path: Path, line: object) -> None:
    log = written(tmp_path / "tiny.jsonl", ENTRY, line)
    with pytest.raises(SapperError, match=r"tiny\.jsonl is damaged: entry 2 is no entry of a log"):
        plot_logs([log], tmp_path / "plot.svg")


def test_a_log_of_brackets_is_damaged(tmp_path: Path) -> None:
    log = tmp_path / "tiny.jsonl"
    log.write_text("[" * 10**6)
    with pytest.raises(SapperError, match=r"is damaged$"):
        read_log(log)


def test_an_entry_without_a_game_is_left_out(tmp_path: Path) -> None:
    log = written(tmp_path / "tiny.jsonl", ENTRY, ENTRY | {"games": 100, "wins": 0, "played": 0})
    assert read_log(log) == [ENTRY]
    plot_logs([log], tmp_path / "plot.svg")
    assert (tmp_path / "plot.svg").stat().st_size > 1000
