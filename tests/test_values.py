"""The values of the library behave as Python's own do: they compare, copy, pickle, iterate and convert."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from sapper import BEGINNER, EXPERT, Arena, Board, Game, Results, Rules, SapperError, View, analyse
from sapper.agents.first_move import FirstMoveAnalysis
from sapper.arena import arena as arena_module

POSITION = "01?/12?/F?? 2"


def test_a_view_is_a_collection_of_its_cells() -> None:
    view = View.parse(POSITION)
    cells = [(row, col) for row in range(3) for col in range(3)]
    assert list(view) == cells
    assert len(view) == len(cells)
    assert [cell for cell in view if view[cell] == -2] == view.covered
    assert all(cell in view for cell in cells)
    outside: list[Any] = [(3, 0), (0, 3), (-1, 0), (0, 0, 0), (0.5, 0), "00", 4, None, ()]
    assert not any(cell in view for cell in outside)
    assert (np.int64(2), np.int8(1)) in view


def test_a_view_is_an_array_of_its_numbers() -> None:
    view = View.parse(POSITION)
    assert np.array_equal(np.asarray(view), view.numbers)
    assert np.asarray(view).dtype == np.int8
    assert np.asarray(view).shape == view.shape == (3, 3)
    assert np.asarray(view, dtype=np.float32).dtype == np.float32
    array = np.asarray(view)
    array[:] = 0
    assert view == View.parse(POSITION)
    with pytest.raises(ValueError, match="always copied"):
        view.__array__(copy=False)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_an_analysis_copies_and_pickles(make: Any) -> None:
    analysis = analyse(View.parse(POSITION), trust_flags=True, budget=5.0)
    same = make(analysis)
    assert same == analysis
    assert hash(same) == hash(analysis)
    assert (same.view, same.trust_flags, same.exact) == (View.parse(POSITION), True, True)
    assert np.array_equal(same.risk, analysis.risk, equal_nan=True)
    assert (same.safe, same.mines, same.solutions) == (analysis.safe, analysis.mines, analysis.solutions)
    assert same.layouts_log2() == analysis.layouts_log2()
    cell = next(cell for cell in same.view.covered if 0 <= same.risk[cell] < 1)
    assert np.array_equal(same.expected_numbers(cell), analysis.expected_numbers(cell))


def test_a_pickled_estimate_keeps_its_numbers() -> None:
    board = Board.random(Rules(60, 60, 720), seed=3)
    shown = np.random.default_rng(1).random((60, 60)) < 0.4
    view = View.from_array(np.where(shown & ~board.mine_array, board.numbers, -2), 720)
    estimate = analyse(view, memory=0)
    assert not estimate.exact
    same = pickle.loads(pickle.dumps(estimate))
    assert same == estimate
    assert not same.exact
    assert np.array_equal(same.error, estimate.error, equal_nan=True)


def test_damaged_pickles_are_refused() -> None:
    analysis: Any = analyse(View.parse(POSITION))
    state = analysis.__getstate__()
    for damaged in ((*state[:6], b"1234", state[7]), (*state[:7], b"1234"), (None, *state[1:]), state[:3]):
        kind: Any = type(analysis)
        blank = kind.__new__(kind)
        with pytest.raises((ValueError, TypeError, RuntimeError)):
            blank.__setstate__(damaged)


def test_analyses_are_equal_when_they_say_the_same() -> None:
    flagged = View.parse("F1? 1")
    assert analyse(flagged) == analyse(flagged)
    assert analyse(flagged) != analyse(flagged, trust_flags=True)
    assert analyse(flagged) != analyse(View.parse("?1? 1"))
    assert analyse(flagged) != "F1? 1"
    assert len({analyse(flagged), analyse(flagged), analyse(View.parse("1?? 1"))}) == 2


def test_an_analysis_of_the_first_move_is_a_value_too() -> None:
    rules = Rules(2, 3, 1)
    first = FirstMoveAnalysis(View.parse("???/??? 1"), rules, start=(0, 0))
    same = pickle.loads(pickle.dumps(first))
    assert (same, same.solutions) == (first, 5)
    assert first != FirstMoveAnalysis(View.parse("???/??? 1"), rules)


def test_an_analysis_is_frozen() -> None:
    analysis: Any = analyse(View.parse(POSITION))
    with pytest.raises(AttributeError, match="an analysis is immutable"):
        analysis.exact = False
    with pytest.raises(AttributeError, match="an analysis is immutable"):
        del analysis.risk
    with pytest.raises(ValueError, match="read-only"):
        analysis.risk[0, 0] = 1.0


def test_the_inside_of_an_analysis_is_private() -> None:
    public = {name for name in dir(analyse(View.parse(POSITION))) if not name.startswith("_")}
    assert public == {
        *("cols", "error", "exact", "expected_numbers", "layouts_log2", "mines", "risk", "rows", "safe"),
        *("solutions", "trust_flags", "view"),
    }


def test_moves_are_taken_back_one_by_one() -> None:
    game = Game(Board.random(EXPERT, seed=4))
    game.open((0, 0))
    while len(game.moves) < 12 and (safe := analyse(game.view).safe):
        game.open(safe[0])
        game.flag(next(iter(analyse(game.view).mines), game.view.covered[0]))
    game.open(game.board.mines[-1])
    assert game.state == "lost"
    record = game.record
    while game.moves:
        again = Game(game.board)
        for move in record.moves[: len(game.moves) - 1]:
            {"open": again.open, "flag": again.flag}[move.do](move.cell)
        assert game.take_back() == record.moves[len(game.moves)]
        assert (game.view, game.state, game.free_left) == (again.view, again.state, again.free_left)
        assert game.moves == again.moves
    with pytest.raises(ValueError, match="no move to take back"):
        game.take_back()


def test_giving_up_is_taken_back_alone() -> None:
    game = Game(Board.random(BEGINNER, seed=1))
    game.open((0, 0))
    before = game.record
    game.give_up()
    assert repr(game) == "<Game on 9x9/10: lost (stuck), 1 move, 55 free cells covered>"
    assert game.take_back() is None
    assert game.record == before


def test_a_copied_game_goes_its_own_way() -> None:
    game = Game(Board.random(BEGINNER, seed=1))
    assert repr(game) == "<Game on 9x9/10: playing, 0 moves, 71 free cells covered>"
    game.open((0, 0))
    other = game.copy()
    assert other.record == game.record
    other.open(analyse(other.view).safe[0])
    assert (len(other.moves), len(game.moves)) == (2, 1)
    game.give_up()
    assert game.copy().end == "stuck"


def results() -> Results:
    return Arena(BEGINNER, seed=1, workers=1).run(["lowest-risk", "random"], games=12)


def test_results_become_tables_of_other_libraries() -> None:
    played = results()
    table = played.to_arrow()
    assert table.num_rows == 24
    assert {"agent", "index", "won", "steps", "guesses", "opened", "seconds"} <= set(table.column_names)
    frame, polars = played.to_pandas(), played.to_polars()
    for name, games in played.games.items():
        won = games.columns["won"].sum().item()
        rows = [row for row in table.to_pylist() if row["agent"] == name]
        assert [row["index"] for row in rows] == games.index.tolist()
        assert sum(row["won"] for row in rows) == won
        assert [len(row["risks"]) for row in rows] == games.lists["risks"].lengths.tolist()
        assert frame[frame["agent"] == name]["won"].sum() == won
        assert sum(row["won"] for row in polars.to_dicts() if row["agent"] == name) == won


def test_a_table_without_its_library_names_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    played = results()
    monkeypatch.setattr(arena_module, "find_spec", lambda name: None)
    with pytest.raises(SapperError, match="pip install pandas"):
        played.to_pandas()

    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(arena_module, "import_module", missing)
    with pytest.raises(SapperError, match="pip install polars"):
        played.to_polars()
    with pytest.raises(ValueError, match="no games"):
        Results(BEGINNER, []).to_arrow()
