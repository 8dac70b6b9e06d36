"""The main function of a worker process.

It reads JSON requests from standard input, one per line, and writes JSON results to standard output, one per
line. An empty line marks the end of a task. When the line ``{"stop": true}`` arrives during a task, the task
ends at its next result.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from queue import SimpleQueue
from typing import Any, BinaryIO

from sapper.errors import InconsistentView, OutOfBudget, SapperError
from sapper.web.tasks.task_list import TASKS


class TaskStopped(BaseException):
    """The running task was told to stop."""


def main() -> None:
    """Run the tasks that arrive on standard input until it is closed."""
    # The server handles Ctrl-C and then closes our input, which ends the loop below.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # the output of an agent that prints must not mix with the results
    requests: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
    stop = threading.Event()
    threading.Thread(target=_read_requests, args=(sys.stdin.buffer, requests, stop), daemon=True).start()
    while (message := requests.get()) is not None:
        stop.clear()
        perform(message, results, stop)


def perform(message: dict[str, Any], results: BinaryIO, stop: threading.Event) -> None:
    """Run one task, and write its results. An error of the task is written as a result."""

    def send(result: dict[str, Any]) -> None:
        _write(results, result)
        if stop.is_set():
            raise TaskStopped

    try:
        TASKS[message["task"]](message["request"], send)
    except TaskStopped:
        pass
    except InconsistentView as error:
        impossible = {"cells": error.cells, "uses_mine_count": error.uses_mine_count}
        _write(results, {"error": str(error), "kind": "impossible", **impossible})
    except OutOfBudget as error:
        _write(results, {"error": str(error), "kind": "budget"})
    except (SapperError, ValueError, MemoryError) as error:
        _write(results, {"error": str(error) or type(error).__name__, "kind": "input"})
    except Exception as error:  # an agent of another package may raise any exception
        _write(results, {"error": f"{type(error).__name__}: {error}", "kind": "failure"})
    results.write(b"\n")
    results.flush()


def _write(results: BinaryIO, result: dict[str, Any]) -> None:
    results.write(json.dumps(result, separators=(",", ":"), allow_nan=False).encode() + b"\n")
    results.flush()


def _read_requests(
    lines: BinaryIO, requests: SimpleQueue[dict[str, Any] | None], stop: threading.Event
) -> None:
    for line in lines:
        message = json.loads(line)
        if "stop" in message:
            stop.set()
        else:
            requests.put(message)
    stop.set()
    requests.put(None)


if __name__ == "__main__":
    main()
