"""The runner sets our values beside the published ones."""

from __future__ import annotations

import pytest

from sapper.experiments.game_supply import GameSupply
from sapper.experiments.runner import run
from tests.experiments.small_experiment import experiment


def test_an_outcome_has_our_values_beside_the_published_ones() -> None:
    outcome = run(experiment(), GameSupply(workers=1))
    rows = {row.agent: row for row in outcome.rows}
    ours = rows["lowest-risk"]
    assert ours.ours
    assert ours.claim
    assert ours.difference
    assert ours.difference.value == pytest.approx(ours.ours.value - 0.5)
    assert (rows["cnn-99"].ours, rows["cnn-99"].difference) == (None, None)
    assert rows["cnn-99"].claim
    assert set(outcome.missing) == {"cnn-99"}
    [figure] = outcome.figures
    assert [series.name for series in figure.series] == [
        *("lowest-risk", "random", "lowest-risk, published", "cnn-99, published")
    ]
