"""Time and memory asked for, beside what was taken, for positions of many sizes and kinds.

Each case runs in a process of its own. Seconds are wall time of the call alone. ``late`` is the processor
time that a question took after its budget was over; the analysis and a question asked of it later have a
budget each. On a quiet machine this is how late the answer came. On a busy one the wall time also contains
waiting for the processor. MiB are the growth of the process's peak memory during the call. ``over`` marks a
call that was late by more than 20% of the time and 0.2 s, or took more than 120% of the memory and that of
the board itself (150 bytes per cell). ``waited`` marks a call that was in time by this measure, and over in
wall time.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.positions import lattice
from sapper import InconsistentView, OutOfBudget, View, analyse

MIB = 1 << 20
BYTES_PER_CELL = 150
Answer = TypeVar("Answer")


def opened_at_random(side: int, mines: float, opened: float, seed: int = 1) -> View:
    """A random board with a share of its free cells opened one by one."""
    rng = np.random.default_rng(seed)
    mined = rng.random((side, side)) < mines
    wide = np.pad(mined.astype(np.int8), 1)
    around = sum(wide[i : i + side, j : j + side] for i in range(3) for j in range(3)) - mined
    numbers = np.where(~mined & (rng.random((side, side)) < opened), around, -2)
    return View.from_array(numbers.astype(np.int8), int(mined.sum()))


def pairs(rows: int, cols: int) -> View:
    """Pairs of ones, each pair a component of its own: rows x cols components."""
    pair = np.array([[-2, -2, -2, -2], [-2, 1, 1, -2], [-2, -2, -2, -2]], np.int8)
    numbers = np.pad(
        np.concatenate([np.concatenate([pair] * cols, axis=1)] * rows), ((0, 5), (0, 0)), constant_values=-2
    )
    return View.from_array(numbers, 3 * rows * cols // 2 + numbers.shape[1])


POSITIONS: dict[str, Callable[[], View]] = {
    "8x8, 20% mines, 20% opened": lambda: opened_at_random(8, 0.2, 0.2),
    "100x100, 20% mines, 20% opened": lambda: opened_at_random(100, 0.2, 0.2),
    "300x300, 20% mines, 20% opened": lambda: opened_at_random(300, 0.2, 0.2),
    "1000x1000, 20% mines, 20% opened": lambda: opened_at_random(1000, 0.2, 0.2),
    "300x300, 20% mines, 40% opened": lambda: opened_at_random(300, 0.2, 0.4),
    "1000x1000, 20% mines, 40% opened": lambda: opened_at_random(1000, 0.2, 0.4),
    "40,000 pairs of ones": lambda: pairs(200, 200),
    "20x20 lattice": lambda: lattice(20, 20, 0.35, 1),
    "30x30 lattice": lambda: lattice(30, 30, 0.35, 1),
    "100x100 lattice": lambda: lattice(100, 100, 0.35, 1),
    "300x300 lattice": lambda: lattice(300, 300, 0.35, 1),
}


def with_wrong_number(view: View) -> View:
    """The same view with one number in the middle raised by one, which mostly contradicts the others."""
    numbers = np.array(view.numbers)
    inside = np.argwhere((numbers >= 0) & (numbers < 8)).tolist()
    numbers[tuple(inside[len(inside) // 2])] += 1
    return View.from_array(numbers, view.mines)


QUESTIONS = ("risk", "solutions", "expected_numbers", "contradiction", "wrong_number")


class Clock:
    """How long questions take, and how much processor time each takes after its budget is over."""

    def __init__(self, budget: float | None) -> None:
        self.budget = budget
        self.seconds = self.processor = self.late = 0.0
        self.questions = 0

    def time(self, question: Callable[[], Answer]) -> Answer:
        over: list[float] = []
        alarm = threading.Timer(self.budget or 0, lambda: over.append(time.process_time()))
        if self.budget is not None:
            alarm.start()
        wall, processor = time.perf_counter(), time.process_time()
        try:
            return question()
        finally:
            ended = time.process_time()
            self.seconds += time.perf_counter() - wall
            self.processor += ended - processor
            self.questions += 1
            alarm.cancel()
            self.late = max([self.late, *(ended - at for at in over)])


def asked(question: str, view: View, budget: float | None, memory: int, clock: Clock) -> str:
    """Ask one question and say how the answer came out."""
    if question == "contradiction":
        view = View.from_array(view.numbers, int((view.numbers == -2).sum()))
    if question == "wrong_number":
        view = with_wrong_number(view)
    try:
        analysis = clock.time(lambda: analyse(view, budget=budget, memory=memory))
        if question == "solutions":
            return f"{clock.time(lambda: analysis.solutions).bit_length():,} bits"
        if question == "expected_numbers":
            row, col = np.argwhere(analysis.risk < 1)[len(view.numbers) // 2].tolist()
            clock.time(lambda: analysis.expected_numbers((row, col)))
    except OutOfBudget:
        return "out of budget"
    except InconsistentView:
        return "contradiction"
    return "exact" if analysis.exact else "estimate"


def run_case(name: str, question: str, budget: float | None, memory: int) -> dict[str, object]:
    view = POSITIONS[name]()
    analyse(View.parse("1??/???/??? 2"))
    clock = Clock(budget)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer = asked(question, view, budget, memory, clock)
    taken = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    over = waited = False
    if budget is not None:
        over = clock.late > 0.2 * budget + 0.2
        waited = clock.seconds > clock.questions * (1.2 * budget + 0.2)
    memory_ok = taken <= 1.2 * memory / MIB + view.numbers.size * BYTES_PER_CELL / MIB
    return {
        "position": name,
        "question": question,
        "budget": budget,
        "memory": memory // MIB,
        "seconds": clock.seconds,
        "processor": clock.processor,
        "late": clock.late,
        "mib": taken,
        "answer": answer,
        "time": "over" if over else "waited" if waited else "",
        "space": "" if memory_ok else "over",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--budget", type=float, nargs="*", default=[0.1, 1.0], help="seconds asked for")
    parser.add_argument("--memory", type=int, nargs="*", default=[16, 2048], help="MiB asked for")
    parser.add_argument("--only", default="", help="only positions whose name contains this")
    parser.add_argument("--question", choices=QUESTIONS, nargs="*", default=["risk"])
    parser.add_argument("--case", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.case:
        print(json.dumps(run_case(*json.loads(arguments.case))))
        return
    print("| position | asked for | budget | memory | seconds | processor | late | MiB | answer | limits |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name in POSITIONS:
        if arguments.only not in name:
            continue
        for question in arguments.question:
            for budget in [b if b > 0 else None for b in arguments.budget]:
                for memory in arguments.memory:
                    case = json.dumps([name, question, budget, memory * MIB])
                    command = [sys.executable, __file__, "--case", case]
                    found = json.loads(
                        subprocess.run(command, capture_output=True, check=True, text=True).stdout
                    )
                    limits = " ".join(part for part in (found["time"], found["space"]) if part)
                    print(
                        f"| {name} | {question} | {budget or 'none'} | {memory} | {found['seconds']:.2f} |"
                        f" {found['processor']:.2f} | {found['late']:.2f} | {found['mib']:.0f} |"
                        f" {found['answer']} | {limits} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
