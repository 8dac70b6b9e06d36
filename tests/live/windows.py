"""A display without a screen, and programs in its windows."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from sapper.game import Board
from tests.live.programs import program


@contextmanager
def display(size: str = "1000x800x24") -> Iterator[str]:
    """Start Xvfb; yield the name of its display.

    Without ``-noreset`` it begins anew when its last program ends, and drops who connects meanwhile.
    """
    server = subprocess.Popen(
        [program("Xvfb"), "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    try:
        yield f":{server.stdout.readline().strip()}"
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


@contextmanager
def running(
    command: Sequence[str], on: str, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program on a display. At the end, everything that it has started is ended, too."""
    process = subprocess.Popen(
        command,
        env={**os.environ, "DISPLAY": on, **(environment or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def game_id(board: Board) -> str:
    """A board as sgt-mines takes it: the size, the start, and the mines as hexadecimal digits, row by row."""
    rules = board.rules
    bits = 0
    for cell in board.mines:
        bits |= 1 << (rules.cells - 1 - rules.index(cell))
    digits = -(-rules.cells // 4)
    padded = bits << (digits * 4 - rules.cells)
    row, col = board.start
    return f"{rules.cols}x{rules.rows}n{rules.mines}:{col},{row},u{padded:0{digits}x}"
