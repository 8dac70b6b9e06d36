"""StuckPosition positions, the network that judges them, and the hybrid of both."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
import torch

from sapper import Rules, View, make, play
from sapper.learn.playing.aua_csp_dqn import ASKED
from sapper.learn.training.learner import Setup
from sapper.learn.playing.aua_windows import EDGE, candidates, window_at
from sapper.learn.training.stuck_positions import positions
from sapper.learn.training.window_dqn_learner import DQNRecipe, WindowDQNLearner, local_risk

VIEW = View.parse("""\
mines 3
1??
2F?
???
""")


def test_a_window_shows_flags_and_the_edge() -> None:
    window = window_at(VIEW, (0, 1))
    assert window[2:5, 1:4].tolist() == [[1, -2, -2], [2, -1, -2], [-2, -2, -2]]
    assert (window[:2] == EDGE).all()
    assert (window[:, 0] == EDGE).all()


def test_cells_with_three_known_neighbours_are_judged_else_those_with_most() -> None:
    assert candidates(VIEW) == [(0, 1)]  # 1, 2 and the flag
    assert candidates(View.parse("1??/???/??? 1")) == [(0, 1), (1, 0), (1, 1)]
    assert len(candidates(View.parse("???/???/??? 1"))) == 9


def test_positions_are_undecided_and_repeat_with_their_seed() -> None:
    first, again = (list(islice(positions(3), 40)) for _ in range(2))
    for a, b in zip(first, again, strict=True):
        assert np.array_equal(a.window, b.window)
        assert a.window[2, 2] == -2
        assert a.mine == (a.true_window[2, 2] == -1)
        shown = a.window >= 0
        assert np.array_equal(a.window[shown], a.true_window[shown])
    assert 0 < sum(each.mine for each in first) < 40


def test_the_network_learns_to_decide() -> None:
    torch.manual_seed(0)
    stuck = list(islice(positions(1), 60))
    plan = DQNRecipe(rate=0.002, decay=0.98, planes=True)
    learner = WindowDQNLearner("dqn", plan, Setup(torch.device("cpu")), (stuck[i % 60] for i in range(10**6)))
    for _ in range(300):
        learner.step(0.0)
    learner.tally()
    for _ in range(60):
        learner.step(0.0)
    last = learner.tally()
    assert (
        last.wins / last.games > 0.8
    )  # it has seen these positions before: a coin would be right half the time


def test_every_plan_for_the_future_takes_a_step() -> None:
    for plan in (
        DQNRecipe(all_cells=True),
        DQNRecipe(planes=True, all_cells=True),
        DQNRecipe(heuristic=True),
        DQNRecipe(both=True),
        DQNRecipe(pretrain=2),
    ):
        supply = positions(2)
        learner = WindowDQNLearner("dqn", plan, Setup(torch.device("cpu")), supply)
        assert learner.step(0.0).isfinite()


def test_the_rule_of_thumb_is_mines_left_to_cells_left() -> None:
    window = torch.full((5, 5), -2, dtype=torch.int8)
    assert local_risk(window[None]).tolist() == [0.5]  # no number beside the cell
    window[1, 1] = 2  # seven covered cells beside it, and a flag
    window[0, 0] = -1
    assert local_risk(window[None]).tolist() == pytest.approx([1 / 7])
    window[3, 3] = 4  # eight covered cells beside it
    assert local_risk(window[None]).tolist() == pytest.approx([(1 / 7 + 1 / 2) / 2])


def test_a_broken_off_training_goes_on_as_if_it_had_not_been() -> None:
    def learner() -> WindowDQNLearner:
        torch.manual_seed(4)
        return WindowDQNLearner("dqn", DQNRecipe(pretrain=1, at_once=2), Setup(torch.device("cpu"), seed=4))

    whole, broken, resumed = learner(), learner(), learner()
    losses = [float(whole.step(0.0)) for _ in range(12)]
    assert [float(broken.step(0.0)) for _ in range(7)] == losses[:7]
    resumed.load(broken.state())
    assert [float(resumed.step(0.0)) for _ in range(5)] == losses[7:]
    assert resumed.epsilon == whole.epsilon < 1


def test_the_hybrid_flags_only_where_a_wrong_flag_loses() -> None:
    both = Rules(9, 9, 10, on_wrong_flag="lose", won_by="open-or-flag")
    opening = Rules(9, 9, 10)
    asked = {"open": 0, "flag": 0}
    for rules in (both, opening):
        for index in range(12):
            for move in play(make("aua-csp-dqn"), rules, 5, index).moves:
                if move.by == ASKED:
                    asked[move.do] += 1
                    assert not move.certain
                    assert rules is both or move.do == "open"
    assert asked["open"] > 0
