"""What is said twice about the two packages is the same in both places."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from tests.patience import PATIENCE

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


def test_a_release_needs_its_version_everywhere() -> None:
    script = ROOT / "scripts" / "version"
    version = described(ROOT)["version"]
    asked = {
        each: subprocess.run([script, each], capture_output=True, text=True, check=False, timeout=PATIENCE)
        for each in (version, "9.9.9")
    }
    assert "CITATION.cff" not in asked[version].stderr
    assert "pyproject.toml" not in asked[version].stderr
    assert (asked["9.9.9"].returncode, asked["9.9.9"].stderr.count("9.9.9")) == (1, 4)


def test_a_wheel_is_tried_with_the_pythons_that_are_promised() -> None:
    """The workflows, the classifiers and the oldest Python agree."""
    text = (ROOT / ".github" / "workflows" / "tests.yml").read_text()
    matrices = [ast.literal_eval(each) for each in re.findall(r"python: (\[.*\])", text)]
    base = described(ROOT)
    prefix = "Programming Language :: Python :: 3."
    classified = [each.removeprefix(prefix[:-2]) for each in base["classifiers"] if each.startswith(prefix)]
    assert matrices == [classified, classified]
    assert base["requires-python"] == f">={classified[0]}"
