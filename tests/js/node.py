"""Scripts of JavaScript, run by node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

HERE = Path(__file__).parent


def run(script: str, given: str = "") -> str:
    """Run a script of this folder, or the text of a module, and return what it prints."""
    named = script.endswith(".mjs")
    command = ["node", str(HERE / script)] if named else ["node", "--input-type=module", "--eval", script]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, timeout=PATIENCE, cwd=HERE, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask(requests: Iterable[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Ask the core in WebAssembly. Each result is {"answers": [...]} or {"refused": {...}}."""
    lines = "".join(f"{json.dumps({'name': name, 'request': request})}\n" for name, request in requests)
    return [json.loads(line) for line in run("answer_requests.mjs", lines).splitlines()]
