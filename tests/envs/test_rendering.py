"""Tests of pictures, text and recorded videos."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import imageio.v3
import numpy as np
import pytest

import sapper.envs
from sapper import Board, Rules, View
from sapper.envs.rendering import CELL, MARGIN, draw
from sapper.game import palette
from tests.envs.sample_envs import single, vector

KINDS = "012345678?F*"


def cells(view: View) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Draw a view and cut the picture into cells."""
    rows, cols = view.shape
    board = draw(view)[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return board.reshape(rows, CELL, cols, CELL, 3).swapaxes(1, 2)


def test_every_kind_of_cell_has_its_picture() -> None:
    view = View.parse(f"{KINDS}/{KINDS[::-1]} 5")
    drawn = cells(view)
    for i, kind in enumerate(KINDS):
        for j, other in enumerate(KINDS):
            same = np.array_equal(drawn[0, i], drawn[1, len(KINDS) - 1 - j])
            assert same == (kind == other)
    ink = [palette.OPENED, *palette.NUMBERS.values(), palette.COVERED, palette.CLOTH, palette.HIT]
    for cell, colour in zip(drawn[0], ink, strict=True):
        assert (cell == palette.rgb(colour)).all(axis=-1).sum() > 8


def test_the_picture_shows_the_view_alone() -> None:
    rules = Rules(9, 9, 10)
    frames = set()
    for index in range(30):
        env = single(level=rules, render_mode="rgb_array")
        env.reset(seed=index)
        frames.add(env.render().tobytes())
        assert Board.random(rules, index).mines
    assert len(frames) == 1, "untouched boards look the same for all layouts"


def test_pictures_fit_video() -> None:
    for rows, cols in ((1, 1), (3, 5)):
        picture = draw(View.from_array(np.full((rows, cols), -2), 1))
        assert picture.dtype == np.uint8 and picture.shape[2] == 3
        assert picture.shape[0] % 2 == picture.shape[1] % 2 == 0, "video formats need even sides"


def test_too_large_for_a_picture() -> None:
    with pytest.raises(ValueError, match="at most 65536 cells"):
        draw(View.from_array(np.full((300, 300), -2), 1))


def test_text() -> None:
    env = single(level="2x3/1", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "mines 1\n???\n???"
    many = vector(2, level="2x3/1", render_mode="ansi")
    many.reset(seed=1)
    assert many.render() == ("mines 1\n???\n???",) * 2
    frames = vector(2, level="2x3/1", render_mode="rgb_array")
    frames.reset(seed=1)
    assert [frame.dtype for frame in frames.render() or ()] == [np.uint8] * 2


def test_rendering_without_a_mode_warns() -> None:
    for env in (single(), vector(1)):
        env.reset(seed=1)
        with pytest.warns(UserWarning, match="without a render mode"):
            assert env.render() is None


@pytest.mark.filterwarnings("ignore")  # the video libraries leave files open
def test_record_video(tmp_path: Path) -> None:
    env: gymnasium.Env[Any, Any] = gymnasium.wrappers.RecordVideo(
        gymnasium.make(sapper.envs.ID, level="beginner", render_mode="rgb_array"),
        str(tmp_path / "films"),
        episode_trigger=lambda episode: True,
        disable_logger=True,
    )
    env.reset(seed=1)
    still = env.render()
    steps, over = 0, False
    while not over:
        mask = env.get_wrapper_attr("action_masks")()
        _, _, over, _, _ = env.step(int(np.flatnonzero(mask)[steps % 3]))
        steps += 1
    env.close()
    (video,) = (tmp_path / "films").glob("*.mp4")
    frames = imageio.v3.imread(video)
    assert len(frames) == steps + 1
    assert isinstance(still, np.ndarray) and frames[0].shape == still.shape
    assert np.abs(frames[0].astype(int) - still).mean() < 8, "frames equal pictures up to compression"
