"""Board: one layout of the mines. Agents never see a board, only views of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.game.enums import FirstMove
from sapper.game.rules import Cell, Rules
from sapper.game.whole_numbers import whole_number
from sapper.plural import counted


class Board:
    """One layout of the mines and the start cell. Make one with `Board.random` or `Board.from_mines`."""

    def __init__(self, rules: Rules, start: Cell, native: _core.Board) -> None:
        self.__dict__.update(rules=rules, start=start, native=native)

    rules: Rules
    """The rules of the game. Their mine count equals the number of mines on the board."""
    start: Cell
    """The cell for which the rules promise that it is safe or a zero (`Rules.first_move`)."""
    native: _core.Board
    """The C++ object of this board."""

    @classmethod
    def random(cls, rules: Rules, seed: int, index: int = 0, start: Cell = (0, 0)) -> Self:
        """Make layout number ``index`` of stream ``seed``. It is the same on every machine, for ever.

        The pair (seed, index) determines one permutation of the cells. The mines are the first cells of the
        permutation that ``rules.first_move`` allows as mines. Every allowed layout is equally likely.

        >>> Board.random(Rules(3, 3, 2), seed=1).mines
        ((0, 2), (2, 1))
        """
        _check_rules(rules)
        at = rules.index(start)
        native = _core.Board.random(rules.native, _stream("seed", seed), _stream("index", index), at)
        return cls(rules, divmod(at, rules.cols), native)

    @classmethod
    def from_mines(cls, rules: Rules, cells: Iterable[Cell], start: Cell | None = None) -> Self:
        """Make the board with mines on these cells.

        Args:
            rules: Their size and mine count must match the layout.
            cells: The mines, in any order.
            start: The start cell. It must be what ``rules.first_move`` promises. The default is the first
                such cell in row-major order.
        """
        _check_rules(rules)
        if not isinstance(cells, Iterable):
            raise ValueError(f"the mines must be cells (row, col), not {cells!r}")
        mines = [rules.index(cell) for cell in cells]
        native = _core.Board(rules.rows, rules.cols, mines)
        if len(mines) != rules.mines:
            stated = counted(rules.mines, "mine")
            raise ValueError(f"the rules state {stated}, but the layout has {len(mines)}")
        allowed = _allowed_starts(rules, native.numbers)
        if start is None:
            if not allowed.any():
                raise ValueError(
                    "first_move='zero' promises that the start is a zero, but no cell of the layout is one"
                )
            at = int(allowed.argmax())
        else:
            at = rules.index(start)
            if not allowed.flat[at]:
                what = "free" if rules.first_move == FirstMove.SAFE else "a zero"
                promise = f"first_move={rules.first_move!r} promises"
                raise ValueError(f"the start {divmod(at, rules.cols)} is not {what}, as {promise}")
        return cls(rules, divmod(at, rules.cols), native)

    @cached_property
    def mines(self) -> tuple[Cell, ...]:
        """The mines, in row-major order."""
        return tuple(self.native.mines)

    @property
    def mine_array(self) -> NDArray[np.bool_]:
        """A new (rows, cols) array that is True at the mines."""
        return self.native.mine_array

    @property
    def numbers(self) -> NDArray[np.int8]:
        """A new (rows, cols) array with the number of each free cell and -1 for each mine."""
        return self.native.numbers

    @cached_property
    def _facts(self) -> tuple[int, int, int]:
        return self.native.facts()

    @property
    def bbbv(self) -> int:
        """The 3BV: the smallest number of cells to open that wins without chords.

        It is the number of openings plus the number of cells with a number that border no opening.
        """
        return self._facts[0]

    @property
    def openings(self) -> int:
        """The number of connected regions of zeros."""
        return self._facts[1]

    @property
    def islands(self) -> int:
        """The number of connected groups of cells with a number that border no opening."""
        return self._facts[2]

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a board is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.rules, self.start, self.native) == (other.rules, other.start, other.native)

    def __hash__(self) -> int:
        return hash((self.rules, self.start, self.mines))

    def _repr_svg_(self) -> str | None:
        from sapper.game.board_svg import board_svg

        return board_svg(self)

    def __repr__(self) -> str:
        return f"Board.from_mines({self.rules!r}, {list(self.mines)}, start={self.start})"

    def __str__(self) -> str:
        """Return the rows as text: ``*`` for a mine, and the number of each free cell."""
        return "\n".join("".join("*" if n < 0 else str(n) for n in row) for row in self.numbers.tolist())

    def __reduce__(self) -> tuple[Any, ...]:
        return Board.from_mines, (self.rules, self.mines, self.start)


def _check_rules(rules: object) -> None:
    if not isinstance(rules, Rules):
        raise ValueError(f"a board needs Rules, as from Rules.parse, not {rules!r}")


def _allowed_starts(rules: Rules, numbers: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Mark the cells that may be the start: those that keep the promise of the rules."""
    if rules.first_move == FirstMove.UNSAFE:
        return np.ones_like(numbers, dtype=np.bool_)
    return numbers >= 0 if rules.first_move == FirstMove.SAFE else numbers == 0


def _stream(name: str, value: object) -> int:
    whole = whole_number(name, value)
    if not 0 <= whole < 2**64:
        raise ValueError(f"{name} must be between 0 and 2**64 - 1, not {whole}")
    return whole
