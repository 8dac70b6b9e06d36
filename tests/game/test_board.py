"""Boards: layouts, numbers, 3BV and starts."""

from __future__ import annotations

import pickle
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import combinations
from multiprocessing import get_context

import ms_toollib
import numpy as np
import pytest
from scipy.stats import chisquare

from sapper import EXPERT, Board, Rules, _core

from . import reference

PROMISES = ("safe", "zero", "unsafe")

# The layout of each (size, promise, seed, index, start). It must never change.
GOLDEN: dict[tuple[str, str, int, int, tuple[int, int]], str] = {
    ("3x3/2", "safe", 0, 0, (0, 0)): """
        1**
        122
        000
    """,
    ("3x3/2", "unsafe", 0, 0, (0, 0)): """
        *2*
        121
        000
    """,
    ("5x7/8", "zero", 1, 0, (2, 3)): """
        111*12*
        *11123*
        11001*3
        112122*
        1*2*111
    """,
    ("9x9/10", "safe", 2024, 0, (0, 0)): """
        01*100011
        01110001*
        000011111
        00012*211
        0001*33*2
        000112*5*
        0001122**
        0001*1122
        000111000
    """,
    ("9x9/10", "zero", 2024, 0, (1, 7)): """
        01*100000
        011100000
        000012210
        00012**21
        0001*44*2
        000112*5*
        0001122**
        0001*1122
        000111000
    """,
    ("9x9/10", "safe", 2024, 1, (4, 4)): """
        1*11*1000
        111111011
        00000001*
        000000011
        011100011
        02*20001*
        13*311022
        *223*101*
        111*21011
    """,
    ("16x30/99", "safe", 1, 12345678901, (0, 0)): """
        2*32101*3*11***1001111*1001*10
        *3**1124*3113*31002*3221001110
        243311*3*2001121113*5*21111110
        *2*112332100001*11*3**31*11*21
        12111*2*1001111111234*3211123*
        000011211112*100001*22*32101*2
        1110011102*432112232212**10111
        1*1012*102**3*32**3*3133310000
        11212*3212333**2223*3*2*100011
        123*324*32*223210022423110001*
        1**22*4**335*311002*4*10011111
        122123*323***3*2112**33122*111
        12111*3334*43333*1123*3*4*322*
        *2*1113***211*2*2222213**44*21
        2311002*5320224221**20123**320
        *10000112*101*2*113*2000123*10
    """,
    ("4x4/15", "safe", 18446744073709551615, 18446744073709551615, (3, 2)): """
        ****
        ****
        ****
        **5*
    """,
}


@pytest.mark.parametrize(
    ("seed", "index", "purpose"), [(0, 0, 0), (1, 2, 0), (7, 3, 1), (2**64 - 1, 2**63, 1)]
)
def test_philox_is_numpys(seed: int, index: int, purpose: int) -> None:
    theirs = np.random.Philox(key=np.array([seed, index], np.uint64), counter=[0, 0, 0, purpose]).random_raw(
        1000
    )
    assert _core.philox(seed, index, purpose, 1000) == theirs.tolist()


@pytest.mark.parametrize("key", GOLDEN)
def test_golden_boards(key: tuple[str, str, int, int, tuple[int, int]]) -> None:
    size, promise, seed, index, start = key
    rules = Rules.parse(size, first_move=promise)
    assert str(Board.random(rules, seed, index, start)).split() == GOLDEN[key].split()


@pytest.mark.parametrize("promise", PROMISES)
def test_layouts_follow_their_definition(promise: str) -> None:
    random = np.random.default_rng(3)
    for _ in range(300):
        rows, cols = (int(n) for n in random.integers(1, 12, 2))
        start = int(random.integers(rows)), int(random.integers(cols))
        near = 1 + len(list(reference.around(rows, cols, start)))
        room = rows * cols - {"safe": 1, "zero": near, "unsafe": 0}[promise]
        mines = int(random.integers(room + 1))
        seed, index = (int(n) for n in random.integers(2**64, size=2, dtype=np.uint64))
        board = Board.random(Rules(rows, cols, mines, promise), seed, index, start)
        assert set(board.mines) == reference.layout(rows, cols, mines, promise, seed, index, start)
        assert board.mines == tuple(sorted(board.mines))
        shown = reference.numbers(rows, cols, board.mines)
        assert {(r, c): int(n) for (r, c), n in np.ndenumerate(board.numbers)} == shown
        assert {(int(r), int(c)) for r, c in np.argwhere(board.mine_array)} == set(board.mines)


def test_the_permutation_does_not_depend_on_start_or_promise() -> None:
    for index in range(50):
        free = Board.random(Rules(8, 8, 12, "unsafe"), 5, index)
        for start in [(0, 0), (3, 4)]:
            safe = Board.random(Rules(8, 8, 12, "safe"), 5, index, start)
            assert len(set(free.mines) ^ set(safe.mines)) == (2 if start in free.mines else 0)


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize("start", [(0, 0), (1, 2)])
def test_every_allowed_layout_is_equally_likely(promise: str, start: tuple[int, int]) -> None:
    rules = Rules(4, 4, 3, promise)
    cells = {(row, col) for row in range(4) for col in range(4)}
    banned = {"safe": {start}, "zero": {start, *reference.around(4, 4, start)}, "unsafe": set()}[promise]
    layouts = [tuple(sorted(mines)) for mines in combinations(sorted(cells - banned), 3)]
    seen = Counter(Board.random(rules, 2024, index, start).mines for index in range(200 * len(layouts)))
    assert set(seen) == set(layouts)
    assert chisquare([seen[mines] for mines in layouts]).pvalue > 0.001


