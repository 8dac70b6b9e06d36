"""Which commit of Sapper's own source is running: what records and cards are stamped with."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

VARIABLE = "SAPPER_COMMIT"
"""Names the commit where the source was copied without its history."""


@cache
def commit() -> str | None:
    """The commit of a checkout, or the one that `VARIABLE` names; None where nobody knows."""
    here = Path(__file__).parent
    try:
        # Installed inside someone else's repository, our files are not tracked there.
        subprocess.run(
            ["git", "ls-files", "--error-unmatch", "__init__.py"], cwd=here, check=True, capture_output=True
        )
        found = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=here, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return os.environ.get(VARIABLE) or None
    return found.stdout.strip()
