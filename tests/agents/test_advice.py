"""best_move and native agents: their choices, their reasons and their errors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sapper import (
    AGENTS,
    BEGINNER,
    InconsistentView,
    Rules,
    View,
    _core,
    analyse,
    best_move,
    check_agent,
    make,
    play,
)
from sapper.agents import native
from sapper.agents.advice import STRENGTHS, advise
from sapper.agents.native import NativeAgent
from tests.agents.test_reason import Made
from tests.solver import views


def test_every_strength_is_a_native_agent() -> None:
    assert list(STRENGTHS) == ["fast", "strong", "max"]
    assert set(STRENGTHS.values()) <= set(_core.NATIVE_AGENTS) & set(AGENTS)


def test_certain_moves_carry_their_proof() -> None:
    best = best_move(View.parse("11211/?????/????? 4"))
    assert (best.opens, best.certain, best.risk) == (((1, 0),), True, 0.0)
    assert best.reason.startswith("certain: the 1 at ")
    assert best.reason.endswith("leave no mine here; 2 other cells are certain too")


@pytest.mark.parametrize("strength", [*STRENGTHS, "lowest-risk"])
def test_moves_keep_the_contract_and_do_not_change(strength: str) -> None:
    rng = np.random.default_rng(4)
    guesses = 0
    for _ in range(100):
        view = views.played(rng, "safe", cascade=True)
        analysis = analyse(view)
        best = best_move(view, strength)
        assert best == best_move(view, strength)
        if best.gives_up:
            assert not np.any(analysis.risk < 1)
            continue
        (cell,) = best.opens
        assert best.certain == bool(analysis.safe)
        assert best.risk == analysis.risk[cell] < 1
        assert best.reason
        guesses += best.is_guess
    assert guesses > 10


def test_any_agent_gives_advice() -> None:
    view = View.parse("1??/??? 2")
    best = best_move(view, "random")
    assert best == best_move(view, "random")
    assert best.opens[0] in view.covered
    assert (best.reason, best.risk) == ("any covered cell", None)
    assert best_move(View.parse("*2?/??? 2"), "random").opens  # also in a view with a hit mine


@pytest.mark.parametrize("strength", ["weak", "", None, 3, ["fast"]])
def test_no_other_strengths(strength: Any) -> None:
    with pytest.raises(ValueError, match=r"a strength is fast, strong, max or an agent's name, not "):
        best_move(View.parse("1? 1"), strength)


def test_impossible_views_and_finished_games() -> None:
    with pytest.raises(InconsistentView):
        best_move(View.parse("03??/???? 3"))
    for text in ("1F/11 1", "11/?1 1", "0 0"):
        for strength in ("strong", "random"):
            assert best_move(View.parse(text), strength).gives_up


def test_trusted_flags_are_mines_to_the_agent_too() -> None:
    view = View.parse("F2??/???? 4")
    trusted = advise(view, analyse(view, trust_flags=True), trust_flags=True)
    assert trusted.opens[0] != (0, 0)
    hit = View.parse("*2??/???? 4")
    assert (trusted.opens, trusted.risk) == (best_move(hit).opens, best_move(hit).risk)
    certain = View.parse("F1?? 2")
    assert "flags trusted" in advise(certain, analyse(certain, trust_flags=True), trust_flags=True).reason


@pytest.mark.parametrize(
    "name", ["aua-csp-dqn", "resnet-small", "tabular-q", "tcd-qlearning", "random", "pseq"]
)
def test_flags_that_are_not_trusted_change_no_advice(name: str) -> None:
    best = best_move(View.parse("1FF/FFF/FFF 2"), name)
    assert best == best_move(View.parse("1??/???/??? 2"), name)
    assert best.opens


def test_what_the_core_knows_reaches_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    rivals = (((0, 1), 1 / 3, 0.25), ((1, 2), 0.2, 0.5))
    choice = Made("endgame", ((0, 2), (1, 2)), risk=0.2, win=0.5, win_exact=True, rivals=rivals)
    monkeypatch.setattr(native, "native_choice", lambda *_: choice)
    agent = NativeAgent("lowest-risk")
    drawn = set()
    for seed in range(20):
        agent.reset(Rules(3, 3, 2), np.random.default_rng(seed))
        best = agent.choose(View.parse("1??/???/??? 2"))
        assert (best.win, best.win_exact) == (0.5, True)
        other = (1, 2) if best.opens[0] == (0, 2) else (0, 2)
        assert best.reason == f"20.0% risk; wins 50.0% with best play (exact); as good as {other}"
        drawn.add(best.opens[0])
    assert drawn == {(0, 2), (1, 2)}


def test_a_native_agent_plays_the_games_of_the_core() -> None:
    agent, readable = NativeAgent("lowest-risk"), make("lowest-risk")
    check_agent(agent, games=2)
    games = _core.play_games("lowest-risk", BEGINNER.native, 3, 0, 12, 0, 1)
    for index in range(12):
        record, same = play(agent, BEGINNER, 3, index), play(readable, BEGINNER, 3, index)
        assert [move.cell for move in record.moves] == [move.cell for move in same.moves]
        assert (record.result == "won") == games["won"][index]
    agent.reset(BEGINNER, np.random.default_rng(1))
    assert agent.choose(View.parse("11211/?????/????? 4")).reason.startswith("certain: the ")
    assert math.isclose(agent.choose(View.parse("1??/???/??? 2")).risk or 0, 0.2)


def test_a_native_agent_of_another_name() -> None:
    with pytest.raises(ValueError, match="no native agent is called 'random'; there are lowest-risk"):
        NativeAgent("random")
    with pytest.raises(ValueError, match="no native agent is called ''"):
        NativeAgent()
