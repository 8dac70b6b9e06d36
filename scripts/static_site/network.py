"""Network: trained networks for the site, and the package that runs one of them in a browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WEIGHTS = ROOT / "weights" / "sapper_weights"
NAME = "resnet-small"
PLAYER = "sapper-deep"


def weights_files() -> tuple[dict[str, Any] | None, dict[str, Path]]:
    """Return the card and the file of the agent whose weights the core reads; no card without a file."""
    file = WEIGHTS / f"{PLAYER}.weights"
    if not file.exists():
        return None, {}
    return {"name": PLAYER, "file": file.name, "bytes": file.stat().st_size}, {file.name: file}


def network_files() -> tuple[dict[str, Any] | None, dict[str, Path]]:
    """Return the card of the network and its files by name; no card if npm cannot fetch the package."""
    found = subprocess.run(
        ["scripts/onnxruntime-web"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    if found.returncode != 0:
        return None, {}
    card = json.loads((WEIGHTS / f"{NAME}.json").read_text(encoding="utf-8"))
    model = WEIGHTS / f"{NAME}.onnx"
    files = {path.name: path for path in sorted((ROOT / found.stdout.strip()).iterdir())} | {
        model.name: model
    }
    size = sum(path.stat().st_size for path in files.values())
    return {"name": card["name"], "style": card["style"], "file": model.name, "bytes": size}, files
