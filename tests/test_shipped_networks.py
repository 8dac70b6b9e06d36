"""Tests of where the trained networks are found, and of the sentence if they are missing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper import AGENTS, SapperError, make
from sapper import shipped_networks as module
from sapper.shipped_networks import shipped_networks, shipped_weights
from tests.patience import PATIENCE

PACKAGE = "networks_of_a_test"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The site-packages of an installation without a checkout, and a package name that is free."""
    site = tmp_path / "lib" / "site-packages"
    site.mkdir(parents=True)
    monkeypatch.setattr(module, "__file__", str(site / "sapper" / "shipped_networks.py"))
    monkeypatch.setattr(module, "PACKAGE", PACKAGE)
    monkeypatch.syspath_prepend(site)
    shipped_networks.cache_clear()
    yield site
    shipped_networks.cache_clear()


def test_without_the_package_the_sentence_says_what_to_install(installed: Path) -> None:
    with pytest.raises(SapperError, match=r"pip install 'sapper\[weights\]'"):
        make("resnet")
    assert "resnet" in AGENTS


def test_the_installed_package_is_found(installed: Path) -> None:
    folder = installed / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").touch()
    assert shipped_networks() == folder


def test_weights_that_are_missing_are_named(installed: Path) -> None:
    folder = installed / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").touch()
    with pytest.raises(SapperError, match=r"lack sapper-deep\.weights: upgrade sapper-weights"):
        shipped_weights("sapper-deep")


def test_without_weights_the_core_says_what_to_install(tmp_path: Path) -> None:
    """In a process of its own, because the core remembers where the weights are."""
    script = """
import sys
from sapper import shipped_networks as module
module.PACKAGE = "networks_of_a_test"
module.__file__ = sys.argv[1]
from sapper import BEGINNER, EXPERT, Arena, SapperError, View, best_move, make
from sapper.facade import ask
board = {"rules": EXPERT.to_dict(), "start": [0, 0], "seed": 1, "agents": ["sapper-deep"]}
view = View.parse("???/?3?/??? 3")
for ask_for in (
    lambda: make("sapper-deep"),
    lambda: Arena(BEGINNER).run(["sapper-deep"], 4),
    lambda: best_move(view, "sapper-deep"),
):
    try:
        ask_for()
    except SapperError as error:
        print(error)
ask("watch", board, lambda message: print(message.get("reason", "")))
"""
    place = str(tmp_path / "a" / "b" / "sapper" / "shipped_networks.py")
    said = subprocess.run(
        [sys.executable, "-c", script, place], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert said.stdout.count("pip install 'sapper[weights]'") == 4


def test_a_checkout_finds_its_own(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout = installed / "weights" / PACKAGE
    checkout.mkdir(parents=True)
    (checkout / "__init__.py").touch()
    place = installed / "src" / "sapper" / "shipped_networks.py"
    monkeypatch.setattr(module, "__file__", str(place))
    assert shipped_networks() == checkout
