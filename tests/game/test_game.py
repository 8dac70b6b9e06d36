"""Games: what each move does under each rule."""

from __future__ import annotations

import copy
import pickle
from collections import deque
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper import Board, Game, GameOver, Rules, SapperError, View

from . import reference

# The board has 3 rows and 4 columns, with mines at (0, 1) and (2, 3): 1*10 / 1121 / 001*.
MINES = [(0, 1), (2, 3)]
ALL = [(row, col) for row in range(3) for col in range(4)]


def game(mines: list[tuple[int, int]] = MINES, **switches: object) -> Game:
    rules = Rules(3, 4, len(mines), **switches)  # type: ignore[arg-type]
    return Game(Board.from_mines(rules, mines))


def test_opening_a_number_opens_one_cell() -> None:
    played = game()
    move = played.open((1, 1))
    assert move is not None
    assert move.opened == ((1, 1, 1),)
    assert str(played.view) == "????/?1??/???? 2"
    assert played.state == "playing"


def test_opening_a_zero_cascades() -> None:
    played = game()
    played.open((2, 0))
    assert str(played.view) == "????/112?/001? 2"
    played.open((0, 3))
    assert str(played.view) == "??10/1121/001? 2"
    played.open((0, 0))
    assert (played.state, played.end, played.free_left) == ("won", "opened", 0)


def test_without_cascade_every_cell_is_opened_alone() -> None:
    played = game(cascade=False)
    for n, cell in enumerate(cell for cell in ALL if cell not in MINES):
        assert played.state == "playing"
        move = played.open(cell)
        assert move is not None
        assert len(move.opened) == 1
        assert len(played.view.opened) == n + 1
    assert played.state == "won"


def test_a_mine_loses() -> None:
    played = game()
    move = played.open((0, 1))
    assert move is not None
    assert move.opened == ((0, 1, -1),)
    assert move.hit
    assert (played.state, played.end, played.hits) == ("lost", "mine", 1)
    assert played.view[0, 1] == -1


def test_play_continues_after_a_mine() -> None:
    played = game(on_mine="continue")
    played.open((0, 1))
    played.open((2, 3))
    assert (played.state, played.hits, played.view.hits) == ("playing", 2, MINES)
    assert played.open((0, 1)) is None, "a hit mine is an opened cell"
    assert played.flag((0, 1)) is None
    assert played.view.mines_left == 0
    for cell in [(2, 0), (0, 3), (0, 0)]:
        played.open(cell)
    assert (played.state, played.end) == ("won", "opened")
    assert str(played.view) == "1*10/1121/001* 2"


def test_flags_toggle_and_protect() -> None:
    played = game()
    played.flag((0, 1))
    assert played.view.flagged == [(0, 1)]
    assert played.view.mines_left == 1
    assert played.open((0, 1)) is None, "a flagged cell does not open"
    played.flag((0, 1))
    assert played.view.flagged == []
    played.open((1, 1))
    assert played.flag((1, 1)) is None, "an opened cell takes no flag"
    played.flag((1, 0))
    played.open((2, 0))
    assert str(played.view) == "????/F12?/001? 2", "a cascade passes over a flag"
    assert [move.do for move in played.moves] == ["flag", "flag", "open", "flag", "open"]


def test_a_wrong_flag_is_ignored_or_loses() -> None:
    ignored = game()
    ignored.flag((1, 1))
    assert ignored.state == "playing"
    played = game(on_wrong_flag="lose")
    played.flag((0, 1))
    assert played.state == "playing"
    played.flag((1, 1))
    assert (played.state, played.end) == ("lost", "wrong-flag")


def test_flagging_exactly_the_mines_may_win() -> None:
    played = game(won_by="open-or-flag")
    for cell in [(0, 1), (0, 0), (2, 3)]:
        played.flag(cell)
    assert played.state == "playing", "one flag too many"
    played.flag((0, 0))
    assert (played.state, played.end) == ("won", "flagged")
    plain = game()
    for cell in MINES:
        plain.flag(cell)
    assert plain.state == "playing"


