"""Agents: players that see a view and answer with a decision.

The files in reading order:

- ``base``: what a decision is, and what an agent must be able to do.
- ``registry``: all agents by name; ``agents.toml`` lists those of this package.
- ``turn``: carrying out a decision in a game.
- ``checks``: the contract that every agent keeps.
- ``tie_break``: the random choice among equally good cells.
- ``random_play``, ``lowest_risk``: the simplest agents.
- ``native``: the agents that are written in C++; ``pseq`` is one of them.
- ``composed``, ``enumerating``: base classes for agents made of deduction steps.
- ``papers``: the agents of the papers, one file per paper.
- ``reason``: the sentence that explains a choice.
- ``first_move``: what the rules promise before any cell is open.
- ``advice``: the recommended move in a position (`best_move`).
- ``outlook``: the probability of winning after each of several moves.
"""

from __future__ import annotations

from sapper.agents.advice import STRENGTHS, advise, best_move
from sapper.agents.base import TIME_OUT, Agent, Decision, NeedsReset, NotReset
from sapper.agents.checks import BrokenContract, check_agent, check_decision
from sapper.agents.composed import Composed
from sapper.agents.enumerating import Enumerating
from sapper.agents.native import NativeAgent, SapperFast, SapperMax, SapperStrong
from sapper.agents.outlook import EFFORTS, Effort, Opens, Outlook, Value, compare, value_of
from sapper.agents.registry import AGENTS, AgentInfo, make
from sapper.agents.turn import IllegalDecision, carry_out, stream

__all__ = [
    "AGENTS",
    "EFFORTS",
    "STRENGTHS",
    "TIME_OUT",
    "Agent",
    "AgentInfo",
    "BrokenContract",
    "Composed",
    "Decision",
    "Effort",
    "Enumerating",
    "IllegalDecision",
    "NativeAgent",
    "NeedsReset",
    "NotReset",
    "Opens",
    "Outlook",
    "SapperFast",
    "SapperMax",
    "SapperStrong",
    "Value",
    "advise",
    "best_move",
    "carry_out",
    "check_agent",
    "check_decision",
    "compare",
    "make",
    "stream",
    "value_of",
]
