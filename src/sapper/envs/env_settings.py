"""What an environment is told: every argument in one place, for one game and for many."""

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
"""In all the games of one environment: a few bytes of memory for each."""


@dataclass(frozen=True)
class Settings:
    """The arguments that `gymnasium.make` and `gymnasium.make_vec` pass on, as in docs/environment.md.

    A switch of the rules that is left at None is the level's own.
    """

    level: str | Rules = "beginner"
    """``beginner``, ``intermediate``, ``expert``, ``"RxC/M"``, or `Rules`."""
    first_move: str | None = None
    """What the first opened cell promises: ``safe``, ``zero`` or ``unsafe``."""
    cascade: bool | None = None
    """Whether opening a zero opens its neighbours too."""
    on_mine: str | None = None
    """``lose``, or ``continue``."""
    on_wrong_flag: str | None = None
    """``ignore``, or ``lose``."""
    won_by: str | None = None
    """``open``, or ``open-or-flag``."""
    start: Cell | Literal["agent"] = "agent"
    """The cell that `reset` opens, or ``agent``: the first action chooses it."""
    flags: bool = False
    """Whether a second set of actions puts and takes flags."""
    observation: str = "numbers"
    """``numbers``, ``one-hot``, ``numbers+risk`` or ``one-hot+risk``."""
    reward: str | RewardFunction = "progress"
    """``win``, ``progress``, ``mehta``, ``risk-aware``, or a function of a `Transition`."""
    on_repeat: Literal["ignore", "error"] = "ignore"
    """What an action that would do nothing is."""
    repeat_penalty: float = 0.0
    """What an action that does nothing costs, beside what the reward says."""
    max_episode_steps: int | None = None
    """Truncate games after so many steps; None: never."""

    def __post_init__(self) -> None:
        self.rules  # noqa: B018 - impossible rules are refused here
        if isinstance(self.start, tuple | list | np.ndarray):
            # One form for all, so that settings can be compared.
            object.__setattr__(self, "start", divmod(self.rules.index(self.start), self.rules.cols))
        elif self.start != "agent":
            raise ValueError(f"start must be a cell (row, col) or 'agent', not {self.start!r}")
        if not isinstance(self.flags, bool):
            raise ValueError(f"flags must be True or False, not {self.flags!r}")
        _choose("observation", self.observation, OBSERVATIONS)
        _choose("on_repeat", self.on_repeat, ("ignore", "error"))
        if not callable(self.reward):
            _choose("reward", self.reward, tuple(REWARDS), " or a function of a Transition")
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
        """What makes observations."""
        return Observer(self.observation, self.rules, self.flags)

    @cached_property
    def actions(self) -> int:
        """How many actions there are."""
        return self.rules.cells * (2 if self.flags else 1)

    def action_space(self) -> spaces.Discrete:
        """A cell to open, counted row by row; with flags, beyond them a cell to flag."""
        return spaces.Discrete(self.actions)

    def fleet(self, games: int, autoreset: str, threads: int, saved: bytes | None = None) -> _core.Fleet:
        """The games themselves, in the core; as they were `saved`, or none begun."""
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


def stream_of(seed: int) -> int:
    """The stream of boards of a seed: itself or, where it is too large for one, one drawn from it.

    Raises:
        gymnasium.error.Error: it is no seed.
    """
    if isinstance(seed, int | np.integer) and 0 <= seed < 2**64:
        return int(seed)
    return any_stream(seeding.np_random(seed)[0])


def any_stream(generator: np.random.Generator) -> int:
    """A stream drawn at random."""
    return int(generator.integers(2**64, dtype=np.uint64))


def check_render_mode(mode: object) -> None:
    """Refuse a render mode that is none."""
    if mode is not None:
        _choose("render_mode", mode, RENDER_MODES, " or None")


def _choose(name: str, value: object, choices: tuple[str, ...], more: str = "") -> None:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be {', '.join(map(repr, choices))}{more}, not {value!r}")


def _is_finite(value: object) -> bool:
    try:
        return isinstance(value, Real) and math.isfinite(value)
    except OverflowError:  # a whole number beyond any float
        return False
