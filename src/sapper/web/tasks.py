"""What a worker process can be asked to do. A task takes its request, and is told when nobody waits any more.

A task yields its answers one by one, as plain values; tasks with one answer yield once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sapper.web import runs, show, thought

Stopped = Callable[[], bool]
Task = Callable[[dict[str, Any], Stopped], Iterator[dict[str, Any]]]

TASKS: dict[str, Task] = {
    "analyse": thought.analyse,
    "explain": thought.explain,
    "safe": thought.safe,
    "reasons": thought.reasons,
    "think": thought.think,
    "watch": show.watch,
    "run": runs.charts,
}
