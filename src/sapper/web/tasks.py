"""What a worker process can be asked to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.web import grading, making, runs, show, thought

Tell = Callable[[dict[str, Any]], None]
"""Takes an answer, as plain values. It raises when nobody waits for more, which ends the task."""
Task = Callable[[dict[str, Any], Tell], None]

TASKS: dict[str, Task] = {
    "analyse": thought.analyse,
    "explain": thought.explain,
    "safe": thought.safe,
    "reasons": thought.reasons,
    "think": thought.think,
    "watch": show.watch,
    "make": making.make,
    "review": grading.review,
    "run": runs.charts,
}
