"""Tests of the weights of `sapper-deep`: their file, and the core's network against onnxruntime."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from sapper import SapperError
from sapper._core import DeepNetwork
from sapper.learn.networks.deep_resnet import PLANES
from sapper.learn.training.deep_weights import MAGIC, set_margin, write_weights
from tests.learn.deep_net import export, random_net

BOARDS = ((16, 30, 400), (16, 16, 200), (9, 9, 200), (5, 7, 100), (1, 30, 50), (1, 1, 50))
"""Rows, columns and positions: 1,000 positions in all."""
CLOSE = 1e-4


def network_of(path: Path) -> DeepNetwork:
    return DeepNetwork(path.read_bytes(), path.name)


def random_planes(count: int, rows: int, cols: int, seed: int) -> NDArray[np.float32]:
    """Planes as those of positions: some are marks, some constant over the board, and some any numbers."""
    rng = np.random.default_rng(seed)
    marks = rng.random((count, 11, rows, cols)) < 0.2
    constants = np.broadcast_to(rng.random((count, 8, 1, 1)), (count, 8, rows, cols))
    return np.concatenate([marks, constants, rng.normal(0, 0.5, (count, 5, rows, cols))], 1).astype(
        np.float32
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A network with random weights, of the size that ships: for the core and as ONNX."""
    folder = tmp_path_factory.mktemp("networks")
    net = random_net(6, 48, seed=3)
    write_weights(folder / "net.weights", net.state_dict(), margin=0.004)
    export(net, folder / "net.onnx")
    return folder / "net.weights", folder / "net.onnx"


def test_the_core_answers_as_onnxruntime_in_1000_positions(files: tuple[Path, Path]) -> None:
    core = network_of(files[0])
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(files[1]), options, providers=["CPUExecutionProvider"])
    for seed, (rows, cols, count) in enumerate(BOARDS):
        planes = random_planes(count, rows, cols, seed)
        corrections, wins = core.run(planes)
        expected, expected_wins = session.run(None, {"planes": planes})
        assert expected.std() > 0.1  # there is something to compare
        np.testing.assert_allclose(corrections.reshape(expected.shape), expected, rtol=0, atol=CLOSE)
        np.testing.assert_allclose(wins[:, 0], expected_wins, rtol=0, atol=CLOSE)


def test_a_position_has_the_same_answer_alone_and_after_others(files: tuple[Path, Path]) -> None:
    core = network_of(files[0])
    many = random_planes(3, 9, 9, 5)
    core.run(random_planes(1, 16, 30, 6))
    corrections, wins = core.run(many)
    for i in range(3):
        alone, win = core.run(many[i : i + 1])
        assert (alone[0] == corrections[i]).all()
        assert win[0] == wins[i]


def test_the_file_states_its_shape_and_its_margin_can_be_changed(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    core = network_of(files[0])
    assert (core.planes, core.channels, core.blocks, core.margin) == (PLANES, 48, 6, 0.004)
    copy = tmp_path / "copy.weights"
    copy.write_bytes(files[0].read_bytes())
    set_margin(copy, 0.01)
    changed = network_of(copy)
    assert changed.margin == 0.01
    planes = random_planes(2, 9, 9, 1)
    assert (changed.run(planes)[0] == core.run(planes)[0]).all()
    with pytest.raises(SapperError, match="margin is no chance"):
        set_margin(copy, -0.5)
    assert network_of(copy).margin == 0.01


def test_other_networks_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "net.weights"
    weights = dict(random_net(1, 16, 1).state_dict())
    with pytest.raises(SapperError, match=r"no weights blocks\.0\.norm\.scale"):
        write_weights(path, {k: v for k, v in weights.items() if k != "blocks.0.norm.scale"}, 0.0)
    with pytest.raises(SapperError, match=r"head\.weight have the shape \(16,\), not \(1, 16, 1, 1\)"):
        write_weights(path, {**weights, "head.weight": np.zeros(16)}, 0.0)
    with pytest.raises(SapperError, match=r"no weights stem\.weight of 4 dimensions"):
        write_weights(path, {**weights, "stem.weight": np.zeros(16)}, 0.0)
    with pytest.raises(SapperError, match="no network has this shape"):
        write_weights(path, random_net(1, 20, 1).state_dict(), 0.0)
    with pytest.raises(SapperError, match="a weight is no number"):
        write_weights(path, {**weights, "head.bias": np.array([np.nan])}, 0.0)
    assert not path.exists()


def test_damaged_and_foreign_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.weights"
    write_weights(path, random_net(1, 16, 1).state_dict(), 0.0)
    data = path.read_bytes()
    rng = np.random.default_rng(1)
    places = [*range(60), *map(int, rng.integers(0, len(data), 200))]
    for place in places:
        damaged = bytearray(data)
        damaged[place] ^= 1 << int(rng.integers(8))
        with pytest.raises(
            SapperError, match=r"^(the weights x are damaged|the weights x have format|x holds no weights)"
        ):
            DeepNetwork(bytes(damaged), "x")
    for length in [*range(60), *map(int, rng.integers(60, len(data), 50))]:
        with pytest.raises(SapperError, match="weights"):
            DeepNetwork(data[:length], "x")
    body = data[len(MAGIC) + 8 :]
    for wrong in (body + b"\0\0\0\0", body[:-4], struct.pack("<I", 2**31) + body[4:]):
        with pytest.raises(SapperError, match="the weights x are damaged"):
            DeepNetwork(MAGIC + struct.pack("<II", 1, zlib.crc32(wrong)) + wrong, "x")
    with pytest.raises(SapperError, match="x holds no weights of sapper-deep"):
        DeepNetwork(b"\x08\x08\x12\x07pytorch", "x")
    with pytest.raises(
        SapperError, match="the weights x have format 2, and this version of Sapper reads format 1"
    ):
        DeepNetwork(MAGIC + struct.pack("<II", 2, zlib.crc32(body)) + body, "x")


def test_planes_of_another_shape_are_refused(files: tuple[Path, Path]) -> None:
    core = network_of(files[0])
    for shape in ((1, 16, 9, 9), (1, PLANES, 0, 9)):
        with pytest.raises(ValueError, match="the network reads 24 planes of a board"):
            core.run(np.zeros(shape, np.float32))
