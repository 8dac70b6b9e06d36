"""docs/environment.md has the required headings and names every argument."""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path

from sapper.envs import MinesweeperVectorEnv, Settings
from sapper.envs.encodings import ENCODINGS
from sapper.envs.observation import OBSERVATIONS
from sapper.envs.rewards import REWARDS

PAGE = (Path(__file__).parents[2] / "docs" / "environment.md").read_text(encoding="utf-8")
HEADINGS = [
    "Description",
    "Action space",
    "Observation space",
    "Rewards",
    "Start",
    "End",
    "Arguments",
    "Version history",
]


def test_headings() -> None:
    assert [line[3:] for line in PAGE.splitlines() if line.startswith("## ")] == HEADINGS


def test_every_argument_is_documented() -> None:
    listed = PAGE.partition("## Arguments")[2]
    own = [field.name for field in dataclasses.fields(Settings)]
    vector = [
        name
        for name, parameter in inspect.signature(MinesweeperVectorEnv).parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    assert len(own) > 10 and "copy" in vector
    for name in own + vector:
        assert f"`{name}`" in listed
    for name in (*OBSERVATIONS, *REWARDS, *ENCODINGS):
        assert f'`"{name}"`' in PAGE
