"""The agent of tang2018: it samples solutions only beyond its limit."""

from __future__ import annotations

from sapper import EXPERT, Rules, play
from sapper.agents.papers.tang2018 import TangSampling


def test_tang_samples_only_beyond_its_limit() -> None:
    few, many = TangSampling(limit=0, samples=20), TangSampling()
    rules = Rules(7, 7, 9)
    by = [
        {move.by for index in range(10) for move in play(agent, rules, 2, index).moves}
        for agent in (few, many)
    ]
    assert "sampling" in by[0]
    assert "sampling" not in by[1]
    assert play(few, EXPERT, 2, 3) == play(few, EXPERT, 2, 3)
