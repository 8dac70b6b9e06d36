"""The requests whose answers tests/facade/answers.jsonl.gz keeps: positions of all kinds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.random import Generator

from sapper import Board, Game, Rules, View
from tests.solver.views import PROMISES, flagged, made_up, played, spoilt

SMALL = 640
"""The number of positions with few covered cells, whose values are all exact."""
LARGE = 24
"""The number of positions on larger boards."""


def small_positions(rng: Generator) -> Iterator[tuple[View, bool]]:
    """Draw small positions: played, spoilt and made-up ones, with flags that are trusted or not."""
    for number in range(SMALL):
        kind = number % 4
        if kind < 2:
            view = played(rng, PROMISES[number % 3], bool(rng.random() < 0.8))
        else:
            view = spoilt(rng) if kind == 2 else made_up(rng)
        if rng.random() < 0.4:
            view = flagged(rng, view)
        yield view, bool(rng.random() < 0.5)


def large_positions(rng: Generator) -> Iterator[tuple[View, bool]]:
    """Draw positions from the beginning and the middle of games on usual and on odd boards."""
    boards = (
        Rules(9, 9, 10),
        Rules(16, 16, 40),
        Rules(1, 40, 8),
        Rules(3, 25, 14),
        Rules(16, 30, 99),
        Rules(12, 6, 14),
    )
    for number in range(LARGE):
        rules = boards[number % len(boards)]
        game = Game(Board.random(rules, seed=2026, index=number))
        game.open((0, 0))
        for cell in rng.permutation(rules.cells).tolist()[: number % 7 * 3]:
            at = divmod(cell, rules.cols)
            if game.state == "playing" and at not in game.board.mines:
                game.open(at)
        view = game.view
        if number % 3 == 0:
            view = flagged(rng, view)
        yield view, False


def questions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every request, by name and fields."""
    rng = np.random.default_rng(18)
    for view, trust_flags in small_positions(rng):
        about = {"position": str(view), "trust_flags": trust_flags}
        strength = ("fast", "strong")[int(rng.integers(2))]
        yield "analyse", {**about, "best": True, "strength": strength}
        yield "safe", about
        yield "reasons", about
        yield "think", {**about, "strength": strength, "seconds": 60.0}
        row, col = int(rng.integers(view.rows)), int(rng.integers(view.cols))
        yield "explain", {**about, "cell": [row, col]}
        if covered := view.covered:
            cell = list(covered[int(rng.integers(len(covered)))])
            yield "explain", {**about, "cell": cell}
            yield "weigh", {**about, "cell": cell, "strength": strength}
    for view, trust_flags in large_positions(rng):
        about = {"position": str(view), "trust_flags": trust_flags}
        yield "analyse", {**about, "best": True, "strength": "fast"}
        yield "reasons", about
        cell = list(view.covered[int(rng.integers(len(view.covered)))])
        yield "explain", {**about, "cell": cell}
        yield "weigh", {**about, "cell": cell, "strength": "fast"}
    for number in range(24):
        rules = Rules(2 + number % 5, 3 + number % 4, 1 + number % 3, first_move=PROMISES[number % 3])
        start = None if number % 4 == 0 else [number % rules.rows, number % rules.cols]
        cells = "/".join(["?" * rules.cols] * rules.rows)
        promise = {"rules": rules.to_dict(), "start": start}
        yield "analyse", {"position": f"{cells} {rules.mines}", "best": True, "promise": promise}
