"""Flags are graded by what the player could see, and by whether a chord relied on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sapper import Board, Game, Rules, make, play
from sapper.errors import OutOfBudget
from sapper.replay import read
from sapper.review import FLAG_GRADES, flags_sentence, grade_flags
from sapper.solver import analyse
from tests.replay.sample_files import FOLDER, NAMES


def test_each_grade() -> None:
    # The 1 at (0, 1) proves the mine at (0, 2). Nothing is known about the cells beyond it.
    game = Game(Board.from_mines(Rules(1, 9, 3, first_move="unsafe"), [(0, 2), (0, 5), (0, 8)]))
    game.open((0, 0))
    game.open((0, 3))
    game.flag((0, 2))
    game.flag((0, 8))
    game.flag((0, 6))
    game.flag((0, 7))
    game.flag((0, 7))  # takes it away, which gets no grade
    game.chord((0, 3))
    flags = grade_flags(game.record)
    assert [(flag.cell, flag.grade, flag.used) for flag in flags] == [
        ((0, 2), "proven", True),
        ((0, 8), "guessed", False),
        ((0, 6), "wrong", False),
        ((0, 7), "wrong", False),
    ]
    assert flags_sentence(flags) == (
        "4 flags: 1 on proven mines, 1 guessed (free with up to 50%), 2 wrong, at (0, 6), (0, 7); "
        "3 were of no use"
    )
    # Without the layout nobody can say that the flag is wrong.
    unknown = replace(game.record, layout_known=False)
    assert [flag.grade for flag in grade_flags(unknown)] == [
        "proven",
        "guessed",
        "guessed",
        "guessed",
    ]


def test_a_proven_mine() -> None:
    game = Game(Board.from_mines(Rules(1, 6, 2), [(0, 2), (0, 4)], start=(0, 0)))
    game.open((0, 0))  # the 1 at (0, 1) has one covered neighbour
    game.flag((0, 2))
    [flag] = grade_flags(game.record)
    assert (flag.grade, flag.free, flag.used, flag.move) == ("proven", 0.0, False, 1)
    assert flags_sentence([flag]) == "1 flag: 1 on proven mines; 1 was of no use"


@pytest.mark.parametrize("name", NAMES)
def test_the_flags_of_the_samples(name: str) -> None:
    record = read(FOLDER / name).record
    flags = grade_flags(record)
    game, graded = Game(record.board), {flag.move: flag for flag in flags}
    for index, move in enumerate(record.moves):
        if index in graded:
            flag = graded[index]
            assert flag.free == 1 - analyse(game.view).risk[move.cell]
            assert (flag.grade == "wrong") == (move.cell not in record.mines)
            assert flag.grade in FLAG_GRADES
        {"open": game.open, "flag": game.flag, "chord": game.chord}[move.do](move.cell)
    standing: set[tuple[int, int]] = set()
    placed = 0
    for move in record.moves:
        if move.do == "flag":
            placed += move.cell not in standing
            standing ^= {move.cell}
    assert len(flags) == placed


def test_games_without_flags_and_boards_that_are_too_large() -> None:
    assert grade_flags(play(make("random"), Rules(8, 8, 10), seed=1)) == ()
    assert flags_sentence(()) == ""
    with pytest.raises(OutOfBudget, match="more than 4,000 cells"):
        grade_flags(play(make("random"), Rules(70, 70, 10), seed=1))
