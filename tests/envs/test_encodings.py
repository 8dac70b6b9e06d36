"""The papers' encodings, by hand and through the wrappers."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import sapper.envs
from sapper.envs import EncodeObservation, EncodeVectorObservation
from sapper.envs.encodings import (
    ENCODINGS,
    mehta_one,
    mehta_ten,
    mehta_two,
    surroundings,
    ten_planes,
    windows,
)
from tests.envs.sample_envs import equal, single, vector

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


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("flags", [False, True])
def test_wrappers_tell_the_truth(name: str, flags: bool) -> None:
    arguments: dict[str, Any] = {"level": "4x6/5", "flags": flags}
    env = EncodeObservation(gymnasium.make(sapper.envs.ID, **arguments), name)
    assert env.reset(seed=1)[0] in env.observation_space
    assert env.step(5)[0] in env.observation_space
    many = EncodeVectorObservation(vector(3, autoreset_mode="SameStep", **arguments), name)
    plain = vector(3, autoreset_mode="SameStep", **arguments)
    assert many.single_observation_space == env.observation_space
    encode = ENCODINGS[name].function
    assert equal(many.reset(seed=1)[0], encode(plain.reset(seed=1)[0]))
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(40):
        actions = rng.integers(plain.settings.actions, size=3)
        seen, _, over, _, info = many.step(actions)
        expected, *_, raw = plain.step(actions)
        assert equal(seen, encode(expected)) and seen in many.observation_space
        for i in np.flatnonzero(over):
            assert equal(info["final_obs"][i], encode(raw["final_obs"][i]))
            ended += 1
    assert ended > 3


def test_what_cannot_be_encoded() -> None:
    with pytest.raises(ValueError, match="no encoding is called 'mehta'; there are ten-planes"):
        EncodeObservation(single(), "mehta")
    with pytest.raises(ValueError, match="only the observation 'numbers'"):
        EncodeObservation(single(observation="one-hot"), "windows")
    with pytest.raises(ValueError, match="of a Sapper environment"):
        EncodeObservation(gymnasium.make("CartPole-v1"), "windows")


@pytest.mark.parametrize("name", ENCODINGS)
def test_only_numbers_that_nobody_changed_can_be_encoded(name: str) -> None:
    with pytest.raises(ValueError, match="only the observation 'numbers'"):
        EncodeObservation(EncodeObservation(single(level="6x10/6"), name), "mehta-one")
    with pytest.raises(ValueError, match="only the observation 'numbers'"):
        EncodeObservation(gymnasium.wrappers.FlattenObservation(single()), name)
    with pytest.raises(ValueError, match="only the observation 'numbers'"):
        EncodeVectorObservation(EncodeVectorObservation(vector(2, level="6x10/6"), name), "mehta-one")
    flat = gymnasium.wrappers.vector.FlattenObservation(vector(2))
    with pytest.raises(ValueError, match="only the observation 'numbers'"):
        EncodeVectorObservation(flat, name)
    # What leaves the numbers alone is no hindrance.
    EncodeObservation(gymnasium.wrappers.TimeLimit(single(), 5), name)
