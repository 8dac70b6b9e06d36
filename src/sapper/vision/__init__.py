"""Pictures of Minesweeper programs to positions.

In reading order:

- `images`: pictures from files, bytes and arrays.
- `grid`: where the cells of a board lie.
- `lattice`: finds lines that repeat, the candidates for a grid.
- `symbols`, `cell_pictures`, `network`: what a cell may show, and the network that reads it.
- `board_reading`: what a board shows, from the probabilities of its cells.
- `blank_looks`, `left_over`: settle blank cells, which only the whole board can tell apart.
- `search`: chooses the lattice that is a board.
- `mine_count`: the mine count, read or assumed.
- `proofreading`: the engine's check, and repairs.
- `looks`: cells that look alike are read alike.
- `seen`: the result.
- `reader`: `look`, and `Reader` for pictures of the same window.
- `training`: how the network is trained.
"""

from __future__ import annotations

from sapper.errors import NoBoardFound
from sapper.vision.grid import Grid
from sapper.vision.images import Picture, UnreadableImage
from sapper.vision.reader import Reader, look
from sapper.vision.seen import Seen

__all__ = ["Grid", "NoBoardFound", "Picture", "Reader", "Seen", "UnreadableImage", "look"]
