"""The examples in docstrings, in the README and in the docs say what really happens."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import sapper

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(sapper.__path__, "sapper.")
    if module.name != "sapper._core"
)
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("name", ["sapper", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_examples_in_pages(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0
