"""Ctrl-C ends every long call of the core soon, also while it works in several threads."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE, cpu_seconds

# Views that take long: numbers on every second cell of every second row, and many small components.
SETUP = """
import time
import numpy as np
from sapper import Rules, View, analyse, best_move, _core as core
from tests.solver.test_analysis_limits import mines_at_random, numbers_of

def lattice(side, share):
    mines = mines_at_random(side, side, share)
    mines[::2, ::2] = False
    numbers = np.full((side, side), -2, np.int8)
    numbers[::2, ::2] = numbers_of(mines)[::2, ::2]
    return View.from_array(numbers, int(mines.sum()))

def sparse(side, share, opened=0.2):
    mines = mines_at_random(side, side, share)
    shown = (np.random.default_rng(2).random((side, side)) < opened) & ~mines
    numbers = np.where(shown, numbers_of(mines), -2).astype(np.int8)
    return View.from_array(numbers, int(mines.sum()))

def untouched(rows, cols, mines):
    return View.from_array(np.full((rows, cols), -2, np.int8), mines)

def knowledge(view):
    found = core.Knowledge(view.rows, view.cols, view.mines)
    found.update(view, False)
    return found

def huge_fleet():
    rules = Rules(1_000, 1_000, 200_000, first_move="zero").native
    return core.Fleet(rules, 24, 0, False, True, "win", False, 0.0, 0, "Disabled", 1)

def forever(call):
    while True:
        call()

