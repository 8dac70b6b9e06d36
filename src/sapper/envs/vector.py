"""The Gymnasium vector environment of many games, which are stepped together in the core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from sapper.envs.env_settings import RENDER_MODES, Settings, check_render_mode, random_stream, stream_for_seed
from sapper.envs.observation import Observation
from sapper.envs.pickling import PicklableEnv
from sapper.envs.rendering import render
from sapper.envs.rewards import RewardFunction, call_reward, make_transition
from sapper.envs.view_conversion import view_of
from sapper.errors import SapperError
from sapper.game.view import View
from sapper.game.whole_numbers import whole_number

Mask = NDArray[np.bool_]
Info = dict[str, Any]


class MinesweeperVectorEnv(PicklableEnv, VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games of Minesweeper. One call steps all of them and releases the GIL.

    After ``reset(seed=s)`` game ``i`` equals the game of a single environment after ``reset(seed=s + i)``.

    Args:
        num_envs: The number of games.
        copy: Whether each call returns new arrays for observations and masks. Otherwise every step writes to
            the same read-only arrays.
        autoreset_mode: One of Gymnasium's three modes, which say how finished games are restarted.
        threads: The number of threads that step the games. The results do not depend on it.
        render_mode: ``ansi``, ``rgb_array`` or None. `render` returns a tuple with one entry per game.
        **arguments: The arguments of `Settings`.
    """

    settings: Settings
    num_envs: int
    autoreset_mode: AutoresetMode
    metadata: dict[str, Any]

    _CORE_ARRAYS = ("_numbers", "_risks", "_masks", "_shared", "_read_only")

    def __init__(
        self,
        num_envs: int,
        *,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.settings = Settings(**arguments)
        self.num_envs = _at_least_one("num_envs", num_envs)
        self.copy = copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 4,
            "autoreset_mode": self.autoreset_mode,
        }
        self._threads = min(_at_least_one("threads", threads), 1024)
        self._connect()  # before the spaces are built, because it raises if there are too many games
        self.single_action_space = self.settings.action_space()
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.single_observation_space = self.settings.observer.space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._seeded = np.zeros(self.num_envs, np.bool_)
        self._begun = np.zeros(self.num_envs, np.bool_)
        self._over = np.zeros(self.num_envs, np.bool_)

    def _connect(self, saved: bytes | None = None) -> None:
        fleet = self.settings.fleet(self.num_envs, self.autoreset_mode.value, self._threads, saved)
        self._fleet = fleet
        # These arrays share memory with the core, and every step changes them.
        self._numbers, self._risks, self._masks = fleet.numbers, fleet.risks, fleet.masks
        plain = self.settings.observation == "numbers"
        self._shared = None if self.copy or plain else self._observe(self._numbers, self._risks)
        self._read_only = self._numbers if self._shared is None else self._shared.view()
        self._read_only.setflags(write=False)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Start new games, in all places or only where ``options["reset_mask"]`` is True.

        Args:
            seed: An integer `s` seeds game `i` with `s + i`. A list has one seed per game, or None for a game
                that continues its stream. Without a seed every game continues its stream.
            options: ``{"reset_mask": mask}`` with a boolean array that has at least one True resets only
                these games.
        """
        mask = self._reset_mask(options)
        seeds = self._seeds(seed)
        streams: dict[int, int] = {}  # all are computed before any is set, because a seed may be invalid
        for i in map(int, np.flatnonzero(mask)):
            one = seeds[i]
            if one is not None or not self._seeded[i]:
                streams[i] = random_stream(self.np_random) if one is None else stream_for_seed(one)
        for i, stream in streams.items():
            self._fleet.seed(i, stream)
        self._seeded = self._seeded | mask
        self._begun = self._begun & ~mask  # a reset that Ctrl-C ends leaves no game to continue
        try:
            self._fleet.reset(mask)
        except RuntimeError as error:
            raise SapperError(str(error)) from None
        self._begun = self._begun | mask
        self._over = self._over & ~mask
        everyone = bool(mask.all())
        return self._observations(), self._info(None if everyone else mask)

    def step(self, actions: ArrayLike) -> tuple[Observation, NDArray[np.float64], Mask, Mask, Info]:
        """Take one action in each game.

        Raises:
            InvalidAction: An action is out of range, or it has no effect and ``on_repeat`` is ``"error"``. No
                game has changed.
            ResetNeeded: A game has not started, or it is over and automatic resets are disabled.
        """
        if not self._begun.all():
            raise ResetNeeded("call reset() before the first step")
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            first = int(self._over.argmax())
            raise ResetNeeded(
                f"game {first} is over: call reset(options={{'reset_mask': terminated | truncated}}) first"
            )
        array = self._actions(actions)
        function = self.settings.reward
        before = self._numbers.copy() if callable(function) else self._numbers
        fleet = self._fleet
        try:
            fleet.step(array)
        except IndexError as error:
            raise InvalidAction(str(error)) from None
        except RuntimeError as error:
            raise SapperError(str(error)) from None
        except KeyboardInterrupt:
            self._begun = np.zeros_like(self._begun)  # some games have moved and others have not
            raise
        rewards = fleet.rewards.copy()
        terminated, truncated = fleet.terminated.copy(), fleet.truncated.copy()
        # Updated before the custom reward function is called, because the games have moved even if it raises.
        were_over, self._over = self._over, terminated | truncated
        over = self._over
        if callable(function):
            # A game that this step only restarted earns nothing.
            moved = ~were_over if self.autoreset_mode is AutoresetMode.NEXT_STEP else np.ones_like(over)
            self._reward(function, rewards, array, before, over, moved)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            return self._observations(), rewards, terminated, truncated, self._info()
        info = self._info()
        info["won"] = np.zeros(self.num_envs, np.bool_)  # no game is over any more: finished ones restarted
        if over.any():
            info.update(self._final_info(over))
        return self._observations(), rewards, terminated, truncated, info

    def action_masks(self) -> Mask:
        """Return masks ``(games, actions)`` of the actions that have an effect now.

        In a game that is over all actions are allowed.
        """
        return self._masks.astype(np.bool_)

    @property
    def views(self) -> tuple[View, ...]:
        """The views of all games."""
        mines = self.settings.rules.mines
        return tuple(view_of(numbers, mines) for numbers in self._numbers)

    def render(self) -> tuple[Any, ...] | None:
        """Render the view of each game as text (``ansi``) or as a picture (``rgb_array``)."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "You are calling render without a render mode: make_vec(id, render_mode='rgb_array')."
            )
            return None
        return tuple(render(view, self.render_mode) for view in self.views)

    def _observe(self, numbers: NDArray[np.int8], risks: NDArray[np.float64]) -> Observation:
        return self.settings.observer(numbers, risks)

    def _observations(self) -> Observation:
        if self.copy:
            return self._observe(self._numbers, self._risks)
        if self._shared is not None:
            self.settings.observer(self._numbers, self._risks, self._shared)
        return self._read_only

    def _info(self, mask: Mask | None = None) -> Info:
        """Return the masks and wins of all games, or only of those in `mask`, as `SyncVectorEnv` does."""
        masks = self._masks.copy() if self.copy else self._masks
        there = np.ones(self.num_envs, np.bool_)
        if mask is not None:
            masks, there = np.where(mask[:, None], masks, np.int8(0)), mask
        return {
            "action_mask": masks,
            "_action_mask": there,
            "won": self._fleet.won & there,
            "_won": there.copy(),
        }

    def _final_info(self, over: Mask) -> Info:
        """Return the last observation and info of the games that were just replaced."""
        where = np.flatnonzero(over)
        fleet = self._fleet
        risks = fleet.final_risks[where] if self.settings.observer.risks else self._risks
        last = np.full(self.num_envs, None, dtype=object)
        for i, observation in zip(where, self._observe(fleet.finals[where], risks), strict=True):
            last[i] = observation
        final = {
            # Every action is allowed in a game that is over, so one broadcast value is enough.
            "action_mask": np.broadcast_to(over[:, None].view(np.int8), self._masks.shape),
            "_action_mask": over.copy(),
            "won": fleet.won.copy(),
            "_won": over.copy(),
        }
        return {"final_obs": last, "_final_obs": over.copy(), "final_info": final, "_final_info": over.copy()}

    def _reward(
        self,
        function: RewardFunction,
        rewards: NDArray[np.float64],
        actions: NDArray[np.int64],
        before: NDArray[np.int8],
        over: Mask,
        moved: Mask,
    ) -> None:
        """Add the custom reward of every game that moved."""
        fleet = self._fleet
        replaced = self.autoreset_mode is AutoresetMode.SAME_STEP
        for i in np.flatnonzero(moved):
            after = fleet.finals[i] if replaced and over[i] else self._numbers[i]
            step = make_transition(
                self.settings.rules, fleet, int(i), int(actions[i]), before[i], after.copy()
            )
            rewards[i] += call_reward(function, step)

    def _actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise InvalidAction(
                f"actions are {self.num_envs} whole numbers, not {array.dtype} of shape {array.shape}"
            )
        return np.ascontiguousarray(array, dtype=np.int64)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            return [int(seed) + i for i in range(self.num_envs)]
        seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"give one seed per game: {self.num_envs}, not {len(seeds)}")
        return seeds

    def _reset_mask(self, options: dict[str, Any] | None) -> Mask:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not (isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,)):
            raise ValueError(f"options['reset_mask'] must be an array of {self.num_envs} booleans")
        if not mask.any():
            raise ValueError("options['reset_mask'] must have at least one True")
        return mask.copy()


def _at_least_one(name: str, value: object) -> int:
    whole = whole_number(name, value)
    if whole < 1:
        raise ValueError(f"{name} must be at least 1, not {whole}")
    return whole
