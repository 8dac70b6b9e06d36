"""Experiments: the catalogue is whole, the runner measures what it says, and nothing is played twice."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from sapper import AGENTS, BEGINNER, Rules
from sapper.arena.batch import Batch, Games, play_batch
from sapper.arena.statistics import Estimate, wilson
from sapper.experiments import experiment_kinds
from sapper.experiments.experiment import Claim, Experiment, Setting, claims
from sapper.experiments.experiment_list import CATALOGUE, find
from sapper.experiments.game_supply import Lab, cross_boards, largest
from sapper.experiments.measures import MEASURES, difference
from sapper.experiments.runner import requests, run

EVERY = [experiment for experiments in CATALOGUE.values() for experiment in experiments]
SMALL = Setting("small", Rules(5, 5, 4))
LEARNERS = ("mlp-", "cnn-", "dqn-", "mehta-", "aua-csp-dqn")


@pytest.mark.parametrize("experiment", EVERY, ids=lambda experiment: experiment.name)
def test_experiments_name_only_what_there_is(experiment: Experiment) -> None:
    settings = {setting.name for setting in experiment.settings}
    assert len(settings) == len(experiment.settings)
    assert set(experiment.measures) | set(experiment.figures) <= set(MEASURES)
    assert set(experiment.figures) <= set(experiment.measures) or experiment.kind != "measures"
    for agent in experiment.agents:
        assert agent in AGENTS or agent == "*" or agent.startswith(LEARNERS), agent
    for claim in experiment.claims:
        assert claim.agent in experiment.agents
        assert claim.setting in settings or experiment.kind == "training"
        assert experiment.kind == "training" or claim.measure in experiment.measures
    for agent, setting in experiment.own:
        assert (
            setting in settings | {each.setting for each in experiment.claims}
            or agent not in experiment.agents
        )


def test_every_table_and_figure_of_the_papers_is_there() -> None:
    wanted = {
        "aua2023": {
            "figure-3.1",
            "figure-3.3",
            "table-5.1",
            "table-5.2",
            "table-5.3",
            "learning-rates",
            "epsilons",
        },
        "tcd2021": {"figure-2", "figure-3", "table-2"},
        "pgms-csp": {"table-1", "figures-1-3", "frontier-time"},
        "nguyen2021": {"figure-6", "figure-7", "figure-8", "figure-9"},
        "sajjad2022": {
            *("table-5.2", "table-5.3", "table-7.1", "figure-5.8", "algorithm-2"),
            *(f"figure-7.{number}" for number in range(1, 7)),
        },
        "studies": {"density", "first-move", "calibration", "strength-time"},
    }
    for paper, keys in wanted.items():
        assert keys <= {experiment.key for experiment in CATALOGUE[paper]}


def test_published_values_stand_as_they_were_printed() -> None:
    [table] = find(["pgms-csp/table-1"])
    assert table.claim("pgms-equation", "expert", "win-after-start") == Claim(
        "pgms-equation", "expert", "win-after-start", 0.24
    )
    [steps] = find(["tcd2021/table-2"])
    found = steps.claim("tcd-csp", "8x8/1", "steps-won")
    assert found
    assert found.value == 36
    assert steps.claim("tcd-csp", "16x16/40", "steps-won") is None
    [best] = find(["sajjad2022/figure-7.6"])
    assert best.plays("becerra-csp", "expert")
    assert best.plays("cnn-20", "expert")
    assert not best.plays("cnn-20", "beginner")


def test_names_that_stand_for_nothing_are_told() -> None:
    assert len(find(["all"])) == len(EVERY)
    assert len(find(["nguyen2021", "nguyen2021/figure-6"])) == len(CATALOGUE["nguyen2021"])
    with pytest.raises(ValueError, match="did you mean tcd2021"):
        find(["tcd2022"])
    with pytest.raises(ValueError, match="name a paper"):
        find([])


def test_measures_are_what_they_are_called() -> None:
    rules = Rules(6, 6, 6, first_move="unsafe", on_mine="lose")
    games = play_batch(Batch("nguyen-basic", rules, 1, 0, 300))
    columns = games.columns
    start_hit = (columns["steps"] == 1) & (columns["hits"] == 1)
    assert 20 < start_hit.sum() < 90

    def taken(name: str) -> Estimate:
        found = MEASURES[name].take(games, rules)
        assert found
        assert found.low <= found.value <= found.high
        return found

    assert taken("win").value == columns["won"].mean()
    assert taken("win-after-start").value == columns["won"].sum() / (~start_hit).sum()
    assert taken("win-after-start").games == (~start_hit).sum()
    assert taken("completion").value == pytest.approx(columns["opened"].mean() / 36)
    assert taken("opened").value == pytest.approx(columns["opened"].mean() / 30)
    assert taken("score").value == pytest.approx(columns["flags_right"].mean() / 6)
    assert taken("hits").value == pytest.approx(columns["hits"].mean() / 6)
    assert taken("steps-won").value == pytest.approx(columns["steps"][columns["won"]].mean())
    assert taken("time-out").value == 0
    lost = (columns["opened"] / 36)[~columns["won"]]
    assert taken("completion-lost").value == pytest.approx(lost.mean())
    assert taken("asked").value == 0
    assert MEASURES["right"].take(games, rules) is None
    none = games.take(np.flatnonzero(~columns["won"]))
    assert MEASURES["steps-won"].take(none, rules) is None


def test_who_calls_nothing_certain_says_nothing_of_guesses() -> None:
    rules = Rules(5, 5, 3)
    exact, network = (play_batch(Batch(name, rules, 1, 0, 40)) for name in ("lowest-risk", "random"))
    measure = MEASURES["win-without-guess"]
    found = measure.take(exact, rules)
    assert found
    assert 0 < found.value < exact.columns["won"].mean()
    assert measure.take(network, rules) is None


def test_no_interval_of_a_mean_goes_below_nothing() -> None:
    games = play_batch(Batch("lowest-risk", SMALL.rules, 1, 0, 5))
    games.columns["seconds"][:] = 1e-3, 1e-3, 1e-3, 1e-3, 1.0  # a busy machine
    found = MEASURES["seconds"].take(games, SMALL.rules)
    assert found
    assert found.low == 0
    assert found.value == pytest.approx(0.2008)


def test_a_difference_knows_the_games_behind_both() -> None:
    ours = Estimate(0.5, *wilson(500, 1000), 1000)
    alone, both = difference(ours, 0.45, None, True), difference(ours, 0.45, 100, True)
    assert (alone.low, alone.high) == pytest.approx((ours.low - 0.45, ours.high - 0.45))
    assert both.low < alone.low
    assert both.high > alone.high
    low, high = wilson(45, 100)
    assert both.low == pytest.approx(0.05 - math.hypot(0.5 - ours.low, high - 0.45))
    assert both.high == pytest.approx(0.05 + math.hypot(ours.high - 0.5, 0.45 - low))


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


def test_a_run_puts_ours_beside_theirs_and_says_what_is_missing() -> None:
    outcome = run(experiment(), Lab(workers=1))
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


class Counter:
    """Counts the games that are played and those that are found."""

    def __init__(self) -> None:
        self.fresh = self.kept = 0

    def found(self, games: Games) -> None:
        self.kept += len(games)

    def add(self, games: Games) -> None:
        self.fresh += len(games)


def test_no_game_is_played_twice_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    watcher = Counter()
    lab = Lab(workers=1, out=tmp_path, watcher=watcher)
    first = lab.games("random", SMALL, 30)
    assert watcher.fresh == 30
    lab.games("random", SMALL, 20)
    assert watcher.fresh == 30
    more = lab.games("random", SMALL, 45)
    assert watcher.fresh == 45
    assert more.index.tolist() == list(range(45))
    assert more.columns["steps"][:30].tolist() == first.columns["steps"].tolist()
    again = Lab(workers=1, out=tmp_path, watcher=(later := Counter()))
    again.games("random", SMALL, 30)
    assert (later.fresh, later.kept) == (0, 30)


def test_progress_counts_what_will_be_played(tmp_path: Path) -> None:
    watcher = Counter()
    lab = Lab(workers=1, watcher=watcher)
    chosen = [
        experiment(),
        experiment(key="other", games=50),
        experiment(kind="losing-move", agents=("random",)),
    ]
    total = sum(largest(request for each in chosen for request in requests(each, lab)).values())
    for each in chosen:
        run(each, lab)
    assert watcher.fresh == total == 100


def test_networks_may_play_fewer_games_than_others() -> None:
    lab = Lab(games=50, network_games=20)
    each = experiment(agents=("random", "mlp-1"))
    assert [(request.agent, request.count) for request in requests(each, lab)] == [
        ("random", 50),
        ("mlp-1", 20),
    ]
    rows = {row.agent: row.ours for row in run(each, lab).rows}
    assert {agent: ours.games for agent, ours in rows.items() if ours} == {"random": 50, "mlp-1": 20}


def test_all_that_experiments_ask_for_is_played_in_one_go(tmp_path: Path) -> None:
    watcher = Counter()
    other = Setting("other", Rules(5, 6, 5))
    chosen = [
        experiment(settings=(SMALL, other), agents=("random", "lowest-risk"), games=20),
        experiment(key="more", agents=("random",), games=30),
        experiment(key="alone", agents=("random",), games=10, alone=True),
    ]
    lab = Lab(workers=2, out=tmp_path, watcher=watcher)
    wanted = [request for each in chosen for request in requests(each, lab)]
    lab.prepare(wanted)
    assert watcher.fresh == 30 + 20 + 20 + 20
    one_by_one = Lab(workers=1)
    for agent, setting, count in (("random", SMALL, 30), ("random", other, 20), ("lowest-risk", other, 20)):
        ours, alone = lab.games(agent, setting, count), one_by_one.games(agent, setting, count)
        assert watcher.fresh == 90
        for key in set(ours.columns) - {"seconds"}:
            np.testing.assert_array_equal(ours.columns[key], alone.columns[key])
    again = Lab(workers=1, out=tmp_path, watcher=(later := Counter()))
    again.prepare(wanted)
    assert (later.fresh, later.kept) == (0, 90)
    for each in chosen:
        run(each, again)
    assert later.fresh == 10


def test_mines_placed_as_algorithm_2_prints_it() -> None:
    setting = Setting("cross", BEGINNER, placement="cross")
    boards = cross_boards(setting, 3, 50)
    assert boards == cross_boards(setting, 3, 60)[:50]
    for board in boards:
        assert len(board.mines) == 10
        assert all(row > 0 and col > 0 for row, col in board.mines)
    assert len({board.mines for board in boards}) == 50
    assert "no mine in the start's row and column" in str(setting)


def test_losing_moves_are_counted_by_the_step_that_lost() -> None:
    lab = Lab(workers=1)
    outcome = run(experiment(kind="losing-move", agents=("random",), games=200), lab)
    games = lab.games("random", SMALL, 200)
    lost = (~games.columns["won"]) & (games.columns["steps"] > 1)
    [figure], [table] = outcome.figures, outcome.tables
    [series] = figure.series
    assert sum(series.y) == pytest.approx(1)
    assert table.rows[0][:4] == ("small", "random", "200", str(lost.sum()))


def test_time_is_taken_where_single_constraints_are_stuck() -> None:
    setting = Setting("s", Rules(9, 9, 16, cascade=False, on_mine="continue"))
    outcome = run(
        experiment(kind="frontier-time", settings=(setting,), agents=("pgms-csp", "pgms-equation"), games=25),
        Lab(workers=1),
    )
    [table], [figure] = outcome.tables, outcome.figures
    assert len(table.rows) >= 1
    assert all(float(value) > 0 for series in figure.series for value in series.y)
    assert "pgms-csp" in table.note


def test_starts_that_mirror_each_other_are_one() -> None:
    lab = Lab(games=20, workers=1)
    rules = Rules(5, 7, 5)
    each = experiment(kind="start-cells", settings=(Setting("wide", rules),), agents=("lowest-risk",))
    outcome = run(each, lab)
    [figure] = outcome.figures
    matrix = np.array(figure.matrix)
    assert matrix.shape == (5, 7)
    np.testing.assert_array_equal(matrix, matrix[::-1, ::-1])
    assert sum(request.count for request in requests(each, lab)) == 20 * 3 * 4
    square = experiment_kinds._quarter(Setting("even", Rules(5, 5, 4)))
    assert square == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]


def test_calibration_holds_for_exact_risks_and_names_who_is_silent() -> None:
    outcome = run(
        experiment(kind="calibration", agents=("lowest-risk", "random", "stanford-logic"), games=150),
        Lab(workers=1),
    )
    [table] = outcome.tables
    exact = next(row for row in table.rows if row[0] == "lowest-risk")
    assert abs(float(exact[4])) < 4
    assert "random" in table.note


def test_strength_and_time_of_every_agent_stand_on_one_plot() -> None:
    outcome = run(experiment(kind="strength", agents=("lowest-risk", "random")), Lab(games=20, workers=1))
    [figure] = outcome.figures
    assert [series.name for series in figure.series] == ["lowest-risk", "random"]
    assert all(series.x[0] > 0 for series in figure.series)


def test_curves_of_learners_come_from_their_logs(tmp_path: Path) -> None:
    lines = [{"games": 100 * n, "wins": n // 2, "played": 100} for n in range(1, 131)]
    for folder, shown in (("first", lines), ("second", lines[:5])):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "cnn-99.jsonl").write_text("\n".join(map(json.dumps, shown)) + "\n")
    (tmp_path / "cnn-97.jsonl").write_text("")
    claim = Claim("cnn-99", "", "win", 0.5)
    agents = ("cnn-99", "cnn-98", "cnn-97")
    each = experiment(kind="training", settings=(), agents=agents, claims=(claim,), figures=())
    outcome = run(each, Lab(logs=tmp_path))
    [figure] = outcome.figures
    [series] = figure.series
    assert len(series.x) <= 60
    assert series.x[-1] == 13_000
    assert sum(series.y) / len(series.y) == pytest.approx(0.325, abs=0.02)
    assert (figure.x_label, figure.y_label) == ("games learned from", "games won, %")
    [row] = outcome.rows
    assert row.ours
    assert row.difference
    assert (row.ours.value, row.ours.games) == (pytest.approx(0.65), 100)  # the last line
    assert row.difference.value == pytest.approx(0.15)
    assert "sapper train cnn-98" in outcome.missing["cnn-98"]
    assert "cnn-97" in outcome.missing
