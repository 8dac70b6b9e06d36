"""Seen: the position in a picture, and how sure each part of it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.vision.grid import Grid


@dataclass(frozen=True, eq=False)
class Seen:
    """The position that a picture shows. `look` and `Reader.read` return it.

    ``numbers`` is as in `View`: 0..8 for an opened cell, -2 for a covered one and -1 for a mine that was hit.
    Nothing is guessed silently: ``doubtful`` lists every cell that was read with doubt, that was changed to
    make the position possible, or that takes part in a contradiction.
    """

    numbers: NDArray[np.int8]
    flags: NDArray[np.bool_]
    shown_mines: NDArray[np.bool_]
    """Mines that the picture shows though they were not hit, as at the end of a lost game."""
    mines: int
    mines_source: str
    """Where the mine count comes from: given, counter, standard (the usual count of a board of this size) or
    assumed (no better reason than the usual density)."""
    confidences: NDArray[np.float32]
    doubtful: tuple[Cell, ...]
    repaired: tuple[Cell, ...]
    """The doubtful cells that the network read otherwise; the change makes the position possible."""
    consistent: bool
    """Whether some layout fits the position."""
    grid: Grid

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.grid.rows

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self.grid.cols

    @property
    def confidence(self) -> float:
        """The probability that the least certain cell was read right."""
        return float(self.confidences.min())

    @property
    def is_over(self) -> bool:
        """Whether the picture shows mines, so that the game is lost."""
        return bool((self.numbers == -1).any() or self.shown_mines.any())

    @property
    def view(self) -> View:
        """The position as a view, which `analyse` takes."""
        return View.from_array(self.numbers, self.mines, self.flags)

    @property
    def position(self) -> str:
        """The position text, on one line."""
        return str(self.view)

    def to_dict(self) -> dict[str, Any]:
        """Return what `sapper look --json` prints."""
        return {
            "position": self.position,
            "rows": self.rows,
            "cols": self.cols,
            "mines": self.mines,
            "mines_source": self.mines_source,
            "doubtful": [list(cell) for cell in self.doubtful],
            "repaired": [list(cell) for cell in self.repaired],
            "confidence": round(self.confidence, 4),
            "consistent": self.consistent,
            "over": self.is_over,
            "grid": {
                "left": round(self.grid.left, 2),
                "top": round(self.grid.top, 2),
                "cell_width": round(self.grid.cell_width, 3),
                "cell_height": round(self.grid.cell_height, 3),
            },
        }
