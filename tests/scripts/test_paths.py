"""The scripts and the Makefile name only files of the repository that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHELL = sorted(
    path
    for path in (ROOT / "scripts").iterdir()
    if path.is_file() and path.read_bytes().startswith(b"#!/bin/")
)
NAMED = re.compile(r"(?<![\w/.\"$-])(?:tests|scripts|benchmarks|examples|docs)/[\w/.*-]+")


@pytest.mark.parametrize(
    "path", [ROOT / "Makefile", ROOT / ".ci" / "run", *SHELL], ids=lambda path: path.name
)
def test_every_file_that_is_named_exists(path: Path) -> None:
    named = NAMED.findall(path.read_text())
    missing = [name for name in named if not any(ROOT.glob(name.rstrip(".")))]
    assert not missing


def test_names_are_found_at_all() -> None:
    assert len(NAMED.findall((ROOT / "scripts" / "prove").read_text())) >= 5
