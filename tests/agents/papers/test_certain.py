"""Certain decisions of the papers' agents are proven, in whole games of every level.

These tests play a few games. `python scripts/certain.py --games 1000` plays 1,000 games of each agent.
"""

from __future__ import annotations

import pytest

from sapper import Rules, check_agent, make
from sapper.agents.registry import shipped
from scripts.certain import RULES, check_game

NAMES = [info.name for info in shipped() if ".papers." in info.target and info.name != "tabular-q"]
"""All agents of the papers except tabular-q, which must train first and never calls a cell certain."""

NEVER_CERTAIN = {"tcd-dfs", "tcd-qlearning", "tcd-qlearning-ties", "pgms-csp-twice"}
"""Agents that call no cell certain."""


@pytest.mark.parametrize("name", NAMES)
def test_certain_is_never_wrong(name: str) -> None:
    agent = make(name)
    checked = [check_game(agent, rules, 4, index) for rules in RULES for index in range(2)]
    assert sum(decisions for decisions, _ in checked) > 0 or name in NEVER_CERTAIN


ODD = (
    Rules(6, 6, 12, first_move="unsafe", on_mine="continue"),
    Rules(2, 2, 4, first_move="unsafe", on_mine="continue"),
    Rules(4, 4, 15, cascade=False, won_by="open-or-flag"),
    Rules(1, 9, 4, cascade=False, on_wrong_flag="lose"),
    Rules(3, 3, 0),
)
"""Unusual boards: a start that may hit a mine, only mines, one free cell, one row, and no mines."""


@pytest.mark.parametrize("name", NAMES)
def test_odd_boards_are_played_to_their_end(name: str) -> None:
    check_agent(make(name), ODD, games=3)
