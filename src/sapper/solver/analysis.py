"""analyse: the exact risk of every covered cell."""

from __future__ import annotations

from sapper import _core


class Analysis(_core.Analysis):
    """What the exact engine knows about a view."""


def analyse(view, budget=None, trust_flags=False, memory=2 << 30):
    return Analysis(view, float("inf") if budget is None else budget, memory, trust_flags)
