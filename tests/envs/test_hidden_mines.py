"""The values that environments return give no access to covered mines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sapper import Board, Game, _core
from sapper.envs.observation import OBSERVATIONS
from tests.envs.sample_envs import single, vector

PLAIN = (int, float, str, bytes, bool, type(None), type, np.generic, np.dtype)


def reachable(root: Any) -> Iterator[Any]:
    """Yield all objects reachable through attributes, items and array bases, except methods and classes."""
    seen: set[int] = set()
    kept: list[Any] = []  # keeps objects alive, so that no id is used twice
    todo = [root]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, PLAIN) or callable(thing):
            continue
        seen.add(id(thing))
        kept.append(thing)
        yield thing
        if isinstance(thing, dict):
            todo += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set):
            todo += thing
        elif isinstance(thing, np.ndarray):
            todo.append(thing.base)
            if thing.dtype == object:
                todo += thing.tolist()
        else:
            names = [name for name in dir(thing) if not name.startswith("__")]
            todo += [getattr(thing, name, None) for name in names]


def leaks(returned: Any, mines: np.ndarray[Any, np.dtype[np.bool_]]) -> list[Any]:
    """Return the reachable objects that contain the covered mines: boards, games, or arrays of the mines."""
    found: list[Any] = []
    for thing in reachable(returned):
        if isinstance(thing, Board | Game | _core.Board | _core.Game):
            found.append(thing)
        if isinstance(thing, np.ndarray) and thing.dtype.kind in "biuf" and thing.size % mines.size == 0:
            for plane in thing.reshape(-1, *mines.shape):
                same = [np.array_equal(plane == value, mines) for value in np.unique(plane[mines])]
                if any(same):
                    found.append(plane)
    return found


@pytest.mark.parametrize("observation", ["numbers", "one-hot"])
def test_no_covered_mine_is_reachable_in_one_game(observation: str) -> None:
    env, seed = single(level="beginner", observation=observation), 3
    rng = np.random.default_rng(1)
    for index in range(20):
        returned: Any = env.reset(seed=None if index else seed)
        action = int(rng.integers(81))
        mines = Board.random(env.settings.rules, seed, index, divmod(action, 9)).mine_array
        over = False
        while not over:
            assert not leaks(returned, mines)
            returned = env.step(action)
            over = returned[2]
            action = int(rng.choice(np.flatnonzero(env.view.numbers == -2)))
        if not returned[4]["won"]:  # in a won game exactly the mines are covered
            assert not leaks(returned, mines)


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_no_covered_mine_is_reachable_in_many_games(copy: bool, mode: str) -> None:
    env, seed, games = vector(3, level="beginner", copy=copy, autoreset_mode=mode), 5, 3
    rng = np.random.default_rng(1)
    env.reset(seed=seed)
    boards: list[Board | None] = [None] * games
    index = [0] * games
    ended = 0
    for _ in range(25):
        actions = rng.integers(81, size=games)
        fresh = [(env.views[i].numbers == -2).all() for i in range(games)]
        returned = env.step(actions)
        for i in range(games):
            if fresh[i]:
                start = divmod(int(actions[i]), 9)
                boards[i] = Board.random(env.settings.rules, seed + i, index[i], start)
            board = boards[i]
            if board is not None and not returned[4]["won"][i]:
                assert not leaks(returned, board.mine_array)
            if returned[2][i]:
                boards[i], index[i], ended = None, index[i] + 1, ended + 1
    assert ended > games


def test_the_search_finds_mines_that_are_reachable() -> None:
    board = Board.random(single(level="beginner").settings.rules, 1)
    mines = board.mine_array
    assert leaks({"info": [board]}, mines)
    assert leaks({"info": np.stack([np.zeros((9, 9)), mines * 3.0])}, mines)
    assert leaks(np.array([{"hidden": board.numbers}], dtype=object), mines)
    assert leaks(board.numbers[:5].base if board.numbers[:5].base is not None else board.numbers, mines)


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_layouts_with_equal_views_give_equal_observations(observation: str) -> None:
    """Layouts that agree on the opened cells give equal observations, masks, rewards and infos."""
    env = single(level="6x6/6", observation=observation, reward="risk-aware")
    seen: dict[str, Any] = {}
    for _ in range(400):
        env.reset(seed=None if seen else 1)
        returned = env.step(14)
        key = str(env.view)
        before = seen.setdefault(key, returned)
        assert np.array_equal(before[0], returned[0])
        assert before[1:4] == returned[1:4]
        assert np.array_equal(before[4]["action_mask"], returned[4]["action_mask"])
    assert len(seen) < 200, "views must repeat for the comparison to mean anything"
