"""The arguments of the environments, for one game and for many."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Real
from typing import Literal

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from sapper import _core
from sapper.envs.observation import OBSERVATIONS, Observer
from sapper.envs.rewards import REWARDS, RewardFunction
from sapper.game.rules import Cell, Rules
from sapper.game.whole_numbers import whole_number

RENDER_MODES = ("ansi", "rgb_array")
MOST_CELLS = 2**27
"""The largest number of cells over all games of one environment. Each cell takes a few bytes of memory."""


@dataclass(frozen=True)
class Settings:
    """The arguments of `gymnasium.make` and `gymnasium.make_vec`; docs/environment.md describes them.

    The arguments that change the rules default to None, which means the value of `level`.
    """

    level: str | Rules = "beginner"
    """``beginner``, ``intermediate``, ``expert``, ``"RxC/M"``, or `Rules`."""
    first_move: str | None = None
    """What is promised about the first opened cell: ``safe``, ``zero`` or ``unsafe``."""
    cascade: bool | None = None
    """Whether opening a zero opens its neighbours too."""
    on_mine: str | None = None
    """Whether hitting a mine loses the game: ``lose`` or ``continue``."""
    on_wrong_flag: str | None = None
    """Whether a wrong flag loses the game: ``ignore`` or ``lose``."""
    won_by: str | None = None
    """How a game is won: ``open`` or ``open-or-flag``."""
    start: Cell | Literal["agent"] = "agent"
    """The cell that `reset` opens. With ``agent`` the first action chooses it."""
    flags: bool = False
    """Whether there is a second set of actions, which place and remove flags."""
    observation: str = "numbers"
    """``numbers``, ``one-hot``, ``numbers+risk`` or ``one-hot+risk``."""
    reward: str | RewardFunction = "progress"
    """``win``, ``progress``, ``mehta``, ``risk-aware``, or a function of a `Transition`."""
    on_repeat: Literal["ignore", "error"] = "ignore"
    """Whether an action without effect is ignored or raises an error."""
    repeat_penalty: float = 0.0
    """The amount that is subtracted from the reward of an action without effect."""
    max_episode_steps: int | None = None
    """The number of steps after which a game is truncated; None means never."""

    def __post_init__(self) -> None:
        self.rules  # noqa: B018 - raises if the rules are impossible
        if isinstance(self.start, tuple | list | np.ndarray):
            # Stored in one form, so that settings can be compared.
            object.__setattr__(self, "start", divmod(self.rules.index(self.start), self.rules.cols))
        elif self.start != "agent":
            raise ValueError(f"start must be a cell (row, col) or 'agent', not {self.start!r}")
        if not isinstance(self.flags, bool):
            raise ValueError(f"flags must be True or False, not {self.flags!r}")
        _check_choice("observation", self.observation, OBSERVATIONS)
        _check_choice("on_repeat", self.on_repeat, ("ignore", "error"))
        if not callable(self.reward):
            _check_choice("reward", self.reward, tuple(REWARDS), " or a function of a Transition")
        if not _is_finite(self.repeat_penalty):
            raise ValueError(f"repeat_penalty must be a number, not {self.repeat_penalty!r}")
        if self.max_episode_steps is not None and not (
            1 <= whole_number("max_episode_steps", self.max_episode_steps) < 2**63
        ):
            raise ValueError(f"max_episode_steps must be at least 1, or None, not {self.max_episode_steps!r}")

    @cached_property
    def rules(self) -> Rules:
        """The rules of the games."""
        names = ("first_move", "cascade", "on_mine", "on_wrong_flag", "won_by")
        switches = {name: value for name in names if (value := getattr(self, name)) is not None}
        if isinstance(self.level, Rules):
            return replace(self.level, **switches)
        return Rules.parse(self.level, **switches)

    @cached_property
    def observer(self) -> Observer:
        """The function that makes observations."""
        return Observer(self.observation, self.rules, self.flags)

    @cached_property
    def actions(self) -> int:
        """The number of actions."""
        return self.rules.cells * (2 if self.flags else 1)

    def action_space(self) -> spaces.Discrete:
        """Return the action space. It has one action per cell to open it and, with flags, one to flag it."""
        return spaces.Discrete(self.actions)

    def fleet(self, games: int, autoreset: str, threads: int, saved: bytes | None = None) -> _core.Fleet:
        """Create the games in the core, from `saved` if given."""
        if games * self.actions > MOST_CELLS:
            raise ValueError(f"{games} games of {self.rules.size} are too many for one environment")
        return _core.Fleet(
            self.rules.native,
            games,
            start=None if self.start == "agent" else self.rules.index(self.start),
            flags=self.flags,
            risks=self.observer.risks,
            reward=self.reward if isinstance(self.reward, str) else "none",
            refuse_repeats=self.on_repeat == "error",
            repeat_penalty=float(self.repeat_penalty),
            max_steps=self.max_episode_steps or 0,
            autoreset=autoreset,
            threads=threads,
            saved=saved,
        )


def stream_for_seed(seed: int) -> int:
    """Return the stream of boards for a seed.

    This is the seed itself, or a stream derived from it if it has more than 64 bits.

    Raises:
        gymnasium.error.Error: The seed is not valid.
    """
    if isinstance(seed, int | np.integer) and 0 <= seed < 2**64:
        return int(seed)
    return random_stream(seeding.np_random(seed)[0])


def random_stream(generator: np.random.Generator) -> int:
    """Draw a stream at random."""
    return int(generator.integers(2**64, dtype=np.uint64))


def check_render_mode(mode: object) -> None:
    """Raise an error if the render mode is unknown."""
    if mode is not None:
        _check_choice("render_mode", mode, RENDER_MODES, " or None")


def _check_choice(name: str, value: object, choices: tuple[str, ...], more: str = "") -> None:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be {', '.join(map(repr, choices))}{more}, not {value!r}")


def _is_finite(value: object) -> bool:
    try:
        return isinstance(value, Real) and math.isfinite(value)
    except OverflowError:  # an integer that is too large for a float
        return False
