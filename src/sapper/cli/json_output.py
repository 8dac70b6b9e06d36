"""Standard output that holds one JSON document and nothing else.

Agents are code of others, and libraries such as Ray start processes of their own. What any of them writes to
standard output while a command computes its document goes to standard error.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

_reserved: list[TextIO] = []
"""The stream for the document, while standard output is reserved for it."""


def document_stream() -> TextIO:
    """The stream to which a command prints its JSON document."""
    return _reserved[-1] if _reserved else sys.stdout


def reserving_output(command: Callable[..., Any]) -> Callable[..., Any]:
    """Change a command so that with --json it prints nothing but its document to standard output."""

    @functools.wraps(command)
    def run(**options: Any) -> Any:
        if not options.get("as_json"):
            return command(**options)
        with _reserved_output():
            return command(**options)

    return run


@contextmanager
def _reserved_output() -> Iterator[None]:
    """Reserve standard output for the document. Everything else goes to standard error."""
    sys.stdout.flush()
    if not _is_descriptor(sys.stdout, 1) or not _is_descriptor(sys.stderr, 2):
        # Streams that are objects of this process only, as in tests and notebooks.
        _reserved.append(sys.stdout)
        try:
            with redirect_stdout(sys.stderr):
                yield
        finally:
            _reserved.pop()
        return
    kept = os.dup(1)
    os.dup2(2, 1)  # also for the processes that are started, and for code that is not Python
    try:
        with (
            open(kept, "w", encoding=sys.stdout.encoding, errors="replace") as stream,  # noqa: PTH123
            redirect_stdout(sys.stderr),
        ):
            _reserved.append(stream)
            try:
                yield
            finally:
                _reserved.pop()
                sys.stdout.flush()
                os.dup2(kept, 1)
    finally:
        sys.stdout.flush()


def _is_descriptor(stream: TextIO, number: int) -> bool:
    """Whether a stream writes to a file descriptor. A stream that is no file raises an OSError."""
    try:
        return stream.fileno() == number
    except (OSError, ValueError):
        return False
