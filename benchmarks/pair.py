"""Two builds of Sapper side by side: how many times as fast the second is as the first.

    python benchmarks/pair.py OLD_PYTHON NEW_PYTHON

Each interpreter has its own Sapper installed and works in a process of its own. The two take turns, many
short rounds each, and each round is timed in processor time, so that a busy machine slows both alike. The
table shows the median of each build, and the median and the quartiles of the ratio, turn by turn. The answers
of both builds are compared too.

- ``risks``: ``View.from_array``, ``analyse`` and ``.risk`` of expert guess positions, one after the other;
- the other names are agents that play whole expert games in the core, on one thread.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

SEED = 1
GAMES = {"lowest-risk": 1500, "sapper-fast": 400, "sapper-strong": 15, "sapper-max": 2}
"""The games of one round, by agent."""


@dataclass(frozen=True)
class Part:
    """What is measured: a round of work, and a digest of its answers."""

    work: Callable[[], object]
    digest: Callable[[], str]


def part_of(name: str, positions: int) -> Part:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from benchmarks.positions import guess_positions
    from sapper import EXPERT, View, _core, analyse

    if name == "risks":
        arrays = [view.numbers for view in guess_positions(EXPERT, positions, SEED)]

        def risk_of(numbers: NDArray[np.int8]) -> NDArray[np.float64]:
            return analyse(View.from_array(numbers, EXPERT.mines)).risk

        def find_risks() -> None:
            for numbers in arrays:
                risk_of(numbers)

        def digest_risks() -> str:
            risks = [risk_of(numbers) for numbers in arrays]
            return hashlib.sha256(np.stack(risks).tobytes()).hexdigest()

        return Part(find_risks, digest_risks)

    def play() -> dict[str, Any]:
        return _core.play_games(name, EXPERT.native, SEED, 0, GAMES.get(name, 100), 0, 1)

    def digest_games() -> str:
        played = play()
        facts = [np.asarray(played[fact]).tobytes() for fact in ("won", "steps", "guesses", "opened")]
        return hashlib.sha256(b"".join(facts)).hexdigest()

    return Part(play, digest_games)


def serve() -> None:
    """The loop of a worker: reads the name of a part, works one round, and answers in JSON, line by line."""
    gc.disable()
    parts: dict[str, Part] = {}
    digests: dict[str, str] = {}
    for line in sys.stdin:
        question = json.loads(line)
        name = question["part"]
        if name not in parts:
            parts[name] = part_of(name, question["positions"])
            digests[name] = parts[name].digest()
            parts[name].work()  # the first round allocates what later ones reuse
        begin = process_time()
        parts[name].work()
        print(json.dumps({"seconds": process_time() - begin, "digest": digests[name]}), flush=True)


class Build:
    """An interpreter with its Sapper, in a process that works when asked."""

    def __init__(self, python: str) -> None:
        self.python = python
        self.process = subprocess.Popen(
            [python, __file__, "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def work(self, part: str, positions: int) -> tuple[float, str]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"part": part, "positions": positions}) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self.python} failed; see its message above")
        found = json.loads(answer)
        return found["seconds"], found["digest"]

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def compare(old: Build, new: Build, part: str, rounds: int, positions: int) -> dict[str, Any]:
    """The times of both builds, round by round, each going first every other time."""
    seconds = np.empty((rounds, 2))
    digests = set()
    for turn in range(rounds):
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            seconds[turn, which], digest = (old, new)[which].work(part, positions)
            digests.add(digest)
    items = positions if part == "risks" else GAMES.get(part, 100)
    low, middle, high = np.quantile(seconds[:, 0] / seconds[:, 1], (0.25, 0.5, 0.75))
    before, after = np.median(seconds, axis=0) / items * 1e6
    return {
        "part": part,
        "old_us": before,
        "new_us": after,
        "ratio": middle,
        "low": low,
        "high": high,
        "rounds": rounds,
        "same": len(digests) == 1,
    }


def main() -> None:
    if "--worker" in sys.argv:
        serve()
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", help="the interpreter whose Sapper is the measure")
    parser.add_argument("new", help="the interpreter whose Sapper is compared to it")
    parser.add_argument("--parts", nargs="+", default=["risks", "lowest-risk", "sapper-fast"])
    parser.add_argument("--rounds", type=int, default=20, help="rounds of each build and part (default 20)")
    parser.add_argument("--positions", type=int, default=1000, help="positions of a round (default 1000)")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    arguments = parser.parse_args()
    old, new = Build(arguments.old), Build(arguments.new)
    rows = [compare(old, new, part, arguments.rounds, arguments.positions) for part in arguments.parts]
    old.close()
    new.close()
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return
    print(f"{'part':<16}{'old us':>10}{'new us':>10}{'ratio':>8}   quartiles      answers")
    for row in rows:
        print(
            f"{row['part']:<16}{row['old_us']:>10.2f}{row['new_us']:>10.2f}{row['ratio']:>8.3f}"
            f"   {row['low']:.3f}-{row['high']:.3f}    {'same' if row['same'] else 'DIFFERENT'}"
        )


if __name__ == "__main__":
    main()
