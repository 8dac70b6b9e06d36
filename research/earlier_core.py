"""The `sapper-max` of an earlier version, asked in a process of its own.

Two versions of the core cannot be loaded into one process. Run as a program, this file loads the core named
on its command line and answers positions from standard input.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:  # the process of the earlier core must not load this one
    from sapper import View

Cell = tuple[int, int]


class EarlierCore:
    """A core that was built from an earlier version: its file `_core...so`."""

    def __init__(self, file: Path) -> None:
        """Start the process."""
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def choose(self, agent: str, view: View, layouts: int) -> tuple[Cell, str, float]:
        """Return the cell that the agent opens, the kind of its choice, and the seconds of processor time."""
        request = {"agent": agent, "numbers": view.numbers.tolist(), "mines": view.mines, "layouts": layouts}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return (answer["cell"][0], answer["cell"][1]), answer["kind"], answer["seconds"]

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def load(file: str) -> Any:
    """Load a core without the Python package around it."""
    spec = importlib.util.spec_from_file_location("_core", file)
    if spec is None or spec.loader is None:
        sys.exit(f"{file} is no core")
    core = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(core)
    return core


def main() -> None:
    """Answer one position per line."""
    core = load(sys.argv[1])
    for line in sys.stdin:
        asked = json.loads(line)
        view = core.View(np.array(asked["numbers"], np.int8), asked["mines"], None)
        began = time.process_time()
        choice = core.choose(asked["agent"], view, layouts=asked["layouts"])
        seconds = time.process_time() - began
        print(json.dumps({"cell": choice.cells[0], "kind": choice.kind, "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
