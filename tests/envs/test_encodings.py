"""Tests of the papers' encodings against results computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.envs.encodings import (
    ENCODINGS,
    mehta_one,
    mehta_ten,
    mehta_two,
    surroundings,
    ten_planes,
    windows,
)

BOARD = np.array([[0, 1, -2], [3, -3, -1]], np.int8)


def test_ten_planes() -> None:
    planes = ten_planes(BOARD)
    assert planes.shape == (10, 2, 3) and planes.dtype == np.int8
    assert np.argwhere(planes).tolist() == [[0, 0, 0], [1, 0, 1], [3, 1, 0], [9, 0, 2], [9, 1, 1]]


def test_windows_mark_the_edges() -> None:
    found = windows(BOARD)
    assert found.shape == (2, 3, 5, 5)
    padded = np.pad(BOARD, 2, constant_values=-4)
    for row in range(2):
        for col in range(3):
            assert np.array_equal(found[row, col], padded[row : row + 5, col : col + 5])
            around = [number for i, number in enumerate(found[row, col].ravel()) if i != 12]
            assert surroundings(BOARD)[row, col].tolist() == around


def test_mehtas_states() -> None:
    ten = mehta_ten(BOARD)
    assert ten.shape == (2, 3, 10) and (ten.sum(axis=-1) == 1).all()
    assert ten.argmax(axis=-1).tolist() == [[8, 0, 9], [2, 9, 9]]
    assert mehta_two(BOARD).tolist() == [[[0, 1], [1, 1], [0, 0]], [[3, 1], [0, 1], [0, 1]]]
    assert mehta_one(BOARD)[..., 0].tolist() == [[0, 1, 9], [3, 9, 9]]


@pytest.mark.parametrize("name", ENCODINGS)
def test_many_boards_at_once(name: str) -> None:
    rng = np.random.default_rng(1)
    boards = rng.integers(-3, 9, size=(3, 2, 4, 6)).astype(np.int8)
    encode = ENCODINGS[name].function
    each = [[encode(boards[i, j]) for j in range(2)] for i in range(3)]
    assert np.array_equal(encode(boards), np.array(each))