expert, large = Rules(16, 30, 99).native, Rules(100, 100, 2_000).native
"""

# A call, and what it needs to be set up. Each takes a minute or more in full.
CALLS = {
    "analyse a lattice": ("view = lattice(300, 0.2)", "analyse(view)"),
    "analyse many components": ("view = sparse(600, 0.2)", "forever(lambda: analyse(view))"),
    "solutions": ("found = analyse(sparse(400, 0.2))", "found.solutions"),
    "numbers expected": (
        "view = sparse(300, 0.2); found = analyse(view); cell = view.covered[0]",
        "forever(lambda: found.expected_numbers(cell))",
    ),
    "best move, fast": ("view = sparse(300, 0.2)", "forever(lambda: best_move(view, 'fast'))"),
    "best move, strong": ("view = sparse(300, 0.2)", "forever(lambda: best_move(view, 'strong'))"),
    "best move, a lattice": ("view = lattice(300, 0.2)", "best_move(view, 'strong')"),
    "choice with rollouts": (
        "view = untouched(16, 30, 99)",
        "core.choose('sapper-max', view, 0.0, None, 10**6)",
    ),
    "games": ("", "core.play_games('sapper-strong', expert, 1, 0, 100_000, -1, 1)"),
    "games in threads": ("", "core.play_games('sapper-strong', expert, 1, 0, 100_000, -1, 2)"),
    "long games in threads": ("", "core.play_games('sapper-max', expert, 1, 0, 2_000, -1, 4, 0.0, 10**6)"),
    "games on a large board": ("", "core.play_games('lowest-risk', large, 1, 0, 20_000, -1, 2)"),
    "games of a recipe": (
        "recipe = core.Recipe(['single-cell', 'consistency-3', 'enumeration'], 'boards', True, False, False)",
        "recipe.play_games(expert, 1, 0, 100_000, -1, 2)",
    ),
    "many choices": (
        "view = untouched(16, 30, 99); numbers = np.tile(np.asarray(view.numbers), (4_000, 1, 1))",
        "core.choose_many('sapper-max', numbers, [99] * 4_000, 2)",
    ),
    "many analyses": (
        "view = sparse(100, 0.2); numbers = np.tile(np.asarray(view.numbers), (20_000, 1, 1))",
        "core.analyse_many(numbers, [view.mines] * 20_000, 2)",
    ),
    "perfect play": (
        "view = untouched(5, 7, 4)",
        "forever(lambda: core.perfect_win(view, [(0, 0)], 10**9, 10**12))",
    ),
    "perfect play of a large board": (
        "view = untouched(1_000, 1_000, 1)",
        "core.perfect_win(view, [(0, 0)], 10**9, 10**12)",
    ),
    "playouts": (
        "view = untouched(16, 30, 99)",
        "core.play_out('sapper-strong', view, [[]], 1, 0, 100_000, 2)",
    ),
    "optimum": ("from sapper import optimum", "optimum(Rules(6, 6, 9), memory=1 << 33)"),
    "strength": (
        "",
        "core.strength(Rules(6, 6, 6).native, 'sapper-fast', 0, [2**61 - 1], lambda views: None)",
    ),
    "board without a guess": (
        "board = core.Board.random(Rules(1_000, 1_000, 120_000).native, 1, 0, 0)",
        "forever(lambda: core.no_guess(board, 0, float('inf')))",
    ),
    "boards without a guess": ("", "core.find_no_guess(expert, 1, 0, 1_000_000, 0, 2, float('inf'))"),
    "repair": ("", "forever(lambda: core.repair(large, 1, 0, 0, 10**6, float('inf')))"),
    "consistency": ("found = knowledge(lattice(300, 0.2))", "forever(lambda: found.run('consistency-9'))"),
    "trial": ("view = lattice(500, 0.2)", "forever(lambda: knowledge(view).run('trial-pairs'))"),
    "subsets": ("view = sparse(500, 0.2, 0.5)", "forever(lambda: knowledge(view).run('subset'))"),
    "enumeration": ("found = knowledge(lattice(30, 0.2))", "found.run('enumeration', None)"),
    "facts": (
        "found = knowledge(sparse(1_200, 0.2, 0.5)); found.run('single-cell')",
        "forever(lambda: found.facts(0))",
    ),
    "equations": ("found = knowledge(sparse(1_200, 0.2, 0.5))", "forever(lambda: found.equations())"),
    "a fleet of large boards": (
        "fleet = huge_fleet(); marks = np.ones(24, np.bool_)",
        "forever(lambda: fleet.reset(marks))",
    ),
    "a move with a proof": (
        "from sapper import explain; view = sparse(1_000, 0.2); cell = analyse(view).safe[0]",
        "forever(lambda: explain(view, cell))",
    ),
}

CPU_SECONDS = 0.5
"""Allowed after the signal. On a quiet core all end within 0.05; a check that is missing takes longer."""


def interrupt(setup: str, call: str, after: float = 0.5) -> tuple[float, float]:
    """Send SIGINT into a call after this many CPU seconds; return the CPU and wall seconds until it ended."""
    report = "print(time.process_time(), time.monotonic(), flush=True)"
    script = f"{SETUP}{setup}\nprint(flush=True)\ntry:\n    {call}\nexcept KeyboardInterrupt:\n    {report}\n"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "\n"
        begun = cpu_seconds(process.pid)
        while cpu_seconds(process.pid) < begun + after:
            assert process.poll() is None, "the call ended before it could be interrupted"
            time.sleep(0.01)
        sent, at = cpu_seconds(process.pid), time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    ended = [float(word) for word in output.split()]
    assert len(ended) == 2, "the call ended without a KeyboardInterrupt"
    return ended[0] - sent, ended[1] - at


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads CPU times from /proc")
@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_a_long_call(name: str) -> None:
    cpu, _ = interrupt(*CALLS[name])
    assert cpu < CPU_SECONDS


if (
    __name__ == "__main__"
):  # prints how late each call ends, in CPU and wall seconds, interrupted after so many
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets its background ignore Ctrl-C
    for name, call in CALLS.items():
        print(f"{name:32}", end="", flush=True)
        for after in map(float, sys.argv[1:] or ["0.5"]):
            try:
                cpu, wall = interrupt(*call, after)
                print(f"{cpu:8.3f} {wall:7.3f}", end="", flush=True)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                print(f"  {type(error).__name__}: {str(error)[:60]}", end="", flush=True)
        print()
