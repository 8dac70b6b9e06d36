"""The tasks that a worker process can run, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.web import run_reader
from sapper.web.tasks import (
    game_tasks,
    picture_tasks,
    position_tasks,
    record_tasks,
    review_tasks,
    trainer_tasks,
    watch_tasks,
)

Send = Callable[[dict[str, Any]], None]
"""Sends one result as JSON. It raises when the task was told to stop, which ends the task."""
Task = Callable[[dict[str, Any], Send], None]


def ready(request: dict[str, Any], send: Send) -> None:
    """Do nothing: when it ends, the process has started and has loaded every task."""


TASKS: dict[str, Task] = {
    "ready": ready,
    "analyse": position_tasks.analyse,
    "explain": position_tasks.explain,
    "weigh": position_tasks.weigh,
    "safe": position_tasks.safe,
    "reasons": position_tasks.reasons,
    "picture": picture_tasks.picture,
    "think": position_tasks.think,
    "watch": watch_tasks.watch,
    "game": game_tasks.game,
    "records": record_tasks.records,
    "review": review_tasks.review,
    "exercise": trainer_tasks.choose,
    "judge": trainer_tasks.judge_answer,
    "run": run_reader.tell_run,
    "runs": run_reader.tell_runs,
}
