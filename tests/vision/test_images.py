"""Odd, damaged and huge pictures."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sapper.vision import UnreadableImage
from sapper.vision.images import rgb_picture


def stored(picture: Image.Image, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **options)

    return file.getvalue()


PLAIN = Image.new("RGB", (40, 30), (10, 200, 90))


def png_header(width: int, height: int) -> bytes:
    """A PNG that promises many pixels and holds none."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(b"")), (b"IEND", b"")]
    chunks = b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + chunks


@pytest.mark.parametrize("width, height", [(50_000, 50_000), (8_000, 6_000), (2**31 - 1, 2**31 - 1)])
def test_huge_pictures_are_refused_before_they_are_decoded(width: int, height: int) -> None:
    with pytest.raises(UnreadableImage, match=r"pixels|picture"):
        rgb_picture(png_header(width, height))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP"])
def test_truncated_files(kind: str) -> None:
    rng = np.random.default_rng(1)
    whole = stored(Image.fromarray(rng.integers(0, 256, (40, 60, 3), dtype=np.uint8)), kind)
    for length in (0, 1, 9, 30, len(whole) // 2, 3 * len(whole) // 4):
        with pytest.raises(UnreadableImage):
            rgb_picture(whole[:length])


def test_files_that_are_no_pictures(tmp_path: Path) -> None:
    no_picture: Any = [1, 2]
    file = tmp_path / "text.png"
    file.write_text("this is no picture")
    with pytest.raises(UnreadableImage, match=r"text\.png is no picture"):
        rgb_picture(file)
    with pytest.raises(FileNotFoundError):
        rgb_picture(tmp_path / "missing.png")
    with pytest.raises(UnreadableImage, match="not float64"):
        rgb_picture(np.zeros((3, 3)))
    with pytest.raises(UnreadableImage, match="not list"):
        rgb_picture(no_picture)


@pytest.mark.parametrize("mode", ["L", "P", "1", "CMYK", "RGBA", "LA", "YCbCr", "HSV", "I;16"])
def test_every_mode_becomes_rgb(mode: str) -> None:
    picture = Image.new("L", (8, 8), 255).convert(mode) if mode != "I;16" else Image.new(mode, (8, 8), 65535)
    assert rgb_picture(picture).mode == "RGB"
    assert rgb_picture(picture).size == (8, 8)


def test_what_is_transparent_becomes_white() -> None:
    clear = Image.new("RGBA", (4, 4), (255, 0, 0, 0))
    assert rgb_picture(clear).getpixel((0, 0)) == (255, 255, 255)


def test_an_animation_is_its_first_frame() -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    moving = stored(frames[0], "GIF", save_all=True, append_images=frames[1:])
    red, _green, blue = np.asarray(rgb_picture(moving))[10, 10]
    assert red > 200 and blue < 50
