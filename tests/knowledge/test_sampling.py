"""Sampling: random solutions satisfy the constraints, and their weights estimate the exact risks."""

from __future__ import annotations

import numpy as np

from sapper import View, analyse
from sapper.knowledge.knowledge import Knowledge
from sapper.knowledge.sampling import Sampler, connected, sampled_risks


def test_samples_are_solutions_and_estimate_the_exact_risks() -> None:
    view = View.parse("1?2?1/?????/?????/2?3?1 7")
    knowledge = Knowledge.of(view)
    constraints = knowledge.constraints
    for part in connected(constraints):
        sampler = Sampler(part, np.random.default_rng(1))
        for _ in range(50):
            drawn = sampler.draw()
            assert drawn is not None
            assert all(sum(cell in drawn[0] for cell in each.cells) == each.mines for each in part)
    risks = sampled_risks(knowledge, 4000, np.random.default_rng(2))
    exact = analyse(view)
    assert list(risks) == knowledge.unknown
    assert max(abs(risk - exact.risk[cell]) for cell, risk in risks.items()) < 0.05


def test_constraints_are_connected_by_the_cells_they_share() -> None:
    knowledge = Knowledge.of(View.parse("1??????1/????????/???1???? 5"))
    assert sorted(len(part) for part in connected(knowledge.constraints)) == [1, 1, 1]
    assert [len(part) for part in connected(Knowledge.of(View.parse("11?/??? 1")).constraints)] == [2]
