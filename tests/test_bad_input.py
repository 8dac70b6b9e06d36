"""Bad input gives the right exception with a sentence to act on, and leaves the interpreter usable."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sapper
import sapper.replay
from sapper import InconsistentView, NotationError, OutOfBudget, SapperError
from sapper import _core as core
from tests.patience import PATIENCE

Call = Callable[[], Any]
Error = type[Exception] | tuple[type[Exception], ...]
# These have no types here, because the tests make calls that a type checker would refuse.
Board: Any = sapper.Board
Game: Any = sapper.Game
GameRecord: Any = sapper.GameRecord
Rules: Any = sapper.Rules
View: Any = sapper.View
analyse: Any = sapper.analyse
analyse_many: Any = sapper.analyse_many
Decision: Any = sapper.Decision
Move: Any = sapper.Move
make: Any = sapper.make
play: Any = sapper.play
review: Any = sapper.review
generate: Any = sapper.generate
difficulty: Any = sapper.difficulty
optimum: Any = sapper.optimum
Arena: Any = sapper.Arena


def covered(rows: int = 3, cols: int = 3) -> np.ndarray[Any, np.dtype[np.int8]]:
    return np.full((rows, cols), -2, dtype=np.int8)


def with_number(number: int, dtype: str = "int8") -> np.ndarray[Any, Any]:
    numbers = covered().astype(dtype)
    numbers[1, 1] = number
    return numbers


def view(text: str = "1??/???/??? 2") -> Any:
    return View.parse(text)


def board() -> Any:
    return Board.from_mines(Rules(3, 3, 1), [(0, 0)])


def over() -> Any:
    game = Game(board())
    game.open((2, 2))
    assert game.state == "won"
    return game


# What is wrong, the call, the exception, and words that its message must contain.
CASES: list[tuple[str, Call, Error, str]] = [
    # views from arrays
    ("empty array", lambda: View.from_array(np.zeros((0, 0), np.int8), 0), ValueError, "at least one row"),
    ("no columns", lambda: View.from_array(np.zeros((3, 0), np.int8), 0), ValueError, "at least one row"),
    ("empty list", lambda: View.from_array([], 0), ValueError, "2-D"),
    ("ragged lists", lambda: View.from_array([[1, 2], [1]], 1), ValueError, "rectangle"),
    ("one dimension", lambda: View.from_array(np.zeros(5, np.int8), 1), ValueError, "2-D"),
    ("three dimensions", lambda: View.from_array(np.zeros((2, 2, 2), np.int8), 1), ValueError, "2-D"),
    ("no array at all", lambda: View.from_array(None, 1), ValueError, "2-D"),
    ("a string", lambda: View.from_array("1??/???", 1), ValueError, "2-D"),
    ("floats", lambda: View.from_array(covered().astype(float), 1), ValueError, "float64"),
    ("NaN numbers", lambda: View.from_array(np.full((2, 2), np.nan), 1), ValueError, "float64"),
    ("booleans", lambda: View.from_array(np.zeros((2, 2), bool), 1), ValueError, "bool"),
    ("objects", lambda: View.from_array(np.full((2, 2), None), 1), ValueError, "object"),
    ("complex", lambda: View.from_array(np.zeros((2, 2), complex), 1), ValueError, "complex128"),
    ("number 9", lambda: View.from_array(with_number(9), 1), ValueError, "0..8"),
    ("number -3", lambda: View.from_array(with_number(-3), 1), ValueError, "0..8"),
    ("number -128", lambda: View.from_array(with_number(-128), 1), ValueError, "0..8"),
    ("number 2**40", lambda: View.from_array(with_number(2**40, "int64"), 1), ValueError, "0..8"),
    ("number 257", lambda: View.from_array(with_number(257, "int16"), 1), ValueError, "0..8"),
    # mine counts
    (
        "negative mines",
        lambda: View.from_array(covered(), -1),
        ValueError,
        "between 0 and 9, the number of cells",
    ),
    (
        "too many mines",
        lambda: View.from_array(covered(), 10),
        ValueError,
        "between 0 and 9, the number of cells",
    ),
    ("mines 2**31", lambda: View.from_array(covered(), 2**31), ValueError, "mines"),
    ("mines 2**70", lambda: View.from_array(covered(), 2**70), ValueError, f"not {2**70}"),
    ("mines -2**70", lambda: View.from_array(covered(), -(2**70)), ValueError, f"not -{2**70}"),
    ("NaN mines", lambda: View.from_array(covered(), float("nan")), ValueError, "whole number"),
    ("half a mine", lambda: View.from_array(covered(), 1.5), ValueError, "whole number"),
    ("mines in words", lambda: View.from_array(covered(), "two"), ValueError, "whole number"),
    ("no mines given", lambda: View.from_array(covered(), None), ValueError, "whole number"),
    # flags
    (
        "flags of another shape",
        lambda: View.from_array(covered(), 1, np.zeros((2, 3), bool)),
        ValueError,
        "shape",
    ),
    ("flags of numbers", lambda: View.from_array(covered(), 1, covered()), ValueError, "booleans"),
    (
        "a flag on an opened cell",
        lambda: View.from_array(with_number(1), 1, np.eye(3, dtype=bool)),
        ValueError,
        "flag",
    ),
    (
        "more flags than mines, trusted",
        lambda: analyse(view("FF?/??? 1"), trust_flags=True),
        InconsistentView,
        "mine",
    ),
    # position text
    ("empty text", lambda: View.parse(""), ValueError, "line 1"),
    ("text without mines", lambda: View.parse("1??/???"), ValueError, "mine count"),
    ("unknown symbol", lambda: View.parse("1x?/??? 2"), ValueError, "column 2"),
    ("ragged text", lambda: View.parse("1??/?? 2"), ValueError, "line"),
    ("negative mines in text", lambda: View.parse("1?? -1"), ValueError, "line"),
    ("huge mine count in text", lambda: View.parse("1?? 99999999999999999999"), ValueError, "mine"),
    ("more mines than cells in text", lambda: View.parse("1?? 4"), ValueError, "mines"),
    ("a NUL in the text", lambda: View.parse("1?\0 1"), ValueError, "column 3"),
    ("lone surrogates", lambda: View.parse("1?\ud800 1"), ValueError, "column"),
    ("bytes for text", lambda: View.parse(b"1?? 1"), ValueError, "string"),
    # impossible views
    ("a number with too few neighbours", lambda: analyse(view("4??/??? 4")), InconsistentView, "(0, 0)"),
    ("an 8 in a corner", lambda: analyse(view("8??/??? 5")), InconsistentView, "(0, 0)"),
    ("numbers that contradict", lambda: analyse(view("1?0 1")), InconsistentView, "(0, "),
    ("a finished board with mines left", lambda: analyse(view("000/000 1")), InconsistentView, "mine"),
    ("more hit mines than mines", lambda: analyse(view("**? 1")), InconsistentView, "mine"),
    ("mines that find no room", lambda: analyse(view("1?/11 0")), InconsistentView, "mine count"),
    # analysis
    ("no view", lambda: analyse(None), ValueError, "the view must come from"),
    ("an array for a view", lambda: analyse(covered()), ValueError, "View.from_array"),
    ("negative budget", lambda: analyse(view(), budget=-1), ValueError, "budget"),
    ("NaN budget", lambda: analyse(view(), budget=float("nan")), ValueError, "budget"),
    ("budget in words", lambda: analyse(view(), budget="long"), ValueError, "budget"),
    (
        "expected number of an opened cell",
        lambda: analyse(view()).expected_numbers((0, 0)),
        ValueError,
        "(0, 0)",
    ),
    ("expected number outside", lambda: analyse(view()).expected_numbers((3, 0)), ValueError, "outside"),
    ("expected number at -1", lambda: analyse(view()).expected_numbers((-1, 0)), ValueError, "outside"),
    ("expected number nowhere", lambda: analyse(view()).expected_numbers(5), ValueError, "(row, col)"),
    ("expected number at a half", lambda: analyse(view()).expected_numbers((0.5, 1)), ValueError, "whole"),
    ("a ragged batch", lambda: analyse_many([[[1, -2], [1]]], 1), ValueError, "of one size"),
    (
        "a batch on half a thread",
        lambda: analyse_many(covered()[None], 1, threads=0.5),
        ValueError,
        "threads",
    ),
    ("a batch of one dimension", lambda: analyse_many(np.zeros(4, np.int8), 1), ValueError, "numbers"),
    ("a batch of floats", lambda: analyse_many(np.zeros((1, 2, 2)), 1), ValueError, "numbers"),
    (
        "a batch of empty boards",
        lambda: analyse_many(np.zeros((3, 0, 0), np.int8), 0),
        ValueError,
        "at least one row",
    ),
    ("a batch with a bad number", lambda: analyse_many(with_number(9)[None], 1), ValueError, "0..8"),
    (
        "a batch with too many mines",
        lambda: analyse_many(covered()[None], 10),
        ValueError,
        "between 0 and 9, ",
    ),
    ("a batch on no threads", lambda: analyse_many(covered()[None], 1, threads=0), ValueError, "threads"),
    ("a batch budget of -1", lambda: analyse_many(covered()[None], 1, budget=-1), ValueError, "budget"),
    ("a batch on -1 threads", lambda: analyse_many(covered()[None], 1, threads=-1), ValueError, "threads"),
    # rules
    ("no rows", lambda: Rules(0, 5, 0), ValueError, "at least one row"),
    ("negative columns", lambda: Rules(5, -5, 0), ValueError, "at least one row"),
    ("no room for the first cell", lambda: Rules(3, 3, 9), ValueError, "between 0 and 8"),
    ("an unknown promise", lambda: Rules(3, 3, 1, first_move="lucky"), ValueError, "first_move"),
    ("rows of 2**40", lambda: Rules(2**40, 1, 0), ValueError, "rows"),
    ("a board of 2**60 cells", lambda: Rules(2**30, 2**30, 0), ValueError, "at most"),
    ("rows as a float", lambda: Rules(3.0, 3, 1), ValueError, "rows"),
    ("rules that are none", lambda: Rules.parse("16 by 30"), ValueError, "ROWSxCOLS/MINES"),
    (
        "zero start without room",
        lambda: Board.random(Rules(3, 3, 1, first_move="zero"), 1, start=(1, 1)),
        ValueError,
        "at most 0",
    ),
    # boards and games
    ("a start outside", lambda: Board.random(Rules(3, 3, 1), 1, start=(3, 0)), ValueError, "outside"),
    ("a start that is no cell", lambda: Board.random(Rules(3, 3, 1), 1, start=5), ValueError, "(row, col)"),
    ("a negative seed", lambda: Board.random(Rules(3, 3, 1), -1), ValueError, "seed"),
    ("a seed of 2**64", lambda: Board.random(Rules(3, 3, 1), 2**64), ValueError, "seed"),
    ("a board of no rules", lambda: Board.random("9x9/10", 1), ValueError, "needs Rules"),
    ("a game of no board", lambda: Game(Rules(3, 3, 1)), ValueError, "needs a Board"),
    ("a move that is none", lambda: Move("jump", (0, 0)), ValueError, "open, flag or chord"),
    ("a mine outside", lambda: Board.from_mines(Rules(3, 3, 1), [(9, 9)]), ValueError, "outside"),
    ("a mine twice", lambda: Board.from_mines(Rules(3, 3, 2), [(0, 0), (0, 0)]), ValueError, "twice"),
    ("too few mines", lambda: Board.from_mines(Rules(3, 3, 2), [(0, 0)]), ValueError, "2 mines"),
    ("opening outside", lambda: Game(board()).open((0, 3)), ValueError, "outside"),
    ("opening at -1", lambda: Game(board()).open((-1, 0)), ValueError, "outside"),
    ("opening after the end", lambda: over().open((0, 0)), (SapperError, ValueError), "over"),
    ("a record of nonsense", lambda: GameRecord.from_json("{]"), ValueError, "JSON"),
    ("a record without rules", lambda: GameRecord.from_json('{"format":1}'), ValueError, "rules"),
    ("a deep record", lambda: GameRecord.from_json("[" * 100_000), ValueError, "JSON"),
    ("a record that is a number", lambda: GameRecord.from_json(5), ValueError, "JSON"),
    # agents
    ("a nameless agent", lambda: make(None), ValueError, "a string"),
    ("a name for an agent", lambda: play("random", Rules(3, 3, 1), 1), ValueError, "sapper.make"),
    ("a decision for half a cell", lambda: Decision([(0.5, 1)]), ValueError, "whole numbers"),
    ("a decision for no cell", lambda: Decision([5]), ValueError, "cells (row, col)"),
    ("an unknown agent", lambda: sapper.make("oracle-of-delphi"), ValueError, "oracle-of-delphi"),
    (
        "play with a start outside",
        lambda: sapper.play(sapper.make("lowest-risk"), Rules(3, 3, 1), 1, start=(7, 7)),
        ValueError,
        "outside",
    ),
    # reviews and generated boards
    ("a replay with another suffix", lambda: sapper.replay.read(__file__), ValueError, "have the suffix"),
    ("a review of no record", lambda: review(None), ValueError, "needs a GameRecord"),
    (
        "a strength in a list",
        lambda: review(Game(board()).record, ["max"]),
        ValueError,
        "a review's strength",
    ),
    ("no board at all", lambda: generate(Rules(3, 3, 1), 0), ValueError, "at least 1"),
    (
        "a budget that is no number",
        lambda: generate(Rules(3, 3, 1), budget=float("nan")),
        ValueError,
        "seconds",
    ),
    ("the difficulty of no board", lambda: difficulty("expert"), ValueError, "needs a Board"),
    # limits and switches
    (
        "trust that is no yes or no",
        lambda: analyse(View.parse("F1? 1"), trust_flags=1),
        ValueError,
        "True or",
    ),
    (
        "threads beyond count",
        lambda: analyse_many(covered()[None], 1, threads=10**30),
        ValueError,
        "threads must be a whole number, 1 to 1024",
    ),
    ("perfect play of a text", lambda: optimum("3x3/2"), ValueError, "rules are Rules"),
    ("memory below nothing", lambda: optimum(Rules(3, 3, 2), memory=-1), ValueError, "number of bytes"),
    ("memory that is a text", lambda: optimum(Rules(3, 3, 2), memory="x"), ValueError, "number of bytes"),
    ("a budget that is a text", lambda: optimum(Rules(3, 3, 2), budget="x"), ValueError, "number of seconds"),
    ("an agent, not a list", lambda: Arena(Rules(3, 3, 2)).run("random", 2), ValueError, "['random']"),
    ("boards that are numbers", lambda: Arena(Rules(3, 3, 2), boards=[1]), ValueError, "boards are Boards"),
]


def test_there_are_at_least_forty_kinds() -> None:
    labels = [label for label, *_ in CASES]
    assert len(set(labels)) == len(labels) >= 40


@pytest.mark.parametrize(
    ("call", "error", "phrase"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_bad_input(call: Call, error: Error, phrase: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert phrase in str(caught.value)
    assert len(str(caught.value)) < 400, "a sentence, not the input again"
    assert analyse(view()).solutions == 15  # the interpreter and the engine still work


GOOD: list[tuple[str, Call]] = [
    ("Fortran order", lambda: np.asfortranarray(view().numbers)),
    (
        "every second cell of a larger array",
        lambda: np.repeat(np.repeat(view().numbers, 2, 0), 2, 1)[::2, ::2],
    ),
    ("turned round", lambda: view().numbers[::-1, ::-1]),
    ("transposed", lambda: view().numbers.T),
    ("int64", lambda: view().numbers.astype(np.int64)),
    ("other byte order", lambda: view().numbers.astype(">i4")),
    ("read-only", lambda: np.frombuffer(view().numbers.tobytes(), np.int8).reshape(3, 3)),
    ("lists", lambda: [[int(number) for number in row] for row in view().numbers]),
]


@pytest.mark.parametrize("make_array", [call for _, call in GOOD], ids=[label for label, _ in GOOD])
def test_unusual_arrays_are_welcome(make_array: Call) -> None:
    numbers = make_array()
    assert analyse(View.from_array(numbers, 2)).solutions == 15


HOSTILE = {
    "a view of 2**26 + 1 cells": "View.from_array(np.full((1, 2**26 + 1), -2, np.int8), 1)",
    "a stride of zero that claims 2**40 cells": (
        "View.from_array(np.broadcast_to(np.int8(-2), (2**20, 2**20)), 1)"
    ),
    "a broadcast int64 that claims 2**40 cells": "View.from_array(np.broadcast_to(-2, (2**20, 2**20)), 1)",
    "rules of 2**31 cells": "Rules(2**16, 2**15, 0)",
    "a batch that claims 2**40 cells": (
        "analyse_many(np.broadcast_to(np.int8(-2), (2**20, 2**10, 2**10)), 1)"
    ),
    "a mebibyte of rows": "View.parse('/' * 2**20)",
    "a text of a million mine counts": "View.parse('1?? 1 ' * 10**6)",
    "a record that claims a board too large": (
        """GameRecord.from_json('{"format":1,"rules":{"rows":1048576,"cols":1048576,"mines":1},"mines":[]}')"""
    ),
    "rules in a text of a million digits": "Rules.parse('1' * 10**6)",
}
SCRIPT = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
import numpy as np
from sapper import *
try:
    {call}
except (ValueError, SapperError, MemoryError) as error:
    assert 0 < len(str(error)) < 400
    assert analyse(View.parse("1??/???/??? 2")).solutions == 15
    print("refused")
"""


