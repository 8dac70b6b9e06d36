"""Everything that the shipped exercises state is what the engine computes."""

from __future__ import annotations

import dataclasses
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from sapper.agents.outlook import value_of
from sapper.game.rules import Rules
from sapper.game.view import View
from sapper.solver import oracle
from sapper.solver.analysis import analyse
from sapper.trainer.exercise import FILE, Exercise, exercise, read_exercises, write_exercises
from sapper.trainer.guesses import LESSONS, MARGIN, exact_guesses
from sapper.trainer.judgement import judge
from sapper.trainer.mining import GRADE_RATINGS, deductions, guesses
from sapper.trainer.verification import problem_of

EXERCISES = read_exercises()


@pytest.mark.parametrize("part", range(4))
def test_the_engine_confirms_every_exercise(part: int) -> None:
    wrong = [f"{each.position}: {problem}" for each in EXERCISES[part::4] if (problem := problem_of(each))]
    assert not wrong, "\n".join(wrong[:10])


def test_there_are_five_thousand_and_no_position_comes_twice() -> None:
    assert len(EXERCISES) == 5_000
    assert len({each.name for each in EXERCISES}) == 5_000
    assert FILE.stat().st_size < 600_000
    kinds = Counter((each.kind, each.grade) for each in EXERCISES)
    assert {grade for kind, grade in kinds if kind == "deduction"} == set(GRADE_RATINGS)
    assert {grade for kind, grade in kinds if kind == "guess"} == set(LESSONS)


def test_the_right_answers_are_the_cells_that_the_engine_finds_free() -> None:
    for each in EXERCISES[::250]:
        view = each.view
        if each.kind != "deduction":
            continue
        plain = analyse(View.from_array(view.numbers, view.mines))
        found = judge(each, [])
        assert list(found.solution) == sorted(plain.safe)
        assert list(found.mines) == sorted(plain.mines)
        for cell in view.covered:
            assert judge(each, [cell]).right == (plain.risk[cell] == 0)


def test_small_positions_against_the_oracle() -> None:
    checked = 0
    for each in EXERCISES:
        if each.kind == "deduction" and len(each.view.covered) <= 12:
            slow = oracle.analyse(View.from_array(each.view.numbers, each.view.mines))
            assert sorted(slow.safe) == list(judge(each, []).solution)
            checked += 1
        if checked == 40:
            break
    assert checked == 40


def test_a_guess_beats_the_obvious_one_by_the_margin() -> None:
    chosen = [each for each in EXERCISES if each.kind == "guess"]
    for each in chosen:
        assert each.win is not None and each.obvious is not None
        assert each.win - each.obvious >= MARGIN - 1e-6
    for each in chosen[::200]:
        found = judge(each, [])
        best = found.moves[0]
        assert value_of(each.view, [best.cell]).win == pytest.approx(best.win)
        assert judge(each, [best.cell]).right
        assert not judge(each, [found.moves[-1].cell]).right


def test_mining_again_gives_the_same_exercises() -> None:
    rules = Rules.parse("9x9/16", first_move="zero")
    for make, wanted in ((deductions, GRADE_RATINGS), (guesses, LESSONS)):
        once, again = (list(islice(make(rules, 5, 60, set(wanted)), 12)) for _ in range(2))
        assert once == again
        assert len(once) == 12
        assert [problem_of(each) for each in once] == [None] * 12


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_exercises(tmp_path / name, EXERCISES[::500])
    assert read_exercises(tmp_path / "a") == EXERCISES[::500]
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_wrong_statement_about_a_deduction_is_noticed() -> None:
    first = next(each for each in EXERCISES if each.grade == "subset")
    graded, named = dataclasses.replace(first, grade="exact"), dataclasses.replace(first, patterns=())
    assert problem_of(graded) == "it is graded exact and needs subset"
    assert str(problem_of(named)).startswith("it names the patterns")


def test_a_wrong_statement_about_a_guess_is_noticed() -> None:
    first = next(each for each in EXERCISES if each.grade == "higher-risk")
    assert first.win is not None
    changed = (
        dataclasses.replace(first, grade="equal-risk"),
        dataclasses.replace(first, win=first.win + 0.001),
        dataclasses.replace(first, obvious=0.0),
        dataclasses.replace(first, position="1??/???/??? 2"),
        Exercise("guess", "equal-risk", 1, "11211/?????/????? 4", win=0.5, obvious=0.4),
        Exercise("deduction", "subset", 1, "1F?/???/??? 2"),
    )
    assert all(problem_of(each) for each in changed)


def test_positions_with_too_many_layouts_have_no_exact_guesses() -> None:
    view = View.parse("/".join(["?" * 9] * 9) + " 10")
    assert exact_guesses(view, analyse(view)) is None


def test_an_unknown_exercise_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no exercise 'x' in this version"):
        exercise("x")
