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
        request, expected = kept["request"] | options, kept["answer"]
        answer = answer_of(name, request)
        seen[kept["answer"].get("refused", "answered")] += 1
        if answer != expected:
            wrong.append((request, answer, expected))
    return wrong[:3], seen


def test_safe_cells_and_contradictions_are_the_recorded_ones() -> None:
    wrong, seen = differing("safe", {})
    assert not wrong
    assert seen["answered"] > 400
    assert seen["impossible"] > 200


def test_analyses_with_best_move_and_candidates_are_the_recorded_ones() -> None:
    wrong, seen = differing("analyse", PAGE)
    assert not wrong
    assert seen["answered"] > 600


def test_what_is_known_about_cells_is_the_recorded() -> None:
    wrong, seen = differing("explain", {"decimals": 6})
    assert not wrong
    assert seen["answered"] > 700


def test_grades_of_moves_are_the_recorded_ones() -> None:
    wrong, seen = differing("weigh", {})
    assert not wrong
    assert seen["answered"] > 300


def test_win_rates_of_candidates_are_the_recorded_ones() -> None:
    wrong, seen = differing("think", {})
    assert not wrong
    assert seen["answered"] > 400


def test_the_grades_of_all_proofs_are_the_recorded_ones() -> None:
    wrong = []
    for kept in recorded("reasons"):
        if "refused" in kept["answer"]:
            continue
        sent: list[dict[str, Any]] = []
        facade.ask("reasons", kept["request"], sent.append)
        told = [cell for answer in sent for cell in answer["cells"]]
        if told != kept["answer"]["cells"]:
            wrong.append((kept, told))
    assert not wrong[:3]
