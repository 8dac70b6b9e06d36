"""How long tests wait: for what must happen, until only a hang explains that it did not."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 300.0
"""The seconds after which a test gives up. No test passes or fails by them, however busy the machine is."""


def wait_until(condition: Callable[[], bool], pause: float = 0.01) -> None:
    """Wait for a condition, and fail if it does not come true."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(pause)


def cpu_seconds(process: int) -> float:
    """What a process and its threads have used of the processor."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def descendants(process: int) -> list[int]:
    """All processes that a process has started, and those that they have started."""
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        children = [int(child) for child in task.read_text().split()]
        found += children
        for child in children:
            found += descendants(child)
    return found


def wait_for_work(process: int, seconds: float = 0.5) -> None:
    """Wait until a process and those that it started have used so much more of the processor."""

    def used() -> float:
        return sum(map(cpu_seconds, [process, *descendants(process)]))

    begun = used()
    wait_until(lambda: used() >= begun + seconds)