def test_hit_mines_count_as_found() -> None:
    played = game(won_by="open-or-flag", on_mine="continue")
    played.open((0, 1))
    assert played.state == "playing"
    played.flag((2, 3))
    assert (played.state, played.end, played.hits) == ("won", "flagged", 1)
    played = game(won_by="open-or-flag", on_mine="continue")
    played.flag((2, 3))
    played.open((0, 1))
    assert (played.state, played.end, played.hits) == ("won", "flagged", 1)


def test_hitting_every_mine_wins_nothing() -> None:
    played = game(won_by="open-or-flag", on_mine="continue")
    for cell in MINES:
        played.open(cell)
    assert (played.state, played.hits) == ("playing", len(MINES))
    for cell in ALL:
        if cell not in MINES and played.state == "playing":
            played.open(cell)
    assert (played.state, played.end) == ("won", "opened")


def test_chords() -> None:
    played = game()
    played.open((1, 1))
    assert played.chord((1, 1)) is None, "no flag yet"
    played.flag((0, 1))
    move = played.chord((1, 1))
    assert move is not None
    assert {cell[:2] for cell in move.opened} == {(0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert played.chord((1, 1)) is None, "nothing left to open"
    assert played.chord((0, 3)) is None, "a covered cell is no number"
    played.chord((0, 2))
    assert played.state == "won"


def test_chords_on_a_wrong_flag_hit_the_mine() -> None:
    played = game()
    played.open((1, 1))
    played.flag((2, 2))
    move = played.chord((1, 1))
    assert move is not None
    assert move.opened == ((0, 0, 1), (0, 1, -1))
    assert (played.state, played.end) == ("lost", "mine")
    on = game(on_mine="continue")
    on.open((1, 1))
    on.flag((2, 2))
    on.chord((1, 1))
    assert (on.state, on.hits, on.view[1, 2]) == ("playing", 1, 2)


def test_chords_count_hit_mines() -> None:
    played = game(on_mine="continue")
    played.open((0, 1))
    played.open((1, 1))
    assert played.chord((0, 1)) is None, "a hit mine is no number"
    played.chord((1, 1))
    assert str(played.view) == "1*1?/112?/001? 2"


def test_chords_on_zeros_open_their_neighbours_without_cascade() -> None:
    played = game(cascade=False)
    played.open((2, 0))
    played.chord((2, 0))
    assert str(played.view) == "????/11??/00?? 2"


def test_boards_without_mines_and_without_free_cells() -> None:
    empty = game([], won_by="open-or-flag")
    empty.flag((0, 0))
    empty.flag((0, 0))
    assert empty.state == "playing", "nothing was flagged and nothing opened"
    empty.open((2, 2))
    assert empty.state == "won"
    full = game(ALL, first_move="unsafe")
    full.flag((0, 0))
    assert full.state == "playing"
    full.open((0, 1))
    assert full.state == "lost"


def test_errors_leave_the_game_alone() -> None:
    played = game()
    for act in (played.open, played.flag, played.chord):
        for cell in [(-1, 0), (3, 0), (0, 4), (2**80, 0)]:
            with pytest.raises(ValueError, match="outside the 3x4 board"):
                act(cell)
        for other in [5, None, "ab", (1,), (0.0, 1)]:
            with pytest.raises(ValueError, match="a pair"):
                act(other)  # type: ignore[arg-type]
    for risk in (1.5, -0.1, float("nan"), "high"):
        with pytest.raises(ValueError, match="a risk is a probability"):
            played.open((0, 0), risk=risk)  # type: ignore[arg-type]
    assert played.view.is_untouched
    assert played.moves == ()


def test_no_move_after_the_end() -> None:
    played = game()
    played.open((0, 1))
    for act in (played.open, played.flag, played.chord):
        with pytest.raises(GameOver, match="the game is over: it was lost"):
            act((0, 0))
    with pytest.raises(SapperError):
        played.give_up()
    stuck = game()
    stuck.give_up()
    assert (stuck.state, stuck.end) == ("lost", "stuck")
    with pytest.raises(GameOver):
        stuck.open((0, 0))


def test_views_do_not_share_the_games_memory() -> None:
    played = game()
    before = played.view
    numbers = before.numbers
    played.open((2, 0))
    played.flag((0, 1))
    assert before.is_untouched
    assert (numbers == -2).all()
    after = played.view
    after.numbers[:] = 7
    after.flags[:] = True
    assert str(played.view) == "?F??/112?/001? 2"
    del played
    assert str(after) == "?F??/112?/001? 2"


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 9), st.integers(1, 9), st.floats(0, 0.5), st.booleans(), st.integers(0, 2**64 - 1))
def test_cascades_are_the_flood_of_the_reference(
    rows: int, cols: int, density: float, cascade: bool, seed: int
) -> None:
    rules = Rules(rows, cols, int(rows * cols * density), "unsafe", cascade=cascade, on_mine="continue")
    board = Board.random(rules, seed)
    random = np.random.default_rng(seed)
    shown = reference.numbers(rows, cols, board.mines)
    played, covered, flags = Game(board), set(shown), set[tuple[int, int]]()
    while played.state == "playing":
        cell = sorted(covered)[random.integers(len(covered))]
        if random.integers(10) == 0:
            played.flag(cell)
            flags ^= {cell}
            continue
        move = played.open(cell)
        if cell in flags:
            assert move is None
            played.flag(cell)
            flags.remove(cell)
            continue
        opens = reference.flood(rows, cols, shown, covered - flags, cell) if rules.cascade else {cell}
        covered -= opens
        assert move is not None
        assert sorted(move.opened) == sorted((*c, shown[c]) for c in opens)
        assert set(played.view.covered) == covered
        assert set(played.view.flagged) == flags
        assert played.free_left == len(covered - set(board.mines))
    assert covered <= set(board.mines)


