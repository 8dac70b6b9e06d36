"""The list of experiments names existing agents and measures, and holds the published values."""

from __future__ import annotations

import pytest

from sapper import AGENTS
from sapper.experiments.experiment import Claim, Experiment
from sapper.experiments.experiment_list import CATALOGUE, find
from sapper.experiments.measures import MEASURES

EVERY = [experiment for experiments in CATALOGUE.values() for experiment in experiments]


LEARNERS = ("mlp-", "cnn-", "dqn-", "mehta-", "aua-csp-dqn")


@pytest.mark.parametrize("experiment", EVERY, ids=lambda experiment: experiment.name)
def test_experiments_name_only_existing_agents_and_measures(experiment: Experiment) -> None:
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
            "figure-3.9",
            "table-5.1",
            "table-5.2",
            "table-5.3",
            "learning-rates",
            "epsilons",
        },
        "tcd2021": {"figure-2", "figure-3", "table-2"},
        "pgms-csp": {"table-1", "figures-1-3", "frontier-time"},
        "nguyen2021": {"figures-1-5", "figure-6", "figure-7", "figure-8", "figure-9"},
        "sajjad2022": {
            *("table-5.2", "table-5.3", "table-7.1", "figure-5.8", "algorithm-2"),
            *(f"figure-7.{number}" for number in range(1, 7)),
        },
        "studies": {"density", "first-move", "calibration", "strength-time"},
    }
    for paper, keys in wanted.items():
        assert keys <= {experiment.key for experiment in CATALOGUE[paper]}


def test_published_values_are_as_printed() -> None:
    [table] = find(["pgms-csp/table-1"])
    assert table.claim("pgms-equation", "expert", "win-after-start") == Claim(
        "pgms-equation", "expert", "win-after-start", 0.24, 813
    )
    [steps] = find(["tcd2021/table-2"])
    found = steps.claim("tcd-csp-literal", "8x8/1", "opened-won")
    assert found
    assert found.value == 36
    assert steps.claim("tcd-csp", "16x16/40", "steps-won") is None
    [best] = find(["sajjad2022/figure-7.6"])
    assert best.plays("becerra-csp", "expert")
    assert best.plays("cnn-20", "expert")
    assert not best.plays("cnn-20", "beginner")


def test_unknown_names_are_refused() -> None:
    assert len(find(["all"])) == len(EVERY)
    assert len(find(["nguyen2021", "nguyen2021/figure-6"])) == len(CATALOGUE["nguyen2021"])
    with pytest.raises(ValueError, match="did you mean tcd2021"):
        find(["tcd2022"])
    with pytest.raises(ValueError, match="name a paper"):
        find([])
