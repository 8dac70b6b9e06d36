"""A process that thinks: reads a request a line, writes an answer a line, and an empty line when it is done.

A line ``{"stop": true}`` during a task ends it when it tells something next.
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
    """A task was told to stop."""


def main() -> None:
    """Serve requests on standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's affair, which closes our input
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever an agent prints must not mix with the answers
    requests: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
    stop = threading.Event()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests, stop), daemon=True).start()
    while (message := requests.get()) is not None:
        stop.clear()
        perform(message, answers, stop)


def perform(message: dict[str, Any], answers: BinaryIO, stop: threading.Event) -> None:
    """Carry out one task; every failure of what was asked becomes an answer."""

    def tell(answer: dict[str, Any]) -> None:
        _say(answers, answer)
        if stop.is_set():
            raise TaskStopped

    try:
        TASKS[message["task"]](message["request"], tell)
    except TaskStopped:
        pass
    except InconsistentView as error:
        impossible = {"cells": error.cells, "uses_mine_count": error.uses_mine_count}
        _say(answers, {"error": str(error), "kind": "impossible", **impossible})
    except OutOfBudget as error:
        _say(answers, {"error": str(error), "kind": "budget"})
    except (SapperError, ValueError, MemoryError) as error:
        _say(answers, {"error": str(error) or type(error).__name__, "kind": "input"})
    except Exception as error:  # an agent of anyone's making may fail in any way
        _say(answers, {"error": f"{type(error).__name__}: {error}", "kind": "failure"})
    answers.write(b"\n")
    answers.flush()


def _say(answers: BinaryIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer, separators=(",", ":"), allow_nan=False).encode() + b"\n")
    answers.flush()


def _listen(lines: BinaryIO, requests: SimpleQueue[dict[str, Any] | None], stop: threading.Event) -> None:
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
