"""The commit of the running source code, which is written into run folders and model cards."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

VARIABLE = "SAPPER_COMMIT"
"""The environment variable that names the commit when the source was copied without its Git history."""


@cache
def commit() -> str | None:
    """Return the commit of the Git checkout, else the one that `VARIABLE` names, else None."""
    here = Path(__file__).parent
    try:
        # If Sapper is installed inside another repository, Git does not track its files there.
        subprocess.run(
            ["git", "ls-files", "--error-unmatch", "__init__.py"], cwd=here, check=True, capture_output=True
        )
        found = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=here, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return os.environ.get(VARIABLE) or None
    return found.stdout.strip()
