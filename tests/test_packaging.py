"""What is said twice about the two packages is the same in both places."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]


def described(folder: Path) -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    return project


def test_the_two_packages_have_one_version_and_one_licence() -> None:
    base, weights = described(ROOT), described(ROOT / "weights")
    for key in ("version", "license", "authors", "requires-python"):
        assert base[key] == weights[key], key
    assert (ROOT / "LICENSE").read_text() == (ROOT / "weights" / "LICENSE").read_text()


def test_the_extra_accepts_the_networks_of_this_version() -> None:
    base = described(ROOT)
    wanted = Requirement(base["optional-dependencies"]["weights"][0])
    assert wanted.name == described(ROOT / "weights")["name"]
    assert wanted.specifier.contains(base["version"], prereleases=True)
