"""The file of weights that the core reads for `sapper-deep`.

All numbers are stored with the low byte first. The file begins with ``sapper-deep`` and a line feed, the
format (uint32) and the CRC-32 of everything that follows. Then come the shape (uint32: planes, channels,
blocks and the channels that a pooling block gathers), one bit per block that pools (uint64), the margin
(float64), and the weights as float32 in the order of `_parts`. The core refuses a file that differs from this
in any way.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.errors import SapperError

MAGIC = b"sapper-deep\n"
FORMAT = 1
_HEAD = struct.Struct("<II")
_SHAPE = struct.Struct("<IIIIQd")
_GATHERED = 32
"""The channels that a pooling block gathers, if no block pools."""


def write_weights(path: Path, weights: Mapping[str, Any], margin: float) -> None:
    """Write the weights of a network with the layers of `ResNet` and a second output for the chance to win.

    Args:
        path: The file to write.
        weights: Tensors or arrays by the names of ``ResNet.state_dict()``, with ``head`` of one channel, and
            with ``win.weight`` and ``win.bias``. Without ``win`` it does not correct the chance to win.
        margin: How much greater the chance to win by another cell must be before the player leaves the cell
            that it would open without the network.

    Raises:
        SapperError: A weight is missing or has another shape, or the core would refuse the file.
    """
    from sapper._core import DeepNetwork

    arrays = {name: np.asarray(array, np.float32) for name, array in weights.items()}
    channels, planes = _shape(arrays, "stem.weight", 4)[:2]
    blocks = sum(name.endswith(".first.weight") for name in arrays)
    pooling = [i for i in range(blocks) if f"blocks.{i}.gather.weight" in arrays]
    gathered = _shape(arrays, f"blocks.{pooling[0]}.gather.weight", 4)[0] if pooling else _GATHERED
    arrays.setdefault("win.weight", np.zeros((1, channels), np.float32))
    arrays.setdefault("win.bias", np.zeros(1, np.float32))
    body = _SHAPE.pack(planes, channels, blocks, gathered, sum(1 << i for i in pooling), margin)
    for name, shape in _parts(planes, channels, blocks, gathered, pooling):
        body += _part(arrays, name, shape).astype("<f4").tobytes()
    data = _with_head(body)
    DeepNetwork(data, str(path))
    path.write_bytes(data)


def set_margin(path: Path, margin: float) -> None:
    """Write another margin into a file of weights.

    Raises:
        SapperError: It is no such file, or it is damaged.
    """
    from sapper._core import DeepNetwork

    data = path.read_bytes()
    DeepNetwork(data, str(path))
    body = bytearray(data[len(MAGIC) + _HEAD.size :])
    body[_SHAPE.size - 8 : _SHAPE.size] = struct.pack("<d", margin)
    changed = _with_head(bytes(body))
    DeepNetwork(changed, str(path))
    path.write_bytes(changed)


def _with_head(body: bytes) -> bytes:
    return MAGIC + _HEAD.pack(FORMAT, zlib.crc32(body)) + body


def _parts(
    planes: int, channels: int, blocks: int, gathered: int, pooling: list[int]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The names and shapes of all weights, in the order of the file."""

    def layer(name: str, *shape: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield f"{name}.weight", shape
        yield f"{name}.bias", shape[:1]

    def norm(name: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield f"{name}.scale", (channels,)
        yield f"{name}.shift", (channels,)

    yield from layer("stem", channels, planes, 3, 3)
    for i in range(blocks):
        block = f"blocks.{i}"
        yield from norm(f"{block}.norm")
        yield from layer(f"{block}.first", channels, channels, 3, 3)
        yield from layer(f"{block}.second", channels, channels, 3, 3)
        if i in pooling:
            yield from layer(f"{block}.gather", gathered, channels, 1, 1)
            yield from layer(f"{block}.spread", channels, 3 * gathered)
    yield from norm("norm")
    yield from layer("head", 1, channels, 1, 1)
    yield from layer("win", 1, channels)


def _shape(arrays: Mapping[str, NDArray[np.float32]], name: str, dimensions: int) -> tuple[int, ...]:
    if name not in arrays or arrays[name].ndim != dimensions:
        raise SapperError(f"the network has no weights {name} of {dimensions} dimensions")
    return arrays[name].shape


def _part(
    arrays: Mapping[str, NDArray[np.float32]], name: str, shape: tuple[int, ...]
) -> NDArray[np.float32]:
    if name not in arrays:
        raise SapperError(f"the network has no weights {name}")
    if arrays[name].shape != shape:
        raise SapperError(f"the weights {name} have the shape {arrays[name].shape}, not {shape}")
    return arrays[name]
