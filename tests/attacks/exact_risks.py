"""Random views against the brute force and against ms_toollib."""

from __future__ import annotations

import json

import numpy as np
from numpy.random import Generator

from sapper import InconsistentView, View, analyse
from sapper.solver import oracle
from tests.attacks.attack import Attack, Case, escaped
from tests.solver.test_analysis_against_peer import by_cell, by_enumeration
from tests.solver.views import PROMISES, made_up, played, spoilt


class BruteForce(Attack):
    """Small views, played, spoilt and made up, against the oracle that tries every layout."""

    name = "brute force"
    promise = "Risks and the number of layouts equal the brute force; impossible views are refused by both."

    def draw(self, rng: Generator) -> Case:
        """Draw a small view."""
        match int(rng.integers(3)):
            case 0:
                view = played(rng, PROMISES[int(rng.integers(3))], bool(rng.random() < 0.5))
            case 1:
                view = spoilt(rng)
            case _:
                view = made_up(rng)
        return {"numbers": view.numbers.tolist(), "mines": view.mines}

    def check(self, case: Case) -> str:
        """Compare the two analyses."""
        view = View.from_array(np.array(case["numbers"], np.int8), case["mines"])
        try:
            expected = oracle.analyse(view)
        except InconsistentView:
            try:
                analyse(view)
            except InconsistentView:
                return ""
            return "impossible: the engine analyses a view that no layout fits"
        try:
            found = analyse(view)
        except Exception as error:
            return escaped(error)
        if found.solutions != expected.solutions:
            return f"layouts: {found.solutions}, and {expected.solutions} by brute force"
        if not np.allclose(found.risk, expected.risk, rtol=0, atol=1e-12, equal_nan=True):
            return f"risks: {json.dumps(np.nan_to_num(found.risk, nan=-1).tolist())}"
        return "" if set(found.safe) == set(expected.safe) else "safe cells: they differ"


class Peer(Attack):
    """Positions of games that need a guess, on the three levels, against ms_toollib."""

    name = "ms_toollib"
    promise = "Risks equal those of ms_toollib within 1e-9 in positions that need a guess."

    def draw(self, rng: Generator) -> Case:
        """Draw a position."""
        from benchmarks.positions import LEVELS, guess_positions

        level = list(LEVELS)[int(rng.integers(len(LEVELS)))]
        view = guess_positions(LEVELS[level], 1, seed=int(rng.integers(2**31)))[0]
        return {"numbers": view.numbers.tolist(), "mines": view.mines}

    def check(self, case: Case) -> str:
        """Compare the risks with both of its ways to compute them."""
        view = View.from_array(np.array(case["numbers"], np.int8), case["mines"])
        ours = analyse(view).risk
        for name, theirs in (("by cell", by_cell(view)), ("by enumeration", by_enumeration(view))):
            if not np.allclose(ours, theirs, rtol=0, atol=1e-9, equal_nan=True):
                return f"risks {name}: they differ by {np.nanmax(abs(ours - theirs))}"
        return ""
