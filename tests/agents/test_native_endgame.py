"""Perfect endgames, compared with a brute-force recursion that shares no code with the core."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from sapper import Board, Game, Rules, View, _core, analyse, best_move, make, optimum, play


def neighbours(cell: int, rows: int, cols: int) -> list[int]:
    row, col = divmod(cell, cols)
    return [
        r * cols + c
        for r in range(max(0, row - 1), min(rows, row + 2))
        for c in range(max(0, col - 1), min(cols, col + 2))
        if (r, c) != (row, col)
    ]


def perfect_play(view: View, first: int | None = None) -> Fraction:
    """Compute the probability that perfect play wins a view, by trying every cell of every set of layouts.

    If `first` is given, that cell is opened first.
    """
    rows, cols = view.rows, view.cols
    numbers = view.numbers.ravel().tolist()
    covered = [cell for cell, number in enumerate(numbers) if number == -2]
    hits = {cell for cell, number in enumerate(numbers) if number == -1}
    around = [neighbours(cell, rows, cols) for cell in range(rows * cols)]
    layouts = [
        frozenset(chosen) | hits
        for chosen in combinations(covered, view.mines - len(hits))
        if all(
            len((set(chosen) | hits).intersection(around[cell])) == number
            for cell, number in enumerate(numbers)
            if number >= 0
        )
    ]

    @cache
    def wins(left: frozenset[frozenset[int]], closed: frozenset[int]) -> int:
        free = [cell for cell in closed if any(cell not in layout for layout in left)]
        if all(closed <= layout for layout in left):
            return len(left)
        best = 0
        for cell in free if len(closed) < len(covered) or first is None else [first]:
            parts: dict[int, set[frozenset[int]]] = {}
            for layout in left:
                if cell not in layout:
                    parts.setdefault(len(layout.intersection(around[cell])), set()).add(layout)
            best = max(best, sum(wins(frozenset(part), closed - {cell}) for part in parts.values()))
        return best

    return Fraction(wins(frozenset(layouts), frozenset(covered)), len(layouts))


def endings(count: int, rows: int, cols: int, mines: int, most_covered: int, seed: int) -> list[View]:
    """Collect views of small boards near the end in which no cell is certain."""
    found: list[View] = []
    rng = np.random.default_rng(seed)
    index = 0
    while len(found) < count:
        rules = Rules(rows, cols, mines, on_mine="continue")
        game = Game(Board.random(rules, seed, index))
        index += 1
        for cell in rng.permutation(rows * cols):
            if game.state != "playing":
                break
            game.open(divmod(int(cell), cols))
            view = game.view
            if game.state == "playing" and len(view.covered) <= most_covered:
                choice = _core.choose("sapper-strong", view)
                if not choice.certain:
                    found.append(view)
                    break
    return found


@pytest.mark.parametrize(
    ("rows", "cols", "mines", "most_covered", "count"),
    [(3, 4, 3, 7, 700), (4, 4, 4, 8, 700), (4, 5, 6, 8, 600), (2, 12, 6, 10, 150)],
)
def test_stated_wins_are_those_of_perfect_play(
    rows: int, cols: int, mines: int, most_covered: int, count: int
) -> None:
    for view in endings(count, rows, cols, mines, most_covered, seed=rows * 100 + cols):
        choice = _core.choose("sapper-strong", view)
        assert choice.win_exact and choice.kind == "endgame", str(view)
        assert choice.win == pytest.approx(float(perfect_play(view)), abs=1e-12), str(view)
        row, col = choice.cells[0]
        assert choice.win == pytest.approx(float(perfect_play(view, row * cols + col)), abs=1e-12), str(view)


@pytest.mark.parametrize(("rows", "cols", "mines"), [(3, 5, 3), (4, 4, 4), (2, 8, 4), (1, 12, 5), (3, 6, 3)])
def test_a_covered_board_wins_what_perfect_play_of_it_does(rows: int, cols: int, mines: int) -> None:
    # There are up to 1,820 layouts. `optimum` shares no code with the endgame search.
    view = View.parse("/".join(["?" * cols] * rows) + f" {mines}")
    choice = _core.choose("sapper-strong", view)
    assert choice.win_exact
    assert choice.win == pytest.approx(
        float(optimum(Rules(rows, cols, mines, first_move="unsafe")).win), abs=1e-12
    )


def test_regions_that_only_the_mine_count_joins_are_played_for_themselves() -> None:
    # Each 1 has a coin flip on its two sides. Hit mines separate the coin flips.
    view = View.parse("?1?*?1?*?1?*?1? 7")
    assert perfect_play(view) == Fraction(1, 16)
    choice = _core.choose("sapper-strong", view)
    assert (choice.win_exact, choice.win, choice.risk) == (True, 1 / 16, 0.5)


@pytest.mark.parametrize("view", ["?1?*?????? 5", "?1?*??????? 4", "?1?*??????? 5"])
def test_the_cell_chosen_beside_a_region_that_tells_nothing_is_a_best_one(view: str) -> None:
    # Either side of the 1 shows a 1 when it is opened. The cells behind the hit mine give information about
    # each other.
    parsed = View.parse(view)
    choice = _core.choose("sapper-strong", parsed)
    assert perfect_play(parsed, choice.cells[0][1]) == perfect_play(parsed)


def test_an_endgame_with_too_many_layouts_states_no_exact_win() -> None:
    view = View.parse("1?????/??????/??????/??????/??????/?????? 8")
    choice = _core.choose("sapper-strong", view)
    assert not choice.win_exact
    assert 0 < choice.win < 1 - choice.risk


def test_a_certain_coin_flip_is_taken_at_once() -> None:
    # One of (10, 0) and (11, 0) is a mine. The two cells that touch only one of them are mines themselves.
    view = View.parse(
        "001?101?????/00111012????/00011212????/0001?2?2????/0001133?????/111001??????/"
        "1?21024?????/35?212??3??2/???21?322221/??4211100000/?4?210111000/?22?101?1000 30"
    )
    risk = analyse(view).risk
    assert (risk[9, 0], risk[9, 1], risk[10, 0], risk[11, 0]) == (1, 1, 0.5, 0.5)
    choice = _core.choose("sapper-strong", view)
    assert choice.kind == "fifty-fifty"
    assert choice.cells[0] in {(10, 0), (11, 0)}
    assert "50/50" in best_move(view).reason


@pytest.mark.parametrize("name", ["sapper-fast", "sapper-strong"])
def test_whole_native_games_are_the_agents_own(name: str) -> None:
    rules = Rules(9, 9, 14)
    native = _core.play_games(name, rules.native, 5, 0, 40, 0, 2)
    for index in range(40):
        record = play(make(name), rules, 5, index)
        assert (record.result == "won") == bool(native["won"][index]), index
        assert len(record.moves) == int(native["steps"][index]), index


def test_the_number_of_threads_changes_nothing() -> None:
    rules = Rules(16, 16, 45)
    one, two = (_core.play_games("sapper-strong", rules.native, 9, 0, 120, 0, n) for n in (1, 2))
    for column in one.keys() - {"seconds"}:
        assert np.array_equal(one[column], two[column]), column


def test_stronger_agents_win_more_of_the_same_boards() -> None:
    rules = Rules(16, 16, 40)
    wins = {
        name: int(_core.play_games(name, rules.native, 1, 0, 4000, 0, 2)["won"].sum())
        for name in ("lowest-risk", "sapper-fast")
    }
    assert wins["sapper-fast"] > wins["lowest-risk"] + 60


def test_a_board_too_wide_to_count_is_played_by_lowest_risk() -> None:
    # Every other row and column has a number from 1 to 5. No number alone decides a cell.
    rng = np.random.default_rng(1)
    mine = rng.random((32, 32)) < 0.4
    mine[::2, ::2] = False
    padded = np.pad(mine.astype(int), 1)
    near = sum(padded[1 + r : 33 + r, 1 + c : 33 + c] for r in (-1, 0, 1) for c in (-1, 0, 1)) - mine
    numbers = np.full((32, 32), -2, dtype=np.int8)
    numbers[2::2, 2::2] = near[2::2, 2::2]
    numbers[(numbers == 0) | (numbers > 5)] = -2
    choice = _core.choose("sapper-fast", View.from_array(numbers, int(mine.sum())))
    assert choice.kind == "lowest-risk"
    assert 0 < choice.risk < 0.5