@pytest.mark.parametrize("call", HOSTILE.values(), ids=HOSTILE)
def test_hostile_input_in_two_gibibytes(call: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(call=call)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "refused"), done.stderr


def test_a_wide_position_stays_inside_its_budget_and_memory() -> None:
    """Numbers on all cells of even row and column of 40x40: far too wide to be counted exactly."""
    call = """
    rng = np.random.default_rng(1)
    mine = rng.random((40, 40)) < 0.3
    mine[::2, ::2] = False
    padded = np.pad(mine, 1).astype(np.int8)
    numbers = sum(padded[r:r + 40, c:c + 40] for r in range(3) for c in range(3)) - mine
    numbers[mine] = -2
    numbers[1::2], numbers[:, 1::2] = -2, -2
    analysis = analyse(View.from_array(numbers, int(mine.sum())), budget=1.0)
    assert abs(np.nansum(analysis.risk) - mine.sum()) < 1e-6
    assert analysis.exact or (analysis.error[(analysis.risk > 0) & (analysis.risk < 1)] > 0).all()
    raise ValueError("done")
    """
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.replace("2**31", "3 * 2**30").format(call=call.strip())],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "refused"), done.stderr


@pytest.mark.parametrize(
    "error",
    [InconsistentView("no layout fits", [(0, 1)], True), NotationError("what", 3, 4), OutOfBudget("late")],
    ids=lambda error: type(error).__name__,
)
def test_errors_cross_to_another_process(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize("mines", [-5, 10, 2**31, 10**12])
def test_a_refused_mine_count_is_named(mines: int) -> None:
    with pytest.raises(ValueError, match=f"between 0 and 9, the number of cells, not {mines}$"):
        View(covered(), mines)
    with pytest.raises(ValueError, match=f"view 0: mines must be between 0 and 9, .*, not {mines}$"):
        core.analyse_many(covered()[None], [mines], 1)
    with pytest.raises(ValueError, match=f"between 0 and 9, the number of cells, not {mines}$"):
        View.from_array(covered(), mines)
    for counts in (mines, [3, mines]):
        with pytest.raises(
            ValueError, match=f"between 0 and 9, the number of cells of each view, not {mines}$"
        ):
            analyse_many(np.stack([covered()] * 2), counts)
