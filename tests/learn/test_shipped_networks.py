"""Tests of where the trained networks are found, and of the sentence if they are missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper import AGENTS, SapperError, make
from sapper.learn.playing import shipped_networks as module
from sapper.learn.playing.shipped_networks import shipped_networks

PACKAGE = "networks_of_a_test"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The site-packages of an installation without a checkout, and a package name that is free."""
    site = tmp_path / "lib" / "site-packages"
    site.mkdir(parents=True)
    monkeypatch.setattr(
        module, "__file__", str(site / "sapper" / "learn" / "playing" / "shipped_networks.py")
    )
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


def test_a_checkout_finds_its_own(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout = installed / "weights" / PACKAGE
    checkout.mkdir(parents=True)
    (checkout / "__init__.py").touch()
    place = installed / "src" / "sapper" / "learn" / "playing" / "shipped_networks.py"
    monkeypatch.setattr(module, "__file__", str(place))
    assert shipped_networks() == checkout
