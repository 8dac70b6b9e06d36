"""Perfect play, compared with plain recursion over views, known values and symmetries."""

from __future__ import annotations

import math
import threading
from fractions import Fraction
from itertools import combinations

import pytest

from sapper import OutOfBudget, Rules, optimum
from sapper.game.enums import FirstMove
from sapper.game.rules import Cell

Layout = frozenset[Cell]

PROMISES = tuple(FirstMove)
SMALL = [(rows, cols) for rows in (1, 2, 3) for cols in range(rows, 13) if rows * cols <= 9]


class Oracle:
    """Perfect play by trying every cell of every view, with cascades."""

    def __init__(self, rows: int, cols: int, mines: int) -> None:
        self.mines = mines
        self.cells = [(r, c) for r in range(rows) for c in range(cols)]
        self.layouts = [frozenset(chosen) for chosen in combinations(self.cells, mines)]
        self.near = {
            cell: [o for o in self.cells if o != cell and max(abs(o[0] - cell[0]), abs(o[1] - cell[1])) == 1]
            for cell in self.cells
        }
        self.known: dict[frozenset[tuple[Cell, int]], int] = {}

    def opened(self, view: dict[Cell, int], layout: Layout, cell: Cell) -> dict[Cell, int]:
        view, pending = dict(view), [cell]
        while pending:
            at = pending.pop()
            if at not in view:
                view[at] = sum(other in layout for other in self.near[at])
                pending += self.near[at] if view[at] == 0 else []
        return view

    def after(self, view: dict[Cell, int], layouts: list[Layout], cell: Cell) -> int:
        """Count the layouts that are won if `cell` is opened."""
        groups: dict[frozenset[tuple[Cell, int]], list[Layout]] = {}
        for layout in layouts:
            if cell not in layout:
                key = frozenset(self.opened(view, layout, cell).items())
                groups.setdefault(key, []).append(layout)
        return sum(self.won(key, group) for key, group in groups.items())

    def won(self, key: frozenset[tuple[Cell, int]], layouts: list[Layout]) -> int:
        if len(key) == len(self.cells) - self.mines:
            return len(layouts)
        if key not in self.known:
            view = dict(key)
            covered = [cell for cell in self.cells if cell not in view]
            self.known[key] = max(self.after(view, layouts, cell) for cell in covered)
        return self.known[key]

    def win(self, promise: str, start: Cell) -> Fraction | None:
        free = {"unsafe": set(), "safe": {start}, "zero": {start, *self.near[start]}}[promise]
        layouts = [layout for layout in self.layouts if not free & layout]
        return Fraction(self.after({}, layouts, start), len(layouts)) if layouts else None


@pytest.mark.parametrize(("rows", "cols"), [*SMALL, (2, 5), (3, 4)])
def test_every_start_and_promise_agrees_with_plain_recursion(rows: int, cols: int) -> None:
    for mines in range(rows * cols):
        oracle = Oracle(rows, cols, mines)
        for promise in PROMISES:
            wins: dict[Cell, Fraction] = {}
            for start in oracle.cells:
                expected = oracle.win(promise, start)
                if expected is None:
                    with pytest.raises(ValueError, match="mines must be"):
                        optimum(Rules(rows, cols, mines, promise), start)
                else:
                    wins[start] = optimum(Rules(rows, cols, mines, promise), start).win
                    assert wins[start] == expected, (mines, promise, start)
            if wins:
                best = optimum(Rules(rows, cols, mines, promise))
                assert best.win == max(wins.values()) == wins[best.start]


def test_known_values() -> None:
    best = optimum(Rules(4, 4, 4, first_move="unsafe"))
    assert (best.win, best.start) == (Fraction(961, 1820), (0, 1))
    assert optimum(Rules(4, 4, 4)).win == Fraction(961, 1365)
    assert round(float(optimum(Rules(6, 6, 4), (0, 0)).win), 4) == 0.9566


