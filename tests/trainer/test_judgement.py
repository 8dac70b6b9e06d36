"""What a player is told about an answer."""

from __future__ import annotations

import pytest

from sapper.solver.analysis import analyse
from sapper.trainer.exercise import Exercise, read_exercises
from sapper.trainer.guesses import exact_guesses
from sapper.trainer.judgement import judge

LINE = Exercise("deduction", "subset", 1000, "11211/?????/????? 4", ("1-1", "1-2"))
GUESS = Exercise("guess", "equal-risk", 1300, "?1?/??? 1", win=0.6, obvious=0.4)


def test_a_free_cell_is_right_and_proven() -> None:
    found = judge(LINE, [(1, 2)])
    assert found.right
    assert found.sentence == "Right: it is certainly free."
    assert found.solution == ((1, 0), (1, 2), (1, 4))
    proof = next(proof for proof in found.proofs if proof.cell == (1, 2))
    assert (proof.pattern, proof.numbers) == ("1-1", ((0, 0), (0, 1)))
    assert proof.text == "the 1 at (0, 0) and the 1 at (0, 1) leave no mine at (1, 2)"


def test_a_mine_and_an_uncertain_cell_are_wrong() -> None:
    mine, unsure = judge(LINE, [(1, 1)]), judge(LINE, [(2, 2)])
    assert (mine.right, mine.sentence) == (False, "The cell (1, 1) is certainly a mine.")
    assert not unsure.right
    assert unsure.sentence.startswith("The cell (2, 2) is not certain: it is a mine in 40.0%")


def test_all_free_cells_may_be_wanted() -> None:
    one, two = (judge(LINE, cells, find_all=True) for cells in ([(1, 2)], [(1, 2), (1, 0)]))
    assert one.sentence == "Right so far, but 2 more cells are certainly free."
    assert two.sentence == "Right so far, but one more cell is certainly free."
    assert judge(LINE, [(1, 4), (1, 2), (1, 0)], find_all=True).right
    assert not judge(LINE, [(1, 4), (1, 2), (1, 0), (1, 1)], find_all=True).right


def test_giving_up_is_not_right_but_shows_the_solution() -> None:
    found = judge(LINE, [])
    assert (found.right, found.sentence) == (False, "Here is the solution.")
    assert len(found.proofs) == 3


def test_a_guess_is_judged_by_its_exact_value() -> None:
    view = GUESS.view
    exact = exact_guesses(view, analyse(view))
    assert exact is not None
    found = judge(GUESS, [(0, 0)])
    assert [move.win for move in found.moves] == sorted(exact.wins.values(), reverse=True)
    for cell, win in exact.wins.items():
        one = judge(GUESS, [cell])
        assert one.right == (exact.best - win <= 0.005)
        assert f"{win:.1%}" in one.sentence


def test_the_solution_names_one_best_guess_only_where_there_is_one() -> None:
    seen = set()
    for exercise in [each for each in read_exercises() if each.kind == "guess"][:40]:
        found = judge(exercise, [])
        best = [move for move in found.moves if found.moves[0].win - move.win < 1e-9]
        seen.add(len(best) > 1)
        said = f"There are {len(best)} best guesses" if len(best) > 1 else f"The best guess is {best[0].cell}"
        assert found.sentence.startswith(said)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("exercise", "cells", "complaint"),
    [
        (LINE, [(0, 0)], r"the cell \(0, 0\) is open already"),
        (LINE, [(5, 0)], r"the cell \(5, 0\) lies outside the 3x5 board"),
        (LINE, [(-1, 0)], "lies outside"),
        (GUESS, [(0, 0), (0, 2)], "a guess is one cell"),
    ],
)
def test_an_answer_that_makes_no_sense_is_refused(
    exercise: Exercise, cells: list[tuple[int, int]], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        judge(exercise, cells)
