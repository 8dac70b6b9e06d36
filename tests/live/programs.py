"""The real programs on which tests play; scripts/live_programs installs them."""

from __future__ import annotations

import os
import shutil

import pytest

PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games", "/usr/lib/sgt-puzzles"])


def program(name: str) -> str:
    """The path of a program. Without it the test is skipped, which fails in CI."""
    found = shutil.which(name, path=PATH)
    if found is None:
        pytest.skip(f"{name} is missing: run scripts/live_programs, or install it")
    return found
