"""The shipped network: the probability of everything that a cell may show."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sapper.errors import SapperError
from sapper.vision.symbols import CLASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

    from sapper.game.rules import Cell
    from sapper.vision.grid import Grid

WEIGHTS = Path(__file__).with_name("cells.onnx")
BATCH = 512


@cache
def session(weights: Path) -> Any:
    """Load a network of onnxruntime, once.

    Raises:
        SapperError: onnxruntime is not installed.
    """
    try:
        import onnxruntime
    except ImportError:
        raise SapperError("pictures need onnxruntime: pip install 'sapper[vision]'") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])


def read_cells(picture: Image, grid: Grid, cells: Sequence[Cell]) -> NDArray[np.float32]:
    """Return the probability of each class of `symbols` for some cells of a picture; (cells, classes)."""
    from sapper.vision.cell_pictures import cut

    return chances(cut(picture, [grid.edges(cell) for cell in cells]))


def chances(cells: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the probability of each class for pictures of cells."""
    network = session(WEIGHTS)
    parts = [network.run(None, {"cells": cells[at : at + BATCH]})[0] for at in range(0, len(cells), BATCH)]
    return np.concatenate(parts) if parts else np.zeros((0, CLASSES), np.float32)
