"""Copies of the package that a test run imports instead of the installed one.

The tests must never change the working tree, so each mutant is written to a copy. Only the Python files are
copied; models, web files and the compiled core are links.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import sapper
from sapper import _core

PACKAGE = Path(sapper.__file__).parent

# An editable install finds `sapper` with an import hook that precedes PYTHONPATH. Python runs this file at
# the start of every process, also of the processes that tests start.
SITE_CUSTOMIZE = """\
import sys

sys.meta_path[:] = [
    finder for finder in sys.meta_path if not type(finder).__module__.startswith("_editable_skbc_sapper")
]
"""


class PackageCopy:
    """A copy of the package in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        root = folder / "sapper"
        for path in sorted(PACKAGE.rglob("*")):
            target = root / path.relative_to(PACKAGE)
            if path.is_dir() or "__pycache__" in path.parts or path.suffix == ".so":
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".py":
                shutil.copyfile(path, target)
            else:
                target.symlink_to(path)
        core = Path(_core.__file__)
        (root / core.name).symlink_to(core)
        (folder / "sitecustomize.py").write_text(SITE_CUSTOMIZE)

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of a process that imports this copy."""
        return {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONHASHSEED": "0"}

    def write(self, file: str, source: bytes) -> None:
        """Replace a file of the copy."""
        path = self.folder / "sapper" / file
        path.write_bytes(source)
        # Python compares size and whole seconds, so it could take the last mutant's bytecode for this one's.
        for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            stale.unlink()