def _mines(index: int) -> tuple[tuple[int, int], ...]:
    return Board.random(EXPERT, 11, index).mines


def test_boards_are_equal_for_every_worker_count() -> None:
    alone = [_mines(index) for index in range(64)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(_mines, range(64))) == alone
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        assert list(workers.map(_mines, range(64), chunksize=5)) == alone


def test_bbbv_openings_and_islands() -> None:
    random = np.random.default_rng(4)
    for index in range(400):
        rows, cols = (int(n) for n in random.integers(2, 20, 2))
        mines = int(rows * cols * random.random())
        board = Board.random(Rules(rows, cols, mines), 8, index)
        ours = board.bbbv, board.openings, board.islands
        theirs = ms_toollib.Board(board.numbers.tolist())
        assert ours == (theirs.bbbv, theirs.op, theirs.isl)
        assert ours == reference.facts(rows, cols, reference.numbers(rows, cols, board.mines))


def test_facts_of_extreme_boards() -> None:
    full, empty = (
        Board.from_mines(Rules(2, 2, 4, "unsafe"), [(0, 0), (0, 1), (1, 0), (1, 1)]),
        Board.random(Rules(5, 5, 0), 1),
    )
    assert (full.bbbv, full.openings, full.islands) == (0, 0, 0)
    assert (empty.bbbv, empty.openings, empty.islands) == (1, 1, 0)
    large = Board.random(Rules(1000, 1000, 4000), 1)
    assert large.openings >= 1
    assert large.bbbv >= large.openings + large.islands


def test_from_mines() -> None:
    rules = Rules(3, 4, 2)
    board = Board.from_mines(rules, [(2, 3), (0, 1)], start=(1, 1))
    assert board.mines == ((0, 1), (2, 3))
    assert str(board) == "1*10\n1121\n001*"
    assert board.start == (1, 1)
    assert Board.from_mines(rules, [(0, 0), (0, 1)]).start == (0, 2), "the first cell that keeps the promise"
    assert Board.from_mines(Rules(3, 4, 2, "zero"), [(0, 0), (0, 1)]).start == (0, 3)
    assert Board.from_mines(Rules(3, 4, 2, "unsafe"), [(0, 0), (0, 1)]).start == (0, 0)


@pytest.mark.parametrize(
    ("promise", "cells", "start", "message"),
    [
        ("safe", [(0, 0)], None, "the rules state 2 mines, but the layout has 1"),
        ("safe", [(0, 0), (0, 0)], None, r"mine \(0, 0\) is given twice"),
        ("safe", [(0, 0), (3, 0)], None, r"\(3, 0\) lies outside"),
        ("safe", [(0, 0), (0, -1)], None, r"\(0, -1\) lies outside"),
        ("safe", [(0, 0), "ab"], None, "a pair"),
        ("safe", 5, None, "must be cells"),
        ("safe", [(0, 0), (1, 1)], (1, 1), r"start \(1, 1\) is not free"),
        ("zero", [(0, 0), (1, 1)], (0, 1), r"start \(0, 1\) is not a zero"),
        ("zero", [(1, 1), (1, 2)], None, "promises that the start is a zero, but no cell"),
        ("safe", [(0, 0), (1, 1)], (5, 5), "outside"),
    ],
)
def test_from_mines_refuses(
    promise: str, cells: list[tuple[int, int]], start: tuple[int, int] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Board.from_mines(Rules(3, 4, 2, promise), cells, start)


@pytest.mark.parametrize(
    ("seed", "index", "start"),
    [
        (-1, 0, (0, 0)),
        (2**64, 0, (0, 0)),
        (0, -1, (0, 0)),
        (0, 2**64, (0, 0)),
        (1.5, 0, (0, 0)),
        (None, 0, (0, 0)),
        (0, 0, (9, 9)),
        (0, 0, 3),
    ],
)
def test_random_refuses(seed: int, index: int, start: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"seed|index|cell"):
        Board.random(Rules(3, 3, 1), seed, index, start)


def test_boards_are_values() -> None:
    board = Board.random(Rules(4, 5, 6, "zero"), 3, 2, (3, 4))
    assert pickle.loads(pickle.dumps(board)) == board
    assert eval(repr(board)) == board
    assert len({board, Board.random(Rules(4, 5, 6, "zero"), 3, 2, (3, 4))}) == 1
    assert board != Board.random(Rules(4, 5, 6, "zero"), 3, 3, (3, 4))
    assert board != "board"
    with pytest.raises(AttributeError, match="immutable"):
        board.start = (0, 0)
    board.numbers[:] = 5
    assert board.numbers.max() < 5