def test_the_ends_of_the_range() -> None:
    assert optimum(Rules(3, 3, 0)).win == 1
    assert optimum(Rules(3, 3, 8), (1, 1)).win == 1  # the only free cell is the start
    assert optimum(Rules(3, 3, 8, first_move="unsafe")).win == Fraction(1, 9)
    assert optimum(Rules(2, 2, 4, first_move="unsafe")).win == 0
    assert optimum(Rules(1, 1, 0)).win == 1
    assert optimum(Rules(8, 8, 1), (3, 3)).win == 1
    with pytest.raises(ValueError, match="no start leaves room"):
        optimum(Rules(3, 3, 7, first_move="zero"))


@pytest.mark.parametrize("rules", [Rules(4, 4, 5), Rules(3, 5, 4), Rules(4, 4, 4, first_move="zero")])
def test_symmetric_starts_are_worth_the_same(rules: Rules) -> None:
    last_row, last_col = rules.rows - 1, rules.cols - 1
    for row in range((rules.rows + 1) // 2):
        for col in range((rules.cols + 1) // 2):
            images = {
                (row, col),
                (last_row - row, col),
                (row, last_col - col),
                (last_row - row, last_col - col),
            }
            if rules.rows == rules.cols:
                images |= {(c, r) for r, c in images}
            assert len({optimum(rules, image).win for image in images}) == 1


def test_a_board_on_its_side_is_the_same_board() -> None:
    for mines in range(1, 8):
        assert optimum(Rules(3, 5, mines)).win == optimum(Rules(5, 3, mines)).win


def test_promises_and_mines_only_go_one_way() -> None:
    for rows, cols in ((4, 4), (3, 5)):
        cells, previous = rows * cols, Fraction(1)
        for mines in range(1, cells // 2):
            unsafe, safe = (
                optimum(Rules(rows, cols, mines, promise), (0, 0)).win for promise in ("unsafe", "safe")
            )
            # A safe start is an unsafe start that hit no mine.
            assert unsafe == safe * Fraction(cells - mines, cells)
            assert safe <= optimum(Rules(rows, cols, mines, "zero"), (0, 0)).win or mines > cells - 6
            assert safe <= previous
            previous = safe
            assert math.comb(cells - 1, mines) % safe.denominator == 0


def test_cascades_change_nothing() -> None:
    assert optimum(Rules(4, 4, 3)).win == optimum(Rules(4, 4, 3, cascade=False)).win


def test_rules_without_a_loss_are_refused() -> None:
    for rules in (Rules(3, 3, 2, on_mine="continue"), Rules(3, 3, 2, won_by="open-or-flag")):
        with pytest.raises(ValueError, match="a mine loses"):
            optimum(rules)
    with pytest.raises(ValueError, match="outside"):
        optimum(Rules(3, 3, 2), (3, 0))
    with pytest.raises(ValueError, match="budget"):
        optimum(Rules(3, 3, 2), budget=float("nan"))


def test_budgets_are_kept() -> None:
    with pytest.raises(OutOfBudget, match="takes more than 0 s"):
        optimum(Rules(6, 6, 6), budget=0)
    with pytest.raises(OutOfBudget, match="does not fit into 1 MiB"):
        optimum(Rules(5, 5, 5), memory=1 << 20)
    with pytest.raises(OutOfBudget, match="MiB"):
        optimum(Rules(8, 8, 30))
    with pytest.raises(OutOfBudget, match="64 cells"):
        optimum(Rules(9, 9, 10))


def test_progress_is_told_and_may_end_the_search() -> None:
    told: list[int] = []

    class Enough(Exception):
        pass

    def tell(done: int) -> None:
        told.append(done)
        if len(told) == 3:
            raise Enough

    with pytest.raises(Enough):
        optimum(Rules(6, 6, 6), progress=tell)
    assert told == sorted(told)


def test_searches_run_side_by_side() -> None:
    found: list[Fraction] = []
    threads = [threading.Thread(target=lambda: found.append(optimum(Rules(4, 4, 5)).win)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [optimum(Rules(4, 4, 5)).win] * 4
