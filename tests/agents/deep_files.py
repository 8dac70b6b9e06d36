"""Small files of weights for `sapper-deep`, made without torch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper._core import DEEP_PLANES
from sapper.learn.training.deep_weights import write_weights

CHANNELS = 16


def weights_file(path: Path, seed: int, head: float = 1.0, win: float = 0.0, margin: float = 0.0) -> str:
    """Write a network of one block with random weights. `head` and `win` scale its two outputs."""
    rng = np.random.default_rng(seed)

    def layer(*shape: int) -> NDArray[np.float32]:
        return rng.normal(0, (2 / np.prod(shape[1:])) ** 0.5, shape).astype(np.float32)

    c = CHANNELS
    weights = {
        "stem.weight": layer(c, DEEP_PLANES, 3, 3),
        "blocks.0.first.weight": layer(c, c, 3, 3),
        "blocks.0.second.weight": layer(c, c, 3, 3),
        "blocks.0.gather.weight": layer(16, c, 1, 1),
        "blocks.0.gather.bias": rng.normal(0, 0.1, 16),
        "blocks.0.spread.weight": layer(c, 48),
        "head.weight": head * layer(1, c, 1, 1),
        "head.bias": np.zeros(1),
        "win.weight": win * layer(1, c),
        "win.bias": np.zeros(1),
    }
    for name in ("stem", "blocks.0.first", "blocks.0.second", "blocks.0.spread"):
        weights[f"{name}.bias"] = rng.normal(0, 0.1, c)
    for name in ("blocks.0.norm", "norm"):
        weights[f"{name}.scale"], weights[f"{name}.shift"] = np.ones(c), rng.normal(0, 0.1, c)
    write_weights(path, weights, margin)
    return str(path)
