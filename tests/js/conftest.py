from __future__ import annotations

import shutil
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "js"


@pytest.fixture(autouse=True, scope="session")
def built() -> None:
    """Every test here needs the core in WebAssembly, and node."""
    if not (PACKAGE / "sapper.wasm").exists():
        pytest.skip("js/sapper.wasm is missing: run make js, which needs emscripten")
    if shutil.which("node") is None:
        pytest.skip("node is missing: install it (on Debian the package nodejs)")
