"""What attacks have found stays mended: every file in `tests/found` is tried again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.attacks.catalogue import ATTACKS

FOUND = sorted((Path(__file__).parent / "found").glob("*.json"))


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.stem)
def test_what_was_found_is_mended(file: Path, tmp_path: Path) -> None:
    document = json.loads(file.read_text(encoding="utf-8"))
    attack = ATTACKS[document["attack"]](tmp_path)
    try:
        assert attack.check(document["case"]) == ""
    finally:
        attack.close()
