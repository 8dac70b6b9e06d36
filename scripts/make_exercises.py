"""Write src/sapper/trainer/exercises.jsonl.gz: the exercises of the trainer, mined from games and verified.

The same seed gives the same file on every machine. With `--check`, only verify the exercises of the file.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

from sapper.game.rules import Rules
from sapper.trainer.exercise import FILE, Exercise, read_exercises, write_exercises
from sapper.trainer.mining import deductions, guesses
from sapper.trainer.verification import problem_of

SOURCES = ("9x9/10", "9x9/16", "12x12/28", "16x16/40", "16x16/51", "16x30/99")
"""The boards. A grade that is too rare on one of them is filled up from the boards after it."""
DEDUCTIONS = {
    "single-cell": 240,
    "subset": 720,
    "pair": 732,
    "k-relational": 360,
    "exact": 48,
    "mine-count": 500,
}
GUESSES = {"equal-risk": 1400, "higher-risk": 1000}
"""How many exercises of each grade are made."""
BOARDS = 30_000
"""How many boards of each size are examined at most."""


def mine(seed: int) -> Iterator[Exercise]:
    """Yield the exercises of a seed. No position comes twice."""
    seen: set[str] = set()
    for make, totals in ((deductions, DEDUCTIONS), (guesses, GUESSES)):
        left = Counter(totals)
        for number, source in enumerate(SOURCES):
            share = {grade: -(-count // (len(SOURCES) - number)) for grade, count in left.items()}
            wanted = {grade for grade, count in share.items() if count}
            began = time.monotonic()
            for exercise in make(Rules.parse(source, first_move="zero"), seed, BOARDS, wanted):
                if exercise.position in seen or exercise.grade not in wanted:
                    continue
                seen.add(exercise.position)
                share[exercise.grade] -= 1
                left[exercise.grade] -= 1
                if not share[exercise.grade]:
                    wanted.discard(exercise.grade)
                yield exercise
            missing = {grade: count for grade, count in share.items() if count}
            print(f"{source} {make.__name__}: {time.monotonic() - began:.1f} s", missing or "", flush=True)


def main() -> None:
    """Make or check the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2021)
    parser.add_argument("--check", action="store_true", help="verify the exercises that the file holds")
    options = parser.parse_args()
    began = time.process_time()
    exercises = read_exercises() if options.check else tuple(mine(options.seed))
    problems = [f"{each.position}: {problem}" for each in exercises if (problem := problem_of(each))]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(f"{len(problems)} of {len(exercises)} exercises are wrong; nothing was written")
    if not options.check:
        write_exercises(FILE, exercises)
    spent = time.process_time() - began
    size = FILE.stat().st_size
    print(f"{len(exercises)} verified exercises, {size:,} bytes, {spent:.0f} s of processor time")


if __name__ == "__main__":
    main()
