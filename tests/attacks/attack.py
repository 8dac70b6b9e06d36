"""What an attack is: it draws cases, and says what is wrong with the answer to a case."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any, ClassVar

from numpy.random import Generator

Case = dict[str, Any]
"""Everything that repeats one try, as JSON holds it. Bytes are in ``content``, in Base64."""


class Attack:
    """A program that tries to break a promise."""

    name: ClassVar[str]
    promise: ClassVar[str]
    """What must hold in every case, in one sentence."""
    patience: ClassVar[float] = 120.0
    """Seconds after which a case without an answer is a finding."""

    def __init__(self, folder: Path) -> None:
        """Prepare the attack. `folder` is empty and may be used for files."""
        self.folder = folder
        self.facts: dict[str, float] = {}
        """Measurements for the table, such as a percentile."""

    def draw(self, rng: Generator) -> Case:
        """Draw a case."""
        raise NotImplementedError

    def check(self, case: Case) -> str:
        """Try a case. Return what is wrong, as ``kind: details``, and an empty text if nothing is."""
        raise NotImplementedError

    def close(self) -> None:
        """End what the attack has started."""


def escaped(error: BaseException) -> str:
    """Describe an error that nobody turned into a sentence, by its class and the line that raised it."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if "/sapper/" in frame.filename
    ] or traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "nowhere"
    return f"{type(error).__name__} at {place}: {str(error)[:200]}"
