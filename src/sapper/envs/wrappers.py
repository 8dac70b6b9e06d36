"""Gymnasium wrappers that encode observations like the inputs of the papers' learners."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper.envs.encodings import ENCODINGS, Encoding
from sapper.envs.env_settings import Settings


class EncodeObservation(
    gymnasium.ObservationWrapper[NDArray[np.int8], Any, NDArray[np.int8]], RecordConstructorArgs
):
    """Encodes the observations of one game.

    Args:
        env: The environment. Its observation must be ``"numbers"``.
        encoding: One of ``sapper.envs.encodings.ENCODINGS``: ``ten-planes``, ``windows``, ``surroundings``,
            ``mehta-ten``, ``mehta-two`` or ``mehta-one``.
    """

    encoding: Encoding

    def __init__(self, env: gymnasium.Env[Any, Any], encoding: str) -> None:
        RecordConstructorArgs.__init__(self, encoding=encoding)
        gymnasium.ObservationWrapper.__init__(self, env)
        self.encoding = _encoding(encoding, env, env.observation_space)
        self.observation_space = _space(self.encoding, env.observation_space)

    def observation(self, observation: NDArray[np.int8]) -> NDArray[np.int8]:
        """Encode an observation."""
        return self.encoding.function(observation)


class EncodeVectorObservation(
    VectorWrapper[NDArray[np.int8], Any, NDArray[np.int8], Any, NDArray[Any]], RecordConstructorArgs
):
    """Encodes the observations of many games like `EncodeObservation`. It supports all autoreset modes."""

    encoding: Encoding

    def __init__(self, env: VectorEnv[NDArray[np.int8], Any, NDArray[Any]], encoding: str) -> None:
        RecordConstructorArgs.__init__(self, encoding=encoding)
        VectorWrapper.__init__(self, env)
        self.encoding = _encoding(encoding, env, env.single_observation_space)
        self.single_observation_space = _space(self.encoding, env.single_observation_space)
        self.observation_space = batch_space(self.single_observation_space, env.num_envs)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Reset the games and encode the observations."""
        observations, info = self.env.reset(seed=seed, options=options)
        return self.encoding.function(observations), info

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Step the games and encode the observations, including the last ones of finished games."""
        observations, rewards, terminated, truncated, info = self.env.step(actions)
        for i in np.flatnonzero(info.get("_final_obs", ())):
            info["final_obs"][i] = self.encoding.function(info["final_obs"][i])
        return self.encoding.function(observations), rewards, terminated, truncated, info


def _encoding(name: str, env: Any, space: spaces.Space[Any]) -> Encoding:
    if name not in ENCODINGS:
        raise ValueError(f"no encoding is called {name!r}; there are {', '.join(ENCODINGS)}")
    settings = getattr(env.unwrapped, "settings", None)
    if (
        not isinstance(settings, Settings)
        or settings.observation != "numbers"
        or space != settings.observer.space  # another wrapper has already changed the observation
    ):
        raise ValueError("only the observation 'numbers' of a Sapper environment can be encoded")
    return ENCODINGS[name]


def _space(encoding: Encoding, space: spaces.Space[Any]) -> spaces.Space[NDArray[np.int8]]:
    shape = encoding.function(np.zeros(space.shape or (), np.int8)).shape
    return spaces.Box(encoding.low, encoding.high, shape, np.int8)
