"""Measure environment steps per second on one core, for one game, many games, and Jumanji's Minesweeper.

Every environment plays at random. The actions are drawn uniformly over all cells, including open ones,
before the clock starts. A new board begins when a game ends. Only steps that carry out an action count.
Steps that merely begin a new game, as in the autoreset mode NextStep, take time but are not counted. Rates
are steps per second of processor time on one core: the median of several rounds in which the environments
take turns.

- ``make`` is one game from `gymnasium.make`, and ``single`` is the same without Gymnasium's wrappers.
  ``empty`` is an environment that does nothing, in the same wrappers as ``make``. The difference between
  ``make`` and ``empty`` is the cost of our step;
- ``vector`` is `gymnasium.make_vec` with copies of observations and masks, ``shared`` is the same with
  ``copy=False``, and ``same-step`` uses the autoreset mode of that name;
- ``jumanji`` makes one compiled step of a batch of games per call. ``looped`` is its fastest form: a loop of
  64 steps and the choice of actions compiled together. Its game has no cascade and promises nothing about the
  first cell. It is measured if it is installed (`pip install jumanji`), but Sapper does not depend on it.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import sapper.envs
from sapper import Rules

LEVELS = {"9x9": "9x9/10", "16x30": "16x30/99"}
BEFOREHAND = 64  # number of steps whose actions are drawn before the clock starts

Runner = Callable[[int], int]
"""Makes the given number of calls, and returns the number of steps."""


@dataclass(frozen=True)
class Row:
    """The speed of one environment on one board."""

    board: str
    name: str
    games: int
    steps_a_second: float

    @property
    def microseconds(self) -> float:
        return 1e6 / self.steps_a_second


class Empty(gymnasium.Env[np.ndarray[Any, Any], np.int64]):
    """An environment that does nothing, with the spaces of a board."""

    def __init__(self, level: str) -> None:
        settings = sapper.envs.Settings(level=level)
        self.action_space, self.observation_space = settings.action_space(), settings.observer.space
        self.shown = self.observation_space.sample()

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        return self.shown.copy(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        return self.shown.copy(), 0.0, False, False, {}


def one_game(env: gymnasium.Env[Any, Any]) -> Runner:
    actions = np.random.default_rng(1).integers(env.action_space.n, size=4096).tolist()  # type: ignore[attr-defined]
    env.reset(seed=1)

    def run(calls: int) -> int:
        for call in range(calls):
            _, _, terminated, truncated, _ = env.step(actions[call % 4096])
            if terminated or truncated:
                env.reset()
        return calls

    return run


def many_games(level: str, games: int, **arguments: Any) -> Runner:
    env = gymnasium.make_vec(sapper.envs.ID, num_envs=games, level=level, **arguments)
    cells = Rules.parse(level).cells
    actions = np.random.default_rng(1).integers(cells, size=(BEFOREHAND, games))
    env.reset(seed=1)
    begins_anew = arguments.get("autoreset_mode") != "SameStep"

    def run(calls: int) -> int:
        steps = calls * games
        for call in range(calls):
            _, _, terminated, _, _ = env.step(actions[call % BEFOREHAND])
            if begins_anew:
                steps -= int(np.count_nonzero(terminated))
        return steps

    return run


def jumanji_games(level: str, games: int, loop: bool) -> Runner:
    import jax
    import jax.numpy as jnp
    from jumanji.environments.logic.minesweeper.env import Minesweeper
    from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
    from jumanji.wrappers import VmapAutoResetWrapper

    rules = Rules.parse(level)
    generator = UniformSamplingGenerator(num_rows=rules.rows, num_cols=rules.cols, num_mines=rules.mines)
    env = VmapAutoResetWrapper(Minesweeper(generator=generator))
    state, _ = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(1), games))
    size = jnp.array([rules.rows, rules.cols])

    def choose(key: Any) -> Any:
        return jax.random.randint(key, (games, 2), 0, size)

    def loop_of_steps(state: Any, key: Any) -> Any:
        def body(state: Any, key: Any) -> Any:
            state, timestep = env.step(state, choose(key))
            return state, timestep.reward

        return jax.lax.scan(body, state, jax.random.split(key, BEFOREHAND))

    one, several = jax.jit(env.step), jax.jit(loop_of_steps)
    actions = [choose(key) for key in jax.random.split(jax.random.PRNGKey(2), BEFOREHAND)]
    keys = jax.random.split(jax.random.PRNGKey(3), BEFOREHAND)

    def run(calls: int) -> int:
        nonlocal state
        for call in range(calls):
            if loop:
                state, rewards = several(state, keys[call % BEFOREHAND])
                rewards.block_until_ready()
            else:
                state, timestep = one(state, actions[call % BEFOREHAND])
                timestep.observation.board.block_until_ready()
        return calls * games * (BEFOREHAND if loop else 1)

    run(1)  # compiles
    return run


def runners(board: str, games: int) -> Iterator[tuple[str, int, Runner, int]]:
    """Yield the name, number of games, runner and calls per round of every environment."""
    level = LEVELS[board]
    sapper_env = gymnasium.make(sapper.envs.ID, level=level)
    wrapped = gymnasium.wrappers.OrderEnforcing(gymnasium.wrappers.PassiveEnvChecker(Empty(level)))
    yield "empty", 1, one_game(wrapped), 20_000
    yield "make", 1, one_game(sapper_env), 20_000
    yield "single", 1, one_game(sapper_env.unwrapped), 20_000
    yield "vector", games, many_games(level, games), 200
    yield "vector, shared", games, many_games(level, games, copy=False), 200
    yield "vector, same-step", games, many_games(level, games, autoreset_mode="SameStep"), 200
    if find_spec("jumanji"):
        yield "jumanji", games, jumanji_games(level, games, loop=False), 3
        yield "jumanji, looped", games, jumanji_games(level, games, loop=True), 1


def measure(board: str, games: int, rounds: int) -> list[Row]:
    found = list(runners(board, games))
    rates: dict[str, list[float]] = {name: [] for name, *_ in found}
    for turn in range(rounds + 1):
        for name, _, run, calls in found:
            begin = process_time()
            steps = run(calls)
            seconds = process_time() - begin
            if turn:  # the first round warms up
                rates[name].append(steps / seconds)
    return [Row(board, name, count, median(rates[name])) for name, count, *_ in found]


def stay_on_one_core() -> None:
    """Pin this process to one core. Call this before threads start, so that they inherit it."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1024, help="games at once (default 1024)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--board", choices=LEVELS, help="one board only")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    arguments = parser.parse_args()
    if min(arguments.games, arguments.rounds) < 1:
        parser.error("at least one game and one round, please")
    stay_on_one_core()
    boards = [arguments.board] if arguments.board else list(LEVELS)
    rows = [row for board in boards for row in measure(board, arguments.games, arguments.rounds)]
    rate = {(row.board, row.name): row.steps_a_second for row in rows}
    ratios: dict[str, float | None] = {}
    for board in boards:
        peers = [value for (where, name), value in rate.items() if where == board and "jumanji" in name]
        ratios[board] = rate[board, "vector"] / max(peers) if peers else None
    if arguments.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], "ratio": ratios}, indent=1))
        return
    print(f"{'board':<8}{'environment':<20}{'games':>6}{'steps/s':>14}{'us per step':>12}")
    for row in rows:
        print(
            f"{row.board:<8}{row.name:<20}{row.games:>6}{row.steps_a_second:>14,.0f}{row.microseconds:>12.3f}"
        )
    for board in boards:
        empty, whole = rate[board, "empty"], rate[board, "make"]
        cost = 1e6 / whole - 1e6 / empty
        print(f"{board}: a step of one game costs {cost:.1f} us more than a step of an empty environment")
        ratio = ratios[board]
        if ratio is None:
            print(f"{board}: Jumanji is not installed and was not measured (pip install jumanji)")
        else:
            print(f"{board}: vector is {ratio:.0f} times as fast as the faster form of Jumanji")


if __name__ == "__main__":
    main()
