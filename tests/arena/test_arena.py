"""The core and Python play the same games, and the number of workers does not change them."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from sapper import (
    BEGINNER,
    EXPERT,
    INTERMEDIATE,
    Arena,
    Board,
    Decision,
    Rules,
    SapperError,
    View,
    _core,
    make,
)
from sapper.arena.arena import Results
from sapper.arena.batch import Batch, Games, play_batch
from sapper.arena.game_counts import COLUMNS
from sapper.arena.single_game import Start, count, play, play_board

EVERY_RULE = [
    BEGINNER,
    INTERMEDIATE,
    EXPERT,
    Rules(8, 8, 10, first_move="zero"),
    Rules(8, 8, 10, first_move="unsafe"),
    Rules(7, 5, 6, cascade=False),
    Rules(8, 8, 14, on_mine="continue"),
    Rules(6, 6, 5, won_by="open-or-flag", on_wrong_flag="lose"),
    Rules(1, 9, 2),
    Rules(4, 4, 0),
    Rules(3, 3, 8),
]


def assert_same(ours: Games, theirs: Games) -> None:
    assert (ours.agent, ours.index.tolist()) == (theirs.agent, theirs.index.tolist())
    for key in COLUMNS.keys() - {"seconds"}:
        np.testing.assert_array_equal(ours.columns[key], theirs.columns[key], err_msg=key)


@pytest.mark.parametrize("rules", EVERY_RULE, ids=str)
@pytest.mark.parametrize("start", [(0, 0), "agent"])
@pytest.mark.parametrize("name", _core.NATIVE_AGENTS)
def test_the_core_plays_the_same_games_as_the_agent(name: str, rules: Rules, start: Start) -> None:
    if rules.first_move == "zero" and start == (0, 0):
        start = (3, 4)
    games = 12 if rules == EXPERT else 40
    if name == "sapper-max":  # it is slow, because it runs thousands of rollouts before a guess
        games //= 6
    native = play_batch(Batch(name, rules, 11, 5, games, start))
    for i in range(games):
        won, steps, guesses, opened, hits, luck = count(play(make(name), rules, 11, 5 + i, start))
        found = {key: column[i] for key, column in native.columns.items()}
        assert (found["won"], found["steps"], found["guesses"]) == (won, steps, guesses), f"game {5 + i}"
        assert (found["opened"], found["hits"]) == (opened, hits)
        assert found["luck"] == pytest.approx(luck, abs=1e-9)


@pytest.mark.parametrize("start", [(0, 0), "agent"])
def test_the_core_plays_the_same_games_on_given_boards(start: Start) -> None:
    boards = tuple(Board.random(BEGINNER, 77, i, (i % 9, 4)) for i in range(30))
    native = play_batch(Batch("lowest-risk", BEGINNER, 3, 0, 30, start, boards))
    for i, board in enumerate(boards):
        record = play_board(make("lowest-risk"), board, 3, i, start)
        won, steps, guesses, *_ = count(record)
        assert [native.columns[key][i] for key in ("won", "steps", "guesses")] == [won, steps, guesses]


def test_the_number_of_workers_does_not_change_the_games() -> None:
    agents = ["lowest-risk", "random"]
    alone = Arena(BEGINNER, seed=4, workers=1).run(agents, 300)
    together = Arena(BEGINNER, seed=4, workers=2).run(agents, 300)
    assert list(alone.games) == list(together.games) == agents
    for name in agents:
        assert_same(alone.games[name], together.games[name])


def test_all_agents_play_the_same_boards() -> None:
    results = Arena(BEGINNER, seed=4, workers=1).run(["lowest-risk", "random"], 100)
    [pair] = results.pairs
    a, b = (results.games[name].columns["won"] for name in ("lowest-risk", "random"))
    assert (pair.a, pair.b, pair.games) == ("lowest-risk", "random", 100)
    assert (pair.only_a, pair.only_b) == (int((a & ~b).sum()), int((b & ~a).sum()))
    assert pair.p < 1e-6
    assert pair.low > 0.5


def test_a_summary_agrees_with_the_games() -> None:
    results = Arena(BEGINNER, seed=4, workers=1).run(["lowest-risk"], 200)
    [summary], columns = results.summaries, results.games["lowest-risk"].columns
    assert (summary.name, summary.games, summary.wins) == ("lowest-risk", 200, int(columns["won"].sum()))
    assert summary.low < summary.rate < summary.high
    assert summary.adjusted is not None
    assert summary.adjusted.high - summary.adjusted.low < summary.high - summary.low
    assert summary.opened == pytest.approx(columns["opened"].mean() / 71)
    assert summary.games_per_second == pytest.approx(200 / columns["seconds"].sum())


def test_agents_without_chances_have_no_luck_to_adjust_for() -> None:
    [summary] = Arena(BEGINNER, workers=1).run(["random"], 10).summaries
    assert summary.adjusted is None


def test_batches_cover_every_game_once_whatever_the_workers() -> None:
    for games in (1, 15, 16, 17, 1000, 54_321):
        plans = [Arena(BEGINNER, workers=w).plan(["lowest-risk", "random"], games) for w in (1, 7)]
        assert plans[0] == plans[1]
        for name in ("lowest-risk", "random"):
            indices = [i for b in plans[0] if b.name == name for i in range(b.first, b.first + b.count)]
            assert indices == list(range(games))


def test_batches_of_quick_agents_hold_enough_games_to_be_worth_sending() -> None:
    arena = Arena(BEGINNER, workers=1)
    assert [batch.count for batch in arena.plan(["random"], 4500)] == [1500] * 3
    assert [batch.count for batch in arena.plan(["random"], 200)] == [200]
    assert [batch.count for batch in arena.plan([make("tcd-dfs")], 40_000)] == [2500] * 16
    assert {batch.count for batch in arena.plan(["tcd-csp"], 4000)} == {250}


def test_interrupted_pairs_use_the_boards_both_played() -> None:
    parts = [
        play_batch(Batch("random", BEGINNER, 1, 4, 6)),
        play_batch(Batch("lowest-risk", BEGINNER, 1, 5, 10)),
        play_batch(Batch("lowest-risk", BEGINNER, 1, 0, 5)),
    ]
    results = Results(BEGINNER, parts, ["lowest-risk", "random"])
    assert results.games["lowest-risk"].index.tolist() == list(range(15))
    assert results.pairs[0].games == 6


class Broken:
    """An agent that raises an error in its second game."""

    name = "broken"
    games = 0

    def reset(self, rules: Rules, rng: np.random.Generator) -> None:
        self.games += 1

    def choose(self, view: View) -> Decision:
        if self.games > 1:
            raise RuntimeError("out of ideas")
        return Decision.give_up()


@pytest.mark.parametrize("workers", [1, 2])
def test_an_agent_that_fails_is_named_with_its_game(workers: int) -> None:
    with pytest.raises(SapperError, match=r"broken failed on game \d+ of seed 6: out of ideas"):
        Arena(BEGINNER, seed=6, workers=workers).run([Broken()], 16 * 3)


class Dies(Broken):
    """An agent that ends its process."""

    def choose(self, view: View) -> Decision:
        os._exit(1)


def test_a_worker_that_dies_is_reported() -> None:
    with pytest.raises(SapperError, match="a worker process died"):
        Arena(BEGINNER, workers=2).run([Dies()], 16)


def test_results_come_in_the_order_of_the_agents() -> None:
    results = Arena(BEGINNER, workers=1).run(["random", "lowest-risk"], 5)
    assert [summary.name for summary in results.summaries] == ["random", "lowest-risk"]
    assert (results.pairs[0].a, results.pairs[0].b) == ("random", "lowest-risk")


def test_an_agent_may_be_an_object() -> None:
    [summary] = Arena(BEGINNER, workers=2).run([Broken()], 16).summaries
    assert (summary.name, summary.games, summary.wins) == ("broken", 16, 0)


def test_a_script_without_a_guard_may_use_workers() -> None:
    script = (
        "from sapper import Arena, BEGINNER\n"
        "print(Arena(BEGINNER, workers=2).run(['random'], 64).summaries[0].games)\n"
    )
    done = subprocess.run([sys.executable, "-"], input=script, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("64\n", "")


@pytest.mark.parametrize("field", ["pass", "self.think = lambda view: view"], ids=["plain", "no pickle"])
def test_a_script_without_a_guard_may_define_its_own_agent(field: str) -> None:
    script = (
        "import sapper\n"
        "class Stops:\n"
        f"    def __init__(self): {field}\n"
        "    def reset(self, rules, rng): pass\n"
        "    def choose(self, view): return sapper.Decision.give_up()\n"
        "results = sapper.Arena(sapper.BEGINNER, workers=2).run(['random', Stops()], 32)\n"
        "print(*(summary.games for summary in results.summaries))\n"
    )
    done = subprocess.run([sys.executable, "-"], input=script, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("32 32\n", "")


def test_the_time_limit_reaches_the_agents_that_take_one() -> None:
    arena = Arena(Rules(6, 6, 8), seed=3, workers=2, think=0.002)
    batches = arena.plan(["sapper-strong", "sapper-max"], 24)
    assert [batch.count for batch in batches if batch.name == "sapper-max"] == [8, 8, 8]
    assert all(batch.think == 0.002 for batch in batches)
    counted = Arena(Rules(6, 6, 8), seed=3, workers=1).run(["sapper-strong", "sapper-max"], 24)
    timed = arena.run(["sapper-strong", "sapper-max"], 24)
    assert_same(timed.games["sapper-strong"], counted.games["sapper-strong"])
    assert len(timed.games["sapper-max"]) == 24
    # The recorded time of a game includes the time limit of its guesses.
    slow = Arena(BEGINNER, seed=3, workers=1, think=0.2)
    [games] = list(slow.play(slow.plan(["sapper-max"], 3)))
    assert games.columns["seconds"].sum() > 0.2
    boards = [Board.random(BEGINNER, 3, index) for index in range(3)]
    given = Arena(BEGINNER, seed=3, boards=boards, workers=1, think=0.2)
    [games] = list(given.play(given.plan(["sapper-max"], 3)))
    assert games.columns["seconds"].sum() > 0.2


def test_a_time_limit_that_no_agent_takes_is_refused() -> None:
    arena = Arena(BEGINNER, think=1.0)
    with pytest.raises(ValueError, match="only sapper-max can be given time to think, not pseq and random"):
        arena.plan(["pseq", "random"], 1)
    with pytest.raises(ValueError, match="only sapper-max can be given time to think, not sapper-max"):
        arena.plan([make("sapper-max")], 1)  # an agent given as an object has its own time limit
    wrong: tuple[Any, ...] = (0, -1.0, float("nan"), float("inf"), "long")
    for think in wrong:
        with pytest.raises(ValueError, match="the time to think must be a number of seconds above 0"):
            Arena(BEGINNER, think=think).plan(["sapper-max"], 1)


def test_bad_arenas_are_refused_before_the_first_game() -> None:
    arena: Any = Arena
    for wrong, message in (
        ({"seed": -1}, "seed must be between 0"),
        ({"start": (9, 0)}, "outside the 9x9 board"),
        ({"start": "top"}, "a cell is a pair"),
        ({"boards": [Board.random(EXPERT, 0)]}, "board 0 has other rules"),
        ({"workers": 1.5}, "workers must be a whole number"),
    ):
        with pytest.raises(ValueError, match=message):
            arena(BEGINNER, **wrong)
    with pytest.raises(ValueError, match="needs Rules"):
        arena("beginner")


@pytest.mark.parametrize(
    ("agents", "games", "message"),
    [
        ([], 1, "at least one agent"),
        (["random", "random"], 1, "twice"),
        (["random"], 0, "at least 1"),
        (["rndom"], 1, "did you mean random"),
    ],
)
def test_bad_plans_are_refused_before_the_first_game(agents: list[str], games: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Arena(BEGINNER).plan(agents, games)


def test_more_games_than_boards_are_refused() -> None:
    arena = Arena(BEGINNER, boards=[Board.random(BEGINNER, 0)])
    with pytest.raises(ValueError, match="2 games cannot be played on 1 board: each"):
        arena.plan(["random"], 2)
    with pytest.raises(ValueError, match="workers"):
        Arena(BEGINNER, workers=0)
