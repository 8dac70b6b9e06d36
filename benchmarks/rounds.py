"""What benchmarks that play games in turns share: their options, and a table or JSON at the end."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import Any

from benchmarks.positions import LEVELS

ROUNDS = 5
"""Turns in which the rivals play, so that a busy machine slows all of them alike."""


def options(about: str | None, **games: tuple[int, str]) -> argparse.ArgumentParser:
    """The level, the seed, ``--json``, and options for numbers of games: (how many, of what)."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=LEVELS, default="expert")
    for name, (default, what) in games.items():
        flag = f"--{name.replace('_', '-')}"
        parser.add_argument(flag, type=_games, default=default, help=f"{what} (default {default})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    return parser


def _games(text: str) -> int:
    if int(text) < ROUNDS:
        raise argparse.ArgumentTypeError(f"at least {ROUNDS} games, please")
    return int(text)


def show(arguments: argparse.Namespace, document: dict[str, Any], table: Iterable[str]) -> None:
    """Print what was measured, as asked for."""
    if arguments.json:
        print(json.dumps({"level": arguments.level, **document}, indent=1))
    else:
        print("\n".join(table))
