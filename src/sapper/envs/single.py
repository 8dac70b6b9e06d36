"""The Gymnasium environment of one game."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from sapper.envs.env_settings import RENDER_MODES, Settings, check_render_mode, random_stream, stream_for_seed
from sapper.envs.observation import Observation
from sapper.envs.pickling import PicklableEnv
from sapper.envs.rendering import render
from sapper.envs.rewards import call_reward, make_transition
from sapper.envs.view_conversion import view_of
from sapper.errors import SapperError
from sapper.game.view import View

_ONLY_GAME = np.ones(1, np.bool_)


class MinesweeperEnv(PicklableEnv, gymnasium.Env[Observation, np.int64]):
    """One game of Minesweeper. `Settings` lists the arguments.

    After ``reset(seed=s)`` the episodes play the boards 0, 1, 2 and so on of stream ``s``. These are the
    boards of ``Board.random(rules, s, index, start)``.
    """

    settings: Settings

    metadata: dict[str, Any] = {  # noqa: RUF012 - the base class declares it like this
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
    }
    _CORE_ARRAYS = ("_numbers", "_risks", "_mask")

    def __init__(self, *, render_mode: str | None = None, **arguments: Any) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.settings = Settings(**arguments)
        self.action_space = self.settings.action_space()
        self.observation_space = self.settings.observer.space
        self._connect()
        self._seeded = False
        self._playing = False

    def _connect(self, saved: bytes | None = None) -> None:
        self._fleet = self.settings.fleet(1, "Disabled", 1, saved)
        # These arrays share memory with the core, and every step changes them.
        self._numbers = self._fleet.numbers[0]
        self._risks = self._fleet.risks[0] if self.settings.observer.risks else np.empty(0)
        self._mask = self._fleet.masks[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game: the first of a stream if there is a seed, otherwise the next of its stream."""
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._fleet.seed(0, random_stream(self.np_random) if seed is None else stream_for_seed(seed))
            self._seeded = True
        self._playing = False  # a reset that Ctrl-C ends leaves no game to continue
        try:
            self._fleet.reset(_ONLY_GAME)
        except RuntimeError as error:
            raise SapperError(str(error)) from None
        self._playing = True
        return self._observe(), {"action_mask": self._mask.copy(), "won": False}

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Open a cell or, with flags, place or remove a flag.

        Raises:
            InvalidAction: The action is out of range, or it has no effect and ``on_repeat`` is ``"error"``.
            ResetNeeded: The game is over, or no game has started.
        """
        if not self._playing:
            raise ResetNeeded("the game is over, or none has begun: call reset() before the next step")
        try:
            at = operator.index(action)
        except TypeError:
            raise InvalidAction(f"an action is a whole number, not {action!r}") from None
        function = self.settings.reward
        before = self._numbers.copy() if callable(function) else None
        try:
            # An integer of more than 64 bits is clipped, so that the core can raise its usual error.
            reward, terminated, truncated, won = self._fleet.step_one(max(-1, min(at, 2**62)))
        except IndexError as error:
            raise InvalidAction(str(error)) from None
        except KeyboardInterrupt:
            self._playing = False  # the game may have moved without a result
            raise
        self._playing = not (terminated or truncated)
        if before is not None and callable(function):
            rules, after = self.settings.rules, self._numbers.copy()
            reward += call_reward(function, make_transition(rules, self._fleet, 0, at, before, after))
        return self._observe(), reward, terminated, truncated, {"action_mask": self._mask.copy(), "won": won}

    def _observe(self) -> Observation:
        return self.settings.observer(self._numbers, self._risks)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of the actions that have an effect now. After the end all actions are allowed."""
        masks: NDArray[np.bool_] = self._mask.astype(np.bool_)
        return masks

    @property
    def view(self) -> View:
        """The view of the player, for agents and for `sapper.analyse`."""
        return view_of(self._numbers, self.settings.rules.mines)

    def render(self) -> Any:
        """Render the view as text (``ansi``) or as a picture (``rgb_array``)."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "You are calling render without a render mode: make(id, render_mode='rgb_array')."
            )
            return None
        return render(self.view, self.render_mode)
