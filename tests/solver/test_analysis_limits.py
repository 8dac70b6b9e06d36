"""Limits of the analysis: time, memory, Ctrl-C and wrong arguments."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.positions import lattice
from sapper import InconsistentView, OutOfBudget, Rules, View, analyse, analyse_many
from sapper.arena.exact_strength import win_probability
from tests.patience import PATIENCE, cpu_seconds, wait_until

SMALL = View.parse("1??/???/??? 2")


def mines_at_random(rows: int, cols: int, share: float) -> NDArray[np.bool_]:
    return np.random.default_rng(1).random((rows, cols)) < share


def numbers_of(mines: NDArray[np.bool_]) -> NDArray[np.int8]:
    rows, cols = mines.shape
    wide = np.pad(mines.astype(np.int8), 1)
    around = sum(wide[i : i + rows, j : j + cols] for i in range(3) for j in range(3)) - mines
    return np.where(mines, -2, around).astype(np.int8)


@pytest.mark.parametrize("cell", [(100_000_000, 0), (-1, -1), (3, 0), (0, 0)])
def test_only_covered_cells_have_chances_and_proofs(cell: tuple[int, int]) -> None:
    analysis = analyse(SMALL)
    with pytest.raises(ValueError, match="only a covered cell of the board"):
        analysis._number_chances(*cell)
    with pytest.raises(ValueError, match="only a covered cell of the board"):
        analysis._proof(*cell, mine=True)


@pytest.mark.parametrize("prime", [0, 1, 2, 1 << 62, 2**64 - 1])
def test_layouts_are_counted_modulo_odd_primes_alone(prime: int) -> None:
    with pytest.raises(ValueError, match=r"below 2\^62"):
        analyse(SMALL)._layouts_modulo([97, prime])


def test_a_contradiction_of_a_large_board_takes_no_more_than_its_budget() -> None:
    mines = mines_at_random(200, 200, 0.2)
    numbers = numbers_of(mines)
    numbers[np.random.default_rng(2).random(numbers.shape) < 0.5] = -2
    count = int(mines.sum()) - 1_500
    with pytest.raises(InconsistentView) as raised:  # this once took minutes in spite of the budget
        analyse(View.from_array(numbers, count), budget=0.1)
    error = raised.value
    assert error.uses_mine_count
    assert len(str(error)) < 2_000
    assert f"{len(error.cells) - 24:,} more numbers" in str(error)
    # The set may not be minimal, but its numbers alone must contradict each other.
    alone = np.full_like(numbers, -2)
    rows, cols = zip(*error.cells, strict=True)
    alone[rows, cols] = numbers[rows, cols]
    assert not analyse_many(alone[None], count).possible[0]


@pytest.mark.parametrize("question", ["contradiction", "wrong_number"])
def test_what_contradicts_on_a_large_board_is_found_in_the_memory_asked_for(question: str) -> None:
    case = json.dumps(["1000x1000, 20% mines, 40% opened", question, 0.1, 16 << 20])
    program = Path(__file__).parents[2] / "benchmarks" / "budgets.py"
    command = [sys.executable, str(program), "--case", case]
    found = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert found["space"] == "", found


def test_thousands_of_components_are_weighed_alike() -> None:
    rows, cols = 40, 40  # separate pairs of ones: many components, but quick to count
    numbers = np.tile(np.array([[-2, -2, -2, -2], [-2, 1, 1, -2], [-2, -2, -2, -2]], np.int8), (rows, cols))
    numbers = np.pad(numbers, ((0, 5), (0, 0)), constant_values=-2)
    mines = 3 * numbers.size // 16
    analysis = analyse(View.from_array(numbers, mines))
    assert analysis.exact
    assert np.nansum(analysis.risk) == pytest.approx(mines, abs=1e-6)
    tiles = analysis.risk[: 3 * rows].reshape(rows, 3, cols, 4).swapaxes(1, 2)
    np.testing.assert_allclose(tiles, np.broadcast_to(tiles[0, 0], tiles.shape), atol=1e-9)
    assert analysis.solutions.bit_length() == pytest.approx(analysis.layouts_log2(), abs=2)


def scattered_numbers(side: int, mines: float = 0.2, opened: float = 0.2) -> View:
    mined = mines_at_random(side, side, mines)
    numbers = numbers_of(mined)
    numbers[np.random.default_rng(2).random(numbers.shape) >= opened] = -2
    return View.from_array(numbers, int(mined.sum()))


@pytest.mark.parametrize("budget", [0.0, 1e-3, 0.02])
def test_a_short_budget_ends_a_huge_analysis_early(budget: float) -> None:
    view = scattered_numbers(700)
    begin = time.process_time()
    analysis = analyse(view, budget=budget)  # exact answers took half a minute, whatever the budget
    assert not analysis.exact
    assert time.process_time() - begin < 5
    covered = view.numbers == -2
    assert ((analysis.risk >= 0) & (analysis.risk <= 1))[covered].all()
    assert ((analysis.error >= 0) & (analysis.error <= 0.5))[covered].all()
    assert analysis.error[covered].mean() > 0.01


def test_what_a_short_budget_calls_certain_is_certain() -> None:
    view = scattered_numbers(300, opened=0.35)
    exact = analyse(view)
    assert exact.exact
    for budget in (0.005, 0.05, 0.2):
        hasty = analyse(view, budget=budget)
        assert (exact.risk[hasty.risk == 0] == 0).all()
        assert (exact.risk[hasty.risk == 1] == 1).all()


def test_later_questions_keep_the_budget_too() -> None:
    view = scattered_numbers(300)
    hasty = analyse(view, budget=1e-3)
    row, col = np.argwhere((hasty.risk > 0) & (hasty.risk < 1))[0].tolist()
    begin = time.process_time()
    with pytest.raises(OutOfBudget, match="allow more time or memory"):
        _ = hasty.solutions
    with pytest.raises(OutOfBudget, match="allow more time or memory"):
        hasty.expected_numbers((row, col))
    assert time.process_time() - begin < 5


def test_estimates_keep_to_the_memory() -> None:
    script = (
        "import resource\n"
        "from benchmarks.positions import lattice\n"
        "from sapper import View, analyse\n"
        "view = lattice(30, 30, 0.35, 1)\n"
        "analyse(View.parse('1??/???/??? 2'))\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "assert not analyse(view, memory=16 << 20, budget=3).exact\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    taken = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(taken.stdout) <= 1.2 * 16 * 1024  # it was up to five times as much


@pytest.mark.parametrize("cell", [(0, 1), (9, 9), (11, 11), (69, 69), (2, 1)])
def test_expected_numbers_of_a_large_board_average_to_its_risks(cell: tuple[int, int]) -> None:
    numbers = np.full((70, 70), -2, np.int8)
    numbers[:3, :3] = View.parse("1??/?2?/??1 3").numbers
    numbers[10:60:3, 10:60:3] = 1
    mines = 700
    analysis = analyse(View.from_array(numbers, mines))
    risk = analysis.risk[cell]
    chances = analysis.expected_numbers(cell)
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    # The risk of another cell is the mean of its risks after each thing that the cell may turn out to be.
    mean = 0.0
    for shown, chance in [(-1, risk), *enumerate((1 - risk) * chances)]:
        if chance > 0:
            after = numbers.copy()
            after[cell] = shown
            mean += chance * analyse(View.from_array(after, mines)).risk[3, 3]
    assert mean == pytest.approx(analysis.risk[3, 3], abs=1e-12)


def test_refused_views_leave_no_memory_behind() -> None:
    covered = np.full((1_000, 1_000), -2, np.int8)
    wrong = covered.copy()
    wrong[0, 0] = 9
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(200):  # each view takes a megabyte
        with pytest.raises(ValueError, match="9"):
            View.from_array(wrong, 5)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_huge_rules_have_no_exact_win_probability() -> None:
    with pytest.raises(OutOfBudget, match="cells, which are too many"):
        win_probability("pseq", Rules(100, 100, 3_000))


@pytest.mark.parametrize("call", ["analyse(view)", "best_move(view, 'fast')", "best_move(view, 'strong')"])
def test_ctrl_c_ends_what_would_take_minutes(call: str) -> None:
    script = (
        "import numpy as np\n"
        "from sapper import View, analyse, best_move\n"
        "from tests.solver.test_analysis_limits import mines_at_random, numbers_of\n"
        "mines = mines_at_random(300, 300, 0.2)\n"
        "mines[::2, ::2] = False\n"
        "numbers = np.full((300, 300), -2, np.int8)\n"
        "numbers[::2, ::2] = numbers_of(mines)[::2, ::2]\n"
        "view = View.from_array(numbers, int(mines.sum()))\n"
        "print('begun', flush=True)\n"
        f"{call}\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    begun = cpu_seconds(process.pid)
    wait_until(lambda: cpu_seconds(process.pid) > begun + 0.5)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=PATIENCE)
    assert "KeyboardInterrupt" in stderr


def test_a_batch_keeps_its_budget_and_says_what_is_estimated() -> None:
    """Exactly, each of the hard views takes minutes."""
    hard = lattice(40, 40, 0.35, 1)
    easy = np.full_like(hard.numbers, -2)
    numbers = np.stack([easy, *[hard.numbers] * 3])
    mines = [5, *[hard.mines] * 3]
    begin = time.process_time()
    found = analyse_many(numbers, mines, threads=2, budget=1)
    assert time.process_time() - begin < 10
    assert found.possible.all()
    assert found.exact.tolist() == [True, False, False, False]
    covered = numbers == -2
    assert ((found.risk >= 0) & (found.risk <= 1))[covered].all()
    assert np.isnan(found.risk[~covered]).all()


def test_a_batch_with_time_enough_is_exact() -> None:
    view = scattered_numbers(20)
    found = analyse_many(np.stack([view.numbers] * 3), view.mines, budget=1e6)
    assert found.exact.all()
    np.testing.assert_array_equal(found.risk[2], analyse(view).risk)
