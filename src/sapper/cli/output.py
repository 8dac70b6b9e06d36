"""What commands share: consoles, JSON documents, and input turned into errors a person can act on."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console

from sapper.errors import SapperError


def console() -> Console:
    """A console on standard output; wide pictures are not folded."""
    return Console(highlight=False, soft_wrap=True)


def messages() -> Console:
    """A console on standard error, for progress and remarks."""
    return Console(stderr=True, highlight=False)


def print_json(document: Any) -> None:
    """Print one JSON document. Counts of layouts may have any number of digits."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        print(json.dumps(document, allow_nan=False))
    finally:
        sys.set_int_max_str_digits(limit)


@contextmanager
def bad_input() -> Iterator[None]:
    """Turn the ValueErrors of what a user gave into errors that are told in one line."""
    try:
        yield
    except SapperError:
        raise
    except ValueError as error:
        raise SapperError(str(error)) from error
