"""Print one number for the behaviour of the core: it changes when any answer changes by a single bit.

The script analyses random views and plays games from fixed seeds, and hashes the answers: the risks as raw
float64 bits, and the columns of the games. A change that must not alter behaviour prints the same signature
before and after it. A change that may alter behaviour names its new signature in its commit.

Each part has its own signature, which shows what a change has touched. ``stated chances`` holds what agents
say about their guesses (risk and chance to win); it may change while the games stay the same.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.positions import guess_positions, lattice, scattered
from sapper import BEGINNER, EXPERT, INTERMEDIATE, Arena, Rules, View, _core, analyse, analyse_many

SEED = 16
SIZES = (BEGINNER, INTERMEDIATE, EXPERT, Rules(1, 60, 12), Rules(5, 40, 70), Rules(30, 30, 90))
VIEWS_PER_SIZE = 4_000
NATIVE_GAMES = {
    "lowest-risk": 50_000,
    "pseq": 1_500,
    "sapper-fast": 12_000,
    "sapper-strong": 1_000,
    "sapper-max": 4,
}
COMPOSED_AGENTS = ("becerra-csp", "nguyen-subset", "aua-csp", "pgms-csp", "rc-2", "studholme")
COMPOSED_GAMES = 1_000


@dataclass
class Part:
    """The hash of one kind of answer and how many answers it covers."""

    name: str
    items: int = 0
    hash: Any = field(default_factory=lambda: blake2b(digest_size=4))

    def add(self, *arrays: NDArray[Any], items: int) -> None:
        for array in arrays:
            self.hash.update(np.ascontiguousarray(array).tobytes())
        self.items += items

    @property
    def number(self) -> int:
        return int.from_bytes(self.hash.digest())


def random_views() -> Part:
    """Risks of views with a random share of the free cells opened, in batches of one size."""
    part = Part("risks of random views")
    for rules in SIZES:
        views = [scattered(rules, 5 + 55 * i / VIEWS_PER_SIZE, SEED + i) for i in range(VIEWS_PER_SIZE)]
        found = analyse_many(np.stack([view.numbers for view in views]), rules.mines)
        part.add(found.risk, found.possible, found.exact, items=len(views))
    return part


def guesses_and_lattices() -> Part:
    """Risks, layout counts and number distributions of positions that need a guess and of wide components."""
    part = Part("risks and counts of guess positions")
    views: list[View] = []
    for rules in (BEGINNER, INTERMEDIATE, EXPERT):
        views += guess_positions(rules, 1_000, SEED)
    views += [lattice(rows, cols, 0.3, SEED) for rows, cols in ((10, 10), (10, 21), (16, 16))]
    for number, view in enumerate(views):
        analysis = analyse(view)
        part.add(analysis.risk, items=1)
        if number % 20 == 0:
            row, col = np.argwhere(analysis.risk < 1)[0].tolist()
            count = analysis.solutions.to_bytes(-(-analysis.solutions.bit_length() // 8) or 1)
            part.add(np.frombuffer(count, np.uint8), analysis.expected_numbers((row, col)), items=0)
    return part


def native_games() -> tuple[Part, Part]:
    """Games of the agents in the core, and what these agents state about their guesses."""
    games, stated = Part("games of native agents"), Part("stated chances")
    for agent, count in NATIVE_GAMES.items():
        played = _core.play_games(agent, EXPERT.native, SEED, 0, count, 0, 2, layouts=20)
        games.add(*(played[name] for name in ("won", "steps", "guesses", "opened", "hits")), items=count)
        chances = [
            played[name] for name in sorted(played) if played[name].dtype == np.float64 and name != "seconds"
        ]
        stated.add(*chances, items=sum(map(len, chances)))
    return games, stated


def composed_games() -> Part:
    """Games of agents that are composed of deduction steps."""
    part = Part("games of composed agents")
    results = Arena(INTERMEDIATE, seed=SEED, workers=2).run(list(COMPOSED_AGENTS), COMPOSED_GAMES)
    for games in results.games.values():
        part.add(
            *(games.columns[name] for name in ("won", "steps", "guesses", "opened")), items=len(games.index)
        )
    return part


def parts() -> Iterator[Part]:
    steps: list[Callable[[], Part | tuple[Part, ...]]] = [
        random_views,
        guesses_and_lattices,
        native_games,
        composed_games,
    ]
    for step in steps:
        found = step()
        yield from (found,) if isinstance(found, Part) else found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    arguments = parser.parse_args()
    found, whole = [], blake2b(digest_size=4)
    for part in parts():
        found.append(part)
        whole.update(part.hash.digest())
        if not arguments.json:
            print(f"{part.name:40} {part.items:8,}  {part.number:10}", flush=True)
    signature = int.from_bytes(whole.digest())
    if arguments.json:
        print(
            json.dumps(
                {"signature": signature, "parts": {part.name: part.number for part in found}}, indent=1
            )
        )
    else:
        print(f"Signature: {signature}")


if __name__ == "__main__":
    main()
