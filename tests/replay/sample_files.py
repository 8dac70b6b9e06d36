"""The sample replays, and what `ms_toollib` reads from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "samples"
FACTS: dict[str, Any] = json.loads((FOLDER / "facts.json").read_text())
NAMES = sorted(FACTS)
READABLE_BY_PEER = [name for name in NAMES if isinstance(FACTS[name], dict)]
