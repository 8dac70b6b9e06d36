"""What a shell completes: names of agents, levels, experiments and learners."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from sapper import AGENTS
from sapper.cli.main import app
from sapper.experiments.experiment_list import CATALOGUE
from sapper.learn.training.learner_registry import LEARNERS

LEVELS = {"beginner", "intermediate", "expert"}
PAPER = next(iter(CATALOGUE))


@pytest.mark.parametrize(
    ("command", "parameter", "typed", "expected"),
    [
        ("bench", "names", "", set(AGENTS)),
        ("bench", "names", "low", {"lowest-risk"}),
        ("play", "agent", "sapper-m", {"sapper-max"}),
        ("bench", "level", "", LEVELS),
        ("play", "level", "e", {"expert"}),
        ("generate", "level", "i", {"intermediate"}),
        ("train", "level", "b", {"beginner"}),
        ("train", "names", "", {*LEARNERS, "deep"}),
        ("reproduce", "names", "", {"all", *CATALOGUE}),
        ("reproduce", "names", f"{PAPER}/", {experiment.name for experiment in CATALOGUE[PAPER]}),
        ("bench", "names", "no such agent", set()),
    ],
)
def test_names_are_completed(command: str, parameter: str, typed: str, expected: set[str]) -> None:
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    with group.make_context("sapper", [command], resilient_parsing=True) as context:
        asked = group.get_command(context, command)
        assert asked is not None
        [found] = [each for each in asked.params if each.name == parameter]
        assert {item.value for item in found.shell_complete(context, typed)} == expected


def test_bash_is_offered_an_agent() -> None:
    environment = {"_SAPPER_COMPLETE": "complete_bash", "COMP_WORDS": "sapper bench low", "COMP_CWORD": "2"}
    asked = subprocess.run(
        [sys.executable, "-m", "sapper"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert asked.stdout.split() == ["lowest-risk"]
