"""The answers of the facade equal those that the page's tasks gave when they were written in Python.

tests/facade/questions.py drew the requests, and answers.jsonl.gz keeps them with the answers.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

from sapper import facade
from sapper.errors import InconsistentView, OutOfBudget

KEPT = Path(__file__).with_name("answers.jsonl.gz")
PAGE = {"decimals": 6, "digits": 1000}
"""How the page asks for an analysis."""


def recorded(name: str) -> list[dict[str, Any]]:
    with gzip.open(KEPT, "rt") as lines:
        return [kept for line in lines if (kept := json.loads(line))["ask"] == name]


def answer_of(name: str, request: dict[str, Any]) -> dict[str, Any]:
    """Ask the facade, and describe a refusal as the file does."""
    try:
        return facade.ask(name, request)
    except InconsistentView as error:
        cells = [list(cell) for cell in error.cells]
        told = {"sentence": str(error), "cells": cells, "uses_mine_count": error.uses_mine_count}
        return {"refused": "impossible", **told}
    except OutOfBudget as error:
        return {"refused": "out_of_budget", "sentence": str(error)}
    except ValueError as error:
        return {"refused": "malformed", "sentence": str(error)}


def differing(
    name: str, options: dict[str, Any], drop: tuple[str, ...] = ()
) -> tuple[list[Any], Counter[str]]:
    """The requests whose answer differs from the kept one, and how many requests there were of each kind."""
    wrong, seen = [], Counter[str]()
    for kept in recorded(name):
        expected = {key: value for key, value in kept["answer"].items() if key not in drop}
        request = {key: value for key, value in kept["request"].items() if key not in (*drop, "strength")}
        answer = answer_of(name, request | options)
        seen[kept["answer"].get("refused", "answered")] += 1
        if answer != expected:
            wrong.append((request, answer, expected))
    return wrong[:3], seen


def test_analyses_are_the_recorded_ones() -> None:
    wrong, seen = differing("analyse", PAGE, drop=("best", "candidates"))
    assert not wrong
    assert seen["answered"] > 600


def test_safe_cells_and_contradictions_are_the_recorded_ones() -> None:
    wrong, seen = differing("safe", {})
    assert not wrong
    assert seen["answered"] > 400
    assert seen["impossible"] > 200
