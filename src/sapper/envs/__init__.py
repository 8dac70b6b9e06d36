"""The game as a Gymnasium environment. Importing this package registers it with Gymnasium.

The modules in reading order:

- `env_settings`: the arguments of the environments.
- `single`: the environment of one game.
- `vector`: the environment of many games, which are stepped together in the C++ core.
- `observation`: the observations: numbers or planes, with or without exact risks.
- `rewards`: the reward schemes, and the data that a reward function receives.
- `encodings`: the input encodings of the papers, in numpy.
- `wrappers`: Gymnasium wrappers that apply these encodings.
- `view_conversion`: from the numbers of an environment to a `View`.
- `rendering`: views as text or as pictures.
- `pickling`: support for `copy` and `pickle`.

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

from sapper.envs.encodings import Encoding, Numbers
from sapper.envs.env_settings import Settings
from sapper.envs.observation import Observation, Observer
from sapper.envs.rewards import RewardFunction, Transition
from sapper.envs.single import MinesweeperEnv
from sapper.envs.vector import Info, Mask, MinesweeperVectorEnv
from sapper.envs.wrappers import EncodeObservation, EncodeVectorObservation

__all__ = [
    "ID",
    "EncodeObservation",
    "EncodeVectorObservation",
    "Encoding",
    "Info",
    "Mask",
    "MinesweeperEnv",
    "MinesweeperVectorEnv",
    "Numbers",
    "Observation",
    "Observer",
    "RewardFunction",
    "Settings",
    "Transition",
]

ID = "sapper/Minesweeper-v0"
"""The id of the environment. Its version rises when a change might alter what a learner learns.

The section 'Version history' of docs/environment.md lists the changes.
"""

if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="sapper.envs.single:MinesweeperEnv",
        vector_entry_point="sapper.envs.vector:MinesweeperVectorEnv",
    )
