"""Options and output shared by the benchmarks in which players take turns."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import Any

from benchmarks.positions import LEVELS

ROUNDS = 5
"""Number of turns per player. They alternate, so that a busy machine slows all players alike."""


def options(about: str | None, **games: tuple[int, str]) -> argparse.ArgumentParser:
    """Make a parser with level, seed, ``--json`` and one option per number of games: (default, help text)."""
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
    """Print the document as JSON if the arguments ask for it, otherwise the table."""
    if arguments.json:
        print(json.dumps({"level": arguments.level, **document}, indent=1))
    else:
        print("\n".join(table))
