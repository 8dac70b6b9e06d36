"""The examples in docstrings, in the README and in the docs say what really happens."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"
MODULES = sorted(
    ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCES.glob("sapper/**/*.py")
    if ">>>" in path.read_text()
)
"""The modules with examples in their docstrings."""
PAGES = sorted(page for page in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")] if ">>>" in page.read_text())


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_examples_in_pages(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0
