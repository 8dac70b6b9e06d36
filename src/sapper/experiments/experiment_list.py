"""The list of all experiments, by paper."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from sapper.experiments import studies
from sapper.experiments.experiment import Experiment
from sapper.experiments.papers import aua2023, nguyen2021, pgms_csp, sajjad2022, tcd2021

CATALOGUE: dict[str, tuple[Experiment, ...]] = {
    "aua2023": aua2023.EXPERIMENTS,
    "tcd2021": tcd2021.EXPERIMENTS,
    "pgms-csp": pgms_csp.EXPERIMENTS,
    "nguyen2021": nguyen2021.EXPERIMENTS,
    "sajjad2022": sajjad2022.EXPERIMENTS,
    "studies": studies.EXPERIMENTS,
}
"""The experiments by paper; `studies` are our own."""


def find(names: Sequence[str]) -> list[Experiment]:
    """Find experiments by name: a paper, ``paper/key``, or ``all``.

    >>> [experiment.name for experiment in find(["pgms-csp/table-1"])]
    ['pgms-csp/table-1']

    Raises:
        ValueError: There is no experiment of that name.
    """
    every = [experiment for experiments in CATALOGUE.values() for experiment in experiments]
    if not names:
        raise ValueError(f"name a paper, or all; there are {', '.join(CATALOGUE)}")
    found: dict[str, Experiment] = {}
    for name in names:
        chosen = [each for each in every if name in ("all", each.paper, each.name)]
        if not chosen:
            known = [*CATALOGUE, "all", *(each.name for each in every)]
            close = get_close_matches(name, known, n=3, cutoff=0.5)
            hint = (
                f"did you mean {' or '.join(close)}?"
                if close
                else f"there are {', '.join(CATALOGUE)} and all"
            )
            raise ValueError(f"no experiment is called {name!r}; {hint}")
        found |= {each.name: each for each in chosen}
    return list(found.values())
