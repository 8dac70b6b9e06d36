"""Pictures as the reader takes them: from files, bytes, Pillow images and arrays."""

from __future__ import annotations

import io
import warnings
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.errors import SapperError

if TYPE_CHECKING:
    from PIL.Image import Image

Picture: TypeAlias = "str | PathLike[str] | bytes | Image | NDArray[Any]"

MOST_PIXELS = 40_000_000
"""Larger pictures are refused before they are decoded."""


class UnreadableImage(SapperError, ValueError):  # noqa: N818 - the name says what happened
    """A file or array that is no picture, is damaged, or is too large."""


def rgb_picture(image: Picture) -> Image:
    """Return a picture in RGB. Of an animation it is the first frame; what is transparent becomes white.

    Raises:
        UnreadableImage: It is no picture, or it is damaged or too large.
        OSError: The file cannot be opened.
        SapperError: Pillow is not installed.
    """
    try:
        from PIL import Image as Pillow
        from PIL import UnidentifiedImageError
    except ImportError:
        raise SapperError("pictures need Pillow: pip install 'sapper[vision]'") from None
    if isinstance(image, np.ndarray):
        return _from_array(image)
    name = "the picture"
    if isinstance(image, bytes | bytearray | memoryview):
        stored: Any = io.BytesIO(image)
    elif isinstance(image, str | PathLike):
        name = fspath(image)
        stored = io.BytesIO(Path(image).read_bytes())
    elif isinstance(image, Pillow.Image):
        return _as_rgb(image, name)
    else:
        raise UnreadableImage(f"a picture is a path, bytes, an image or an array, not {type(image).__name__}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Pillow.open(stored) as opened:
                return _as_rgb(opened, name)
    except UnreadableImage:
        raise
    except UnidentifiedImageError:
        raise UnreadableImage(f"{name} is no picture that Pillow can read") from None
    except Exception as error:
        # Decoders of damaged files raise whatever their format runs into: OSError, SyntaxError, struct.error.
        if type(error).__name__.startswith("Decompression"):  # Pillow refuses it before it tells the size
            raise UnreadableImage(f"{name} has more than {MOST_PIXELS:,} pixels") from None
        raise UnreadableImage(f"{name} is damaged: {error}") from None


def _from_array(array: NDArray[Any]) -> Image:
    from PIL import Image as Pillow

    fits = array.dtype == np.uint8 and (array.ndim == 2 or (array.ndim == 3 and array.shape[2] in (3, 4)))
    if not fits or 0 in array.shape:
        raise UnreadableImage(
            f"a picture is a uint8 array (h, w), (h, w, 3) or (h, w, 4), not {array.dtype} {array.shape}"
        )
    return _as_rgb(Pillow.fromarray(np.ascontiguousarray(array)), "the picture")


def _as_rgb(image: Image, name: str) -> Image:
    from PIL import Image as Pillow

    if image.width * image.height > MOST_PIXELS:
        raise UnreadableImage(
            f"{name} has {image.width}x{image.height} pixels; at most {MOST_PIXELS:,} are read"
        )
    if image.mode == "RGB":
        image.load()
        return image if not hasattr(image, "filename") else image.copy()
    if image.mode.startswith("I"):  # 16 or 32 bits of grey
        deep = np.asarray(image, float)
        top = 65535.0 if deep.max(initial=0) > 255 else 255.0
        return Pillow.fromarray((np.clip(deep / top, 0, 1) * 255).astype(np.uint8)).convert("RGB")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        layer = image.convert("RGBA")
        paper = Pillow.new("RGBA", layer.size, "white")
        return Pillow.alpha_composite(paper, layer).convert("RGB")
    return image.convert("RGB")
