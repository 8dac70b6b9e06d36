"""A key in this terminal that stops the player at once."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stop_key() -> Iterator[Callable[[], bool]]:
    """Watch the terminal for any key; yield a function that says whether one was pressed.

    Without a terminal on standard input there is no key to press, and Ctrl-C still stops the program.
    """
    if not (sys.stdin is not None and sys.stdin.isatty()) or os.name == "nt":
        yield lambda: False
        return
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield lambda: bool(select.select([terminal], [], [], 0)[0])
    finally:
        termios.tcflush(terminal, termios.TCIFLUSH)
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
