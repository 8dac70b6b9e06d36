"""The training of the network that reads cells: what it draws, and how it goes on from a trained network."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from sapper.vision.network import WEIGHTS, chances
from sapper.vision.symbols import MINE
from sapper.vision.training.digit_strokes import DigitStrokes
from sapper.vision.training.samples import samples
from sapper.vision.training.symbol_drawings import MINES


def test_every_digit_and_every_mine_looks_different() -> None:
    from PIL import ImageDraw

    from sapper.vision.training.symbol_drawings import draw_mine

    for plain in (False, True):
        strokes = DigitStrokes(plain, 0.5, 0.7, 0.12, ((0.0, 0.0),) * 12)
        drawn = set()
        for digit in range(1, 9):
            picture = Image.new("RGB", (24, 24), "white")
            strokes.draw(picture, (0, 0), 24, digit, (0, 0, 0), smooth=False)
            drawn.add(picture.tobytes())
        assert len(drawn) == 8
    mines = set()
    for kind in range(MINES):
        picture = Image.new("RGBA", (40, 40))
        draw_mine(ImageDraw.Draw(picture), 40, kind, (0, 0, 0))
        mines.add(picture.tobytes())
    assert len(mines) == MINES


def test_samples_follow_from_the_seed() -> None:
    one, other = (samples(np.random.default_rng(5), 300) for _ in range(2))
    assert np.array_equal(one[0], other[0]) and np.array_equal(one[1], other[1])
    assert MINE in one[1]


def test_training_goes_on_from_the_shipped_network() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from sapper.vision.training.train import Reading, load, network

    cells, _ = samples(np.random.default_rng(7), 400)
    inner = network()
    commands = load(inner, WEIGHTS, cells)
    assert len(commands) >= 1 and all("sapper.vision.training.train" in command for command in commands)
    with torch.inference_mode():
        said = Reading(inner).eval()(torch.from_numpy(cells)).numpy()
    assert np.abs(said - chances(cells)).max() < 1e-3
