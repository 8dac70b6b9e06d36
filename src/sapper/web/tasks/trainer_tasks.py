"""The tasks of the trainer: choosing an exercise and judging an answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from sapper.trainer.choice import Next, next_exercise
from sapper.trainer.exercise import exercise
from sapper.trainer.judgement import judge
from sapper.trainer.progress import Progress

Send = Callable[[dict[str, Any]], None]


def choose(request: dict[str, Any], send: Send) -> None:
    """Send the next exercise of a player, or the one that the request names."""
    progress, now = _progress(request), int(time.time())
    if request["exercise"] is not None:
        named = exercise(request["exercise"])
        chosen = Next(named, named.name in progress.due(now))
    else:
        kind = next((kind for kind in progress.ratings if kind == request["kind"]), None)
        chosen = next_exercise(progress, np.random.default_rng(), now, kind, request["pattern"])
    found = chosen.exercise
    send(
        {
            "name": found.name,
            "kind": found.kind,
            "grade": found.grade,
            "difficulty": found.difficulty,
            "position": found.position,
            "has_returned": chosen.has_returned,
            "state": progress.state(now),
        }
    )


def judge_answer(request: dict[str, Any], send: Send) -> None:
    """Send the verdict on an answer, the solution and the new progress."""
    progress, now = _progress(request), int(time.time())
    asked = exercise(request["exercise"])
    judgement = judge(asked, [(row, col) for row, col in request["cells"]], request["find_all"])
    result = progress.record(asked, judgement.right, now)
    send(
        {
            **judgement.to_dict(),
            "before": result.before,
            "after": result.after,
            "is_repeated": result.is_repeated,
            "progress": progress.to_dict(),
            "state": progress.state(now),
        }
    )


def _progress(request: dict[str, Any]) -> Progress:
    return Progress() if request["progress"] is None else Progress.from_dict(request["progress"])
