"""What the solver accepts at its bounds, and what it says about contradictions and proofs."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, fields
from typing import Any, cast

import numpy as np
import pytest

from sapper import (
    EXPERT,
    Board,
    Game,
    InconsistentView,
    OutOfBudget,
    Rules,
    View,
    _core,
    analyse,
    analyse_many,
    difficulty,
    explain,
    generate,
    optimum,
)
from sapper.game.rules import Cell
from sapper.solver import oracle
from sapper.solver.analysis import DEFAULT_MEMORY, MOST_THREADS
from sapper.solver.difficulty import DIFFICULTIES
from sapper.solver.perfect_play import stop_at_deadline

SMALL = np.full((2, 2, 3), -2, np.int8)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"numbers": SMALL[0]}, "must be a 3-D array of whole numbers, not 2-D int8"),
        ({"numbers": SMALL.astype(float)}, "not 3-D float64"),
        ({"numbers": SMALL - 1}, "numbers are 0..8"),
        ({"numbers": SMALL + 11}, "numbers are 0..8"),
        ({"numbers": SMALL.astype(np.int16) + 256}, "numbers are 0..8"),  # the last byte means covered cells
        ({"numbers": [[[1], [1, 2]]]}, "views of one size"),
        ({"mines": 1.5}, "mines must be a whole number, or one for each view"),
        ({"mines": [[1, 1]]}, "mines must be a whole number, or one for each view"),
        ({"mines": -1}, "between 0 and 6, the number of cells"),
        ({"mines": 7}, "between 0 and 6, the number of cells"),
        ({"mines": [0, 7]}, "between 0 and 6, the number of cells"),
        ({"mines": [1, 1, 1]}, "one per view: 2, not 3"),
        ({"threads": 0}, "threads must be a whole number, 1 to 1024, not 0"),
        ({"threads": 1.0}, "threads must be a whole number"),
        ({"threads": MOST_THREADS + 1}, "threads must be a whole number"),
    ],
)
def test_a_batch_is_refused_beyond_its_bounds(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        analyse_many(**{"numbers": SMALL, "mines": 1, **arguments})


def test_a_batch_is_accepted_at_its_bounds() -> None:
    for mines in (0, 6, [0, 6]):
        found = analyse_many(SMALL, cast(Any, mines), threads=1)
        assert found.possible.tolist() == found.exact.tolist() == [True, True]
        expected = np.broadcast_to(np.asarray(mines) / 6, 2)
        assert np.array_equal(found.risk, np.broadcast_to(expected[:, None, None], (2, 2, 3)))
    assert analyse_many(SMALL[:0], 1).risk.shape == (0, 2, 3)
    eight = np.array([[[-2, -2, -2], [-2, 8, -2], [-2, -2, -2]]])
    assert analyse_many(eight, 8, threads=MOST_THREADS).risk[0, 0, 0] == 1


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (2, 0), (0, 3), (0, 0)])
def test_numbers_are_expected_of_covered_cells_of_the_board_alone(cell: Cell) -> None:
    view = View.parse("1??/??? 2")
    for found in (analyse(view), oracle.analyse(view)):
        with pytest.raises(ValueError, match=r"outside|already open|not a covered cell"):
            found.expected_numbers(cell)


@pytest.mark.parametrize("cell", [(0, 1), (1, 0), (1, 2), (0, 2)])
def test_the_numbers_of_every_cell_at_the_edge_are_expected_alike(cell: Cell) -> None:
    view = View.parse("1??/??? 2")
    expected = oracle.analyse(view).expected_numbers(cell)
    assert expected.shape == (9,)
    assert expected.sum() == pytest.approx(1)
    assert analyse(view).expected_numbers(cell).tolist() == pytest.approx(expected.tolist())


def test_a_certain_mine_shows_no_number() -> None:
    view = View.parse("1? 1")
    for found in (analyse(view), oracle.analyse(view)):
        with pytest.raises(ValueError, match="can show no number"):
            found.expected_numbers((0, 1))


@pytest.mark.parametrize(
    ("text", "trust", "message"),
    [
        ("2? 1", False, "no layout fits: the 2 at (0, 0) cannot be"),
        ("1? 0", False, "no layout fits: the 1 at (0, 0) and the mine count 0 contradict each other"),
        ("** 1", False, "no layout fits: the mine count 1 cannot be"),
        ("0? 1", False, "no layout fits: the 0 at (0, 0) and the mine count 1 contradict each other"),
        ("0F? 1", True, "no layout fits: the 0 at (0, 0) cannot be, with a mine at the flag"),
        ("1FF/FFF 5", True, "no layout fits: the 1 at (0, 0) cannot be, with mines at the 5 flags"),
    ],
)
def test_a_contradiction_names_its_numbers(text: str, trust: bool, message: str) -> None:
    with pytest.raises(InconsistentView) as caught:
        analyse(View.parse(text), trust_flags=trust)
    assert str(caught.value) == message


def test_the_fewest_numbers_of_a_contradiction_are_found_within_a_limit() -> None:
    found = oracle.Contradictions(View.parse("1?1/?2?/1?0 2"))
    everything = found.smallest()
    assert everything is not None
    size = len(everything[0])
    assert size >= 1
    assert found.smallest(size) == everything
    assert found.smallest(size - 1) is None
    assert found.hold(*everything)


@pytest.mark.parametrize(
    ("text", "cell", "trust", "proof"),
    [
        ("0??? 1", (0, 1), False, "the 0 at (0, 0) leaves no mine here"),
        ("1?? 1", (0, 1), False, "the 1 at (0, 0) needs a mine here"),
        ("?? 0", (0, 0), False, "the board has no mines, so every covered cell is free"),
        ("?? 2", (0, 0), False, "the 2 covered cells left are all mines still to be found"),
        ("*? 1", (0, 1), False, "the only mine is found, so every covered cell is free"),
        ("**? 2", (0, 2), False, "all 2 mines are found, so every covered cell is free"),
        ("*? 2", (0, 1), False, "the one covered cell left is the mine still to be found"),
        ("F? 2", (0, 1), True, "the one covered cell left is the mine still to be found"),
        ("F? 1", (0, 1), True, "the only mine is found, so every covered cell is free"),
        ("F1? 1", (0, 2), False, None),
        ("F1??? 2", (0, 2), True, "with the flags trusted, the 1 at (0, 1) leaves no mine here"),
        ("F1? 1", (0, 0), True, "the flag here is trusted"),
        ("F??1? 2", (0, 4), True, None),
        ("F?1??0? 2", (0, 4), True, "the 0 at (0, 5) leaves no mine here"),
    ],
)
def test_a_proof_says_what_it_rests_on(text: str, cell: Cell, trust: bool, proof: str | None) -> None:
    view = View.parse(text)
    if proof is None:
        with pytest.raises(ValueError, match=r"is not certain: its risk is 50\.00%"):
            explain(view, cell, trust)
    else:
        assert explain(view, cell, trust).text == f"certain: {proof}"


def test_the_exact_engine_takes_over_where_an_enumeration_meets_its_limits() -> None:
    """Without any listed solution, the same cells need the same deduction in every position."""
    boards = [Board.random(Rules(9, 9, 18), seed=1, index=32144)]
    boards += [
        found.board for found in generate(Rules(9, 9, 16, first_move="zero"), 20, seed=2, no_guess=True)
    ]
    seen = set()
    for board in boards:
        game = Game(board)
        game.open(board.start)
        while game.state == "playing":
            found = _core.needed_deduction(game.view)
            assert found is not None
            assert _core.needed_deduction(game.view, nodes=0) == found
            seen.add(found[1])
            for cell in found[0]:
                if game.state == "playing":
                    game.open(cell)
    assert {"exact", "mine-count"} <= seen


# Each position needs the named step and no easier one; cells of the boards are drawn as in `Board.__str__`.
LADDER = ["single-cell", "subset", "pair", "k-relational", "exact", "mine-count", "guess"]


def test_difficulties_are_ordered() -> None:
    assert list(DIFFICULTIES) == LADDER


def test_the_hardest_step_of_a_game_is_its_difficulty() -> None:
    seen = set()
    for found in generate(Rules(9, 9, 16, first_move="zero"), 60, seed=2, start=(4, 4), no_guess=True):
        seen.add(found.difficulty)
        fields = found.to_dict()
        assert fields["method"] == found.method == "rejection"
        assert (fields["seed"], fields["index"]) == (2, found.index)
        assert fields["difficulty"] == found.difficulty
    assert {"single-cell", "subset", "pair", "mine-count"} <= seen


def test_boards_come_from_the_stream_zero_and_the_first_corner_unless_asked_otherwise() -> None:
    rules = Rules(4, 4, 2)
    assert list(generate(rules)) == list(generate(rules, 1, seed=0, start=(0, 0), no_guess=False))
    assert next(generate(rules)).seed == 0
    assert next(generate(rules, no_guess=True)) == next(
        generate(rules, 1, seed=0, start=(0, 0), no_guess=True)
    )


def test_a_board_won_by_its_first_cell_needs_the_easiest_step() -> None:
    assert difficulty(Board.from_mines(Rules(3, 3, 0), [], start=(1, 1))) == "single-cell"


class Stopped(Exception):
    """What a progress function raises to end a search."""


@pytest.mark.parametrize(
    ("rows", "hopeless", "looked"), [(16, 500, 500), (32, 1000, 500), (16, 10, 64), (8, 80, 80)]
)
def test_repair_takes_over_after_as_many_random_boards_as_the_size_allows(
    monkeypatch: pytest.MonkeyPatch, rows: int, hopeless: int, looked: int
) -> None:
    """Boards of 480 cells get `HOPELESS` tries, larger ones fewer, and every size at least 64."""
    monkeypatch.setattr("sapper.solver.board_generator.HOPELESS", hopeless)
    told: list[tuple[int, int]] = []

    def progress(found: int, seen: int) -> None:
        told.append((found, seen))
        if seen > looked:
            raise Stopped

    # Half of the cells are mines, so every random board needs a guess.
    with pytest.raises(Stopped):
        next(generate(Rules(rows, 30, rows * 15), budget=60, progress=progress, no_guess=True))
    assert {found for found, _ in told} == {0}
    tried = [seen for _, seen in told]
    assert tried == sorted(set(tried))
    # Random boards are tried sixteen at a time or more, repaired ones one at a time.
    assert all(seen % 16 == 0 for seen in tried if seen < looked)
    assert tried[-2:] == [looked, looked + 1]


def test_repaired_boards_begin_as_different_random_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.solver.board_generator.HOPELESS", 64)
    found = list(generate(Rules(16, 30, 130, first_move="zero"), 3, seed=2, start=(8, 8), no_guess=True))
    indices = [each.index for each in found]
    assert indices == sorted(set(indices))
    assert indices[0] >= 64


def test_a_search_without_time_ends_before_it_tells_anything() -> None:
    told: list[tuple[int, int]] = []
    with pytest.raises(OutOfBudget, match=r"no board without a guess on 16x30/99 from .* within 0 s"):
        next(generate(EXPERT, budget=0, progress=lambda *counts: told.append(counts), no_guess=True))
    assert told == []


@pytest.mark.parametrize(
    ("budget", "wanted", "message"), [(None, 1, None), (0, 2, "no boards"), (0, 1, "no board ")]
)
def test_a_budget_is_optional_and_named_when_it_runs_out(
    budget: float | None, wanted: int, message: str | None
) -> None:
    stream = generate(Rules(4, 4, 2), wanted, budget=budget, no_guess=True)
    if message is None:
        assert len(list(stream)) == wanted
    else:
        with pytest.raises(OutOfBudget, match=f"^{message}"):
            list(stream)


def test_perfect_play_within_its_time_only_passes_progress_on() -> None:
    told: list[int] = []
    for budget in (None, 1000):
        stop_at_deadline(Rules(4, 4, 4), budget, told.append)(7)
    stop_at_deadline(Rules(4, 4, 4), 1000, None)(7)
    assert told == [7, 7]
    with pytest.raises(
        OutOfBudget, match="4x4/4 takes more than 0 s; the search ended after 1,234 positions"
    ):
        stop_at_deadline(Rules(4, 4, 4), 0, told.append)(1234)
    with pytest.raises(ValueError, match="a budget is a number of seconds"):
        stop_at_deadline(Rules(4, 4, 4), -1, None)


def test_perfect_play_is_searched_on_boards_of_up_to_64_cells() -> None:
    assert optimum(Rules(8, 8, 0)).win == 1
    with pytest.raises(OutOfBudget, match="within reach up to 64 cells, not for 5x13/0"):
        optimum(Rules(5, 13, 0))
    with pytest.raises(OutOfBudget, match=r"perfect play of 5x5/8 does not fit into 0 MiB"):
        optimum(Rules(5, 5, 8), memory=1)


def test_flags_are_ignored_unless_they_are_trusted() -> None:
    view = View.parse("F1? 1")
    for engine in (analyse, oracle.analyse):
        assert engine(view).risk[0, 0] == 0.5
        assert engine(view, trust_flags=True).risk[0, 0] == 1
    assert (oracle.analyse(view).exact, oracle.analyse(view).error) == (True, 0.0)


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ({"memory": -1}, "memory is a number of bytes, 0 or more, not -1"),
        ({"budget": -1}, "a budget is a number of seconds, 0 or more, not -1"),
        ({"trust_flags": 1}, "trust_flags is True or False, not 1"),
    ],
)
def test_a_limit_of_an_analysis_is_named_when_it_is_wrong(limit: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        analyse(View.parse("1? 1"), **limit)


def test_an_analysis_may_use_two_gibibytes_unless_told_otherwise() -> None:
    assert DEFAULT_MEMORY == 2 * 1024**3


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ((0, 0), "the cell (0, 0) is already open"),
        ((0, 1), "the cell (0, 1) is already open"),
        ((0, 4), "was hit"),
    ],
)
def test_an_open_cell_needs_no_proof(cell: Cell, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        explain(View.parse("01??* 2"), cell)


def test_a_batch_has_a_limit_on_its_cells() -> None:
    with pytest.raises(ValueError, match="numbers has more than 268435456 cells in all"):
        analyse_many(np.broadcast_to(np.int8(-2), (2**10 + 1, 2**9, 2**9)), 0)


def test_results_are_values_that_cannot_be_changed() -> None:
    view = View.parse("1?? 1")
    results: list[Any] = [
        analyse_many(SMALL, 1),
        explain(view, (0, 2)),
        oracle.analyse(view),
        optimum(Rules(2, 2, 1)),
        next(generate(Rules(4, 4, 2), no_guess=True)),
    ]
    for result in results:
        with pytest.raises(FrozenInstanceError):
            setattr(result, fields(result)[0].name, None)