@pytest.mark.parametrize("share", [0, 0.004, 0.05, 0.2, 0.6, 1])
def test_a_million_cells(share: float) -> None:
    rules = Rules(1000, 1000, round(share * 1_000_000), "unsafe", on_mine="continue")
    board = Board.random(rules, 7)
    played = Game(board)
    zeros = np.argwhere(board.numbers == 0)
    start = (int(zeros[0, 0]), int(zeros[0, 1])) if len(zeros) else (0, 0)
    move = played.open(start)
    assert move is not None
    view = played.view.numbers
    opened = np.zeros((1000, 1000), bool)
    opened[move.opened_array[:, 0], move.opened_array[:, 1]] = True
    assert ((view != -2) == opened).all()
    assert (view[opened] == board.numbers[opened]).all()
    if share == 0.004:
        assert opened.mean() > 0.98
    if share == 0:
        assert played.state == "won"
    # No covered cell is left beside an opened zero.
    zero = np.pad(view == 0, 1)
    beside = np.zeros((1000, 1000), bool)
    for down in range(3):
        for side in range(3):
            beside |= zero[down : down + 1000, side : side + 1000]
    assert not (beside & ~opened).any()


@pytest.mark.parametrize(("rows", "cols", "mines", "views"), [(3, 3, 2, 1444), (3, 4, 2, 9301)])
def test_golden_views_reachable(rows: int, cols: int, mines: int, views: int) -> None:
    """Count the distinct views from untouched to won, over all layouts, when any covered free cell is opened.

    A view with a hit mine ends a lost game and is not counted: 3x3/2 has 1408 unfinished and 36 won views.
    """
    rules = Rules(rows, cols, mines, "unsafe")
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    seen: set[View] = set()
    for layout in combinations(cells, mines):
        board = Board.from_mines(rules, layout)
        queue: deque[list[tuple[int, int]]] = deque([[]])
        here: set[View] = set()
        while queue:
            path = queue.popleft()
            played = Game(board)
            for cell in path:
                played.open(cell)
            if played.view in here:
                continue
            here.add(played.view)
            queue.extend([*path, cell] for cell in played.view.covered if cell not in layout)
        seen |= here
    assert len(seen) == views


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_a_copy_is_a_game_of_its_own(duplicate: Callable[[Game], Game]) -> None:
    game = Game(Board.from_mines(Rules(3, 3, 2), [(0, 2), (2, 0)]))
    game.open((0, 0), risk=0.25, by="me")
    game.flag((0, 2))
    before = game.view, game.record
    other = duplicate(game)
    assert (other.view, other.record) == before
    other.open((1, 2))
    other.give_up()
    assert (game.view, game.record) == before
    assert duplicate(other).state == "lost"
    assert duplicate(other).record == other.record
