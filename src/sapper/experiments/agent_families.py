"""Agents grouped into families, so that each figure shows few enough series to tell apart."""

from __future__ import annotations

from sapper.agents.registry import AGENTS

IN_A_FIGURE = 8
"""The most series in one figure: there are eight colours."""


def families(agents: list[str]) -> dict[str, list[str]]:
    """Group agents by their paper, with at most `IN_A_FIGURE` agents in each group.

    >>> found = families([f"cnn-{number}" for number in (0, 1, 3, 4, 8, 10, 11, 14, 18, 19)])
    >>> {family: len(members) for family, members in found.items()}
    {'sajjad2022': 8, 'sajjad2022-2': 2}
    """
    found: dict[str, list[str]] = {}
    for agent in agents:
        paper = AGENTS[agent].paper if agent in AGENTS else None
        found.setdefault(paper or "sapper", []).append(agent)
    small = [family for family, members in found.items() if len(members) < 3 and family != "sapper"]
    for family in small:  # papers with one or two agents join our own
        found.setdefault("sapper", []).extend(found.pop(family))
    parts: dict[str, list[str]] = {}
    for family, members in found.items():
        for at in range(0, len(members), IN_A_FIGURE):
            number = at // IN_A_FIGURE + 1
            parts[family if number == 1 else f"{family}-{number}"] = members[at : at + IN_A_FIGURE]
    return parts
