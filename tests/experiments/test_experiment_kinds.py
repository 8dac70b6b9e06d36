"""Every kind of experiment computes the tables and figures that it promises."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sapper import Rules
from sapper.experiments.experiment import Claim, Setting
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.kinds.start_cells import _quarter
from sapper.experiments.runner import requests, run
from tests.experiments.small_experiment import SMALL, experiment


def test_losing_moves_are_counted_by_the_step_that_lost() -> None:
    supply = GameSupply(workers=1)
    outcome = run(experiment(kind="losing-move", agents=("random",), games=200), supply)
    games = supply.games("random", SMALL, 200)
    lost = (~games.columns["won"]) & (games.columns["steps"] > 1)
    [figure], [table] = outcome.figures, outcome.tables
    [series] = figure.series
    assert sum(series.y) == pytest.approx(1)
    assert table.rows[0][:4] == ("small", "random", "200", str(lost.sum()))


def test_decisions_are_timed_where_single_constraints_find_nothing() -> None:
    setting = Setting("s", Rules(9, 9, 16, cascade=False, on_mine="continue"))
    outcome = run(
        experiment(kind="frontier-time", settings=(setting,), agents=("pgms-csp", "pgms-equation"), games=25),
        GameSupply(workers=1),
    )
    [table], [figure] = outcome.tables, outcome.figures
    assert len(table.rows) >= 1
    assert all(float(value) > 0 for series in figure.series for value in series.y)
    assert "pgms-csp" in table.note


def test_starts_that_mirror_each_other_share_their_games() -> None:
    supply = GameSupply(games=20, workers=1)
    rules = Rules(5, 7, 5)
    each = experiment(kind="start-cells", settings=(Setting("wide", rules),), agents=("lowest-risk",))
    outcome = run(each, supply)
    [figure] = outcome.figures
    matrix = np.array(figure.matrix)
    assert matrix.shape == (5, 7)
    np.testing.assert_array_equal(matrix, matrix[::-1, ::-1])
    assert sum(request.count for request in requests(each, supply)) == 20 * 3 * 4
    square = _quarter(Setting("even", Rules(5, 5, 4)))
    assert square == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]


def test_calibration_holds_for_exact_risks_and_names_agents_without_risks() -> None:
    outcome = run(
        experiment(kind="calibration", agents=("lowest-risk", "random", "stanford-logic"), games=150),
        GameSupply(workers=1),
    )
    [table] = outcome.tables
    exact = next(row for row in table.rows if row[0] == "lowest-risk")
    assert abs(float(exact[4])) < 4
    assert "random" in table.note


def test_strength_and_time_of_all_agents_are_on_one_plot() -> None:
    outcome = run(
        experiment(kind="strength", agents=("lowest-risk", "random")), GameSupply(games=20, workers=1)
    )
    [figure] = outcome.figures
    assert [series.name for series in figure.series] == ["lowest-risk", "random"]
    assert all(series.x[0] > 0 for series in figure.series)


def test_curves_of_learners_come_from_their_logs(tmp_path: Path) -> None:
    lines = [
        {"games": 100 * n, "wins": n // 2, "played": 100, "moves": 7.5, "seconds": n / 2}
        for n in range(1, 131)
    ]
    for folder, shown in (("first", lines), ("second", lines[:5])):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "cnn-99.jsonl").write_text("\n".join(map(json.dumps, shown)) + "\n")
    (tmp_path / "cnn-97.jsonl").write_text("")
    claim = Claim("cnn-99", "", "win", 0.5)
    agents = ("cnn-99", "cnn-98", "cnn-97")
    each = experiment(kind="training", settings=(), agents=agents, claims=(claim,), figures=())
    outcome = run(each, GameSupply(logs=tmp_path))
    [figure] = outcome.figures
    [series] = figure.series
    assert len(series.x) <= 60
    assert series.x[-1] == 13_000
    assert sum(series.y) / len(series.y) == pytest.approx(0.325, abs=0.02)
    assert (figure.x_label, figure.y_label) == ("games learned from", "games won, %")
    [row] = outcome.rows
    assert row.ours
    assert row.difference
    assert (row.ours.value, row.ours.games) == (pytest.approx(0.65), 100)  # the last line of the log
    assert row.difference.value == pytest.approx(0.15)
    [table] = outcome.tables
    # The last line has 65 of 100 wins, and stretches of three lines first reach 58.5% at lines 118 to 120.
    assert table.rows == (("cnn-99", "65.0", "12,000", "90,000", "60"),)
    assert "sapper train cnn-98" in outcome.missing["cnn-98"]
    assert "cnn-97" in outcome.missing
