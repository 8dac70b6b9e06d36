"""What a shell offers while a user types: names of agents, levels, experiments and learners."""

from __future__ import annotations

from collections.abc import Iterable


def agent_names(incomplete: str) -> list[str]:
    """The agents whose names begin with a text."""
    from sapper.agents.registry import AGENTS

    return _beginning(incomplete, AGENTS)


def level_names(incomplete: str) -> list[str]:
    """The levels whose names begin with a text."""
    from sapper.game.rules import PRESETS

    return _beginning(incomplete, PRESETS)


def experiment_names(incomplete: str) -> list[str]:
    """The papers whose names begin with a text, and behind a paper its experiments."""
    from sapper.experiments.experiment_list import CATALOGUE

    papers = _beginning(incomplete, ["all", *CATALOGUE])
    if "/" not in incomplete and incomplete not in CATALOGUE:
        return papers
    experiments = [each.name for found in CATALOGUE.values() for each in found]
    return papers + [name for name in _beginning(incomplete, experiments) if name not in papers]


def learner_names(incomplete: str) -> list[str]:
    """The learners whose names begin with a text."""
    from sapper.learn.training.learner_registry import LEARNERS

    return _beginning(incomplete, [*LEARNERS, "deep"])


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
