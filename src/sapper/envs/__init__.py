"""The game as an environment for learners: importing this registers it with Gymnasium.

>>> import gymnasium, sapper.envs
>>> env = gymnasium.make("sapper/Minesweeper-v0", level="beginner")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((9, 9), 81)
"""

from __future__ import annotations

from sapper.errors import SapperError

try:
    import gymnasium
except ModuleNotFoundError:
    raise SapperError("the environment needs gymnasium: pip install 'sapper[env]'") from None

from sapper.envs.env_settings import Settings
from sapper.envs.rewards import Transition
from sapper.envs.single import MinesweeperEnv
from sapper.envs.vector import MinesweeperVectorEnv
from sapper.envs.wrappers import EncodeObservation, EncodeVectorObservation

__all__ = [
    "ID",
    "EncodeObservation",
    "EncodeVectorObservation",
    "MinesweeperEnv",
    "MinesweeperVectorEnv",
    "Settings",
    "Transition",
]

ID = "sapper/Minesweeper-v0"
"""The suffix rises when a change might alter what a learner learns; docs/environment.md keeps the history."""

if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="sapper.envs.single:MinesweeperEnv",
        vector_entry_point="sapper.envs.vector:MinesweeperVectorEnv",
    )
