"""A small experiment for the tests of this folder."""

from __future__ import annotations

from sapper import Rules
from sapper.experiments.experiment import Experiment, Setting, claims

SMALL = Setting("small", Rules(5, 5, 4))


def experiment(**changes: object) -> Experiment:
    fields: dict[str, object] = {
        "paper": "test",
        "key": "table",
        "title": "Wins",
        "settings": (SMALL,),
        "agents": ("lowest-risk", "random", "cnn-99"),
        "games": 40,
        "claims": claims("win", {"lowest-risk": (0.5,), "cnn-99": (0.9,)}, (SMALL,), 100),
        "figures": ("win",),
    }
    return Experiment(**(fields | changes))  # type: ignore[arg-type]
