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
