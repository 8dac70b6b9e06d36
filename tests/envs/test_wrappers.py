"""Tests of the wrappers that encode observations."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import sapper.envs
from sapper.envs import EncodeObservation, EncodeVectorObservation
from sapper.envs.encodings import ENCODINGS
from tests.envs.sample_envs import equal, single, vector


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("flags", [False, True])
def test_wrappers_encode_every_observation(name: str, flags: bool) -> None:
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
def test_observations_that_a_wrapper_changed_cannot_be_encoded(name: str) -> None:
    with pytest.raises(ValueError, match="only the observation 'numbers'"):
        EncodeObservation(EncodeObservation(single(level="6x10/6"), name), "mehta-one")
    with pytest.raises(ValueError, match="only the observation 'numbers'"):
        EncodeObservation(gymnasium.wrappers.FlattenObservation(single()), name)
    with pytest.raises(ValueError, match="only the observation 'numbers'"):
        EncodeVectorObservation(EncodeVectorObservation(vector(2, level="6x10/6"), name), "mehta-one")
    flat = gymnasium.wrappers.vector.FlattenObservation(vector(2))
    with pytest.raises(ValueError, match="only the observation 'numbers'"):
        EncodeVectorObservation(flat, name)
    # A wrapper that does not change the numbers is allowed.
    EncodeObservation(gymnasium.wrappers.TimeLimit(single(), 5), name)
