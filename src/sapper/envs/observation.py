"""The observations of the environments: numbers or planes, with or without exact risks."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sapper.envs.encodings import COVERED, FLAGGED, HIT, one_hot
from sapper.game.rules import Rules

OBSERVATIONS = ("numbers", "one-hot", "numbers+risk", "one-hot+risk")
"""The names of all observations."""

Observation = NDArray[Any]


class Observer:
    """Turns the numbers and the risks of one or more games into observations."""

    planes: bool
    risks: bool
    values: list[int]
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    space: spaces.Box[Any]

    def __init__(self, kind: str, rules: Rules, flags: bool) -> None:
        self.planes = kind.startswith("one-hot")
        self.risks = kind.endswith("+risk")
        self.values = [*range(9), COVERED, HIT, *[FLAGGED] * flags]
        lowest = FLAGGED if flags else COVERED
        depth = len(self.values) if self.planes else 1
        bounds = [(0, 1)] * depth if self.planes else [(lowest, 8)]
        bounds += [(0, 1)] * self.risks
        self.dtype = np.dtype(np.float32 if self.risks else np.int8)
        size = (rules.rows, rules.cols)
        self.shape = size if len(bounds) == 1 and not self.planes else (len(bounds), *size)
        low, high = (
            np.broadcast_to(np.array(side, self.dtype)[:, None, None], (len(bounds), *size))
            for side in zip(*bounds, strict=True)
        )
        self.space = spaces.Box(low.reshape(self.shape), high.reshape(self.shape), dtype=self.dtype.type)

    def __call__(
        self, numbers: NDArray[np.int8], risks: NDArray[np.float64], out: Observation | None = None
    ) -> Observation:
        """Encode arrays ``(..., rows, cols)``. The result is written to `out` or to a new array."""
        if self.planes or self.risks:
            out = np.empty((*numbers.shape[:-2], *self.shape), self.dtype) if out is None else out
            if self.planes:
                one_hot(numbers, self.values, out[..., : len(self.values), :, :])
            else:
                out[..., 0, :, :] = numbers
            if self.risks:
                out[..., -1, :, :] = risks
            return out
        if out is None:
            return numbers.copy()
        np.copyto(out, numbers)
        return out
