#!/usr/bin/env python3
"""Run the example notebooks and store their outputs. With `--check`, only compare the outputs.

A cell with the tag "timed" shows times, so its output is compared by kind only. Names limit the run to the
notebooks named.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "notebooks"
TIMED = "timed"


def run(path: Path) -> Any:
    """Run a notebook in a fresh kernel, and return it without anything that changes from run to run."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": FOLDER}}
    ).execute()
    notebook.metadata = {"language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata = {"tags": [TIMED]} if TIMED in cell.metadata.get("tags", ()) else {}
    return notebook


def differences(old: Any, new: Any) -> list[str]:
    """Say which cells have other outputs than before."""
    return [
        f"the outputs of cell {number} differ: {shown(before)} before, {shown(after)} now"
        for number, (before, after) in enumerate(zip(old.cells, new.cells, strict=True))
        if shown(before) != shown(after)
    ]


def shown(cell: Any) -> list[Any]:
    """Return what the outputs of a cell show; only the kinds of output if the cell shows times."""
    outputs = cell.get("outputs", ())
    if TIMED in cell.metadata.get("tags", ()):
        return [sorted(output.get("data", {"text": ""})) for output in outputs]
    return [output.get("data") or output.get("text") for output in outputs]


def main(arguments: list[str]) -> int:
    """Run the notebooks that are named, or all of them."""
    check = "--check" in arguments
    names = [name for name in arguments if name != "--check"] or [
        path.name for path in FOLDER.glob("*.ipynb")
    ]
    wrong = []
    for name in sorted(names):
        notebook = run(FOLDER / name)
        if check:
            found = differences(nbformat.read(FOLDER / name, as_version=4), notebook)
            wrong += [f"{name}: {difference}" for difference in found]
        else:
            nbformat.write(notebook, FOLDER / name)
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
