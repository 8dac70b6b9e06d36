"""The themes, sizes and seeds of the pictures that `screenshots.py` reads."""

from __future__ import annotations

from dataclasses import dataclass

Size = tuple[int, int]


@dataclass(frozen=True)
class PictureSet:
    """The themes, sizes and seeds of a set of pictures."""

    seed: int
    sgt_pixels: tuple[int, ...]
    sgt_themes: tuple[str, ...]
    xdemineur_sizes: tuple[tuple[str, int], ...]
    """The geometry and the mines of boards in xdemineur."""
    gnome_windows: tuple[Size, ...]
    kmines_windows: tuple[Size, ...]
    kmines_themes: tuple[str, ...]
    page_windows: tuple[tuple[int, float], ...]
    """The width of the window of the browser, and the density of the screen."""


SETS = {
    "first": PictureSet(
        1919,
        (14, 16, 18, 20, 24, 32, 48),
        ("light", "dark"),
        (("30x16", 99),),
        ((700, 560), (900, 760), (1100, 1000)),
        ((460, 540), (640, 700), (900, 900)),
        ("default", "classic"),
        ((800, 1.0), (1000, 1.0), (1366, 1.0), (1366, 1.5)),
    ),
    "second": PictureSet(
        2027,
        (15, 17, 19, 21, 23, 27, 30, 37, 44),
        ("light", "dark", "sepia", "blue"),
        (("30x16", 99), ("16x16", 40), ("24x20", 80)),
        ((640, 520), (760, 640), (830, 700), (1000, 880), (1180, 1060), (1290, 1200)),
        ((430, 500), (540, 620), (720, 760), (810, 860), (1010, 1000), (1150, 1150)),
        ("default", "classic", "green"),
        ((850, 1.0), (900, 1.25), (1200, 1.0), (1600, 1.0), (1280, 1.75)),
    ),
    "third": PictureSet(
        3041,
        (15, 17, 18, 22, 25, 26, 29, 34, 40),
        ("light", "dark", "sepia", "blue"),
        (("30x16", 99), ("18x14", 45), ("22x22", 90)),
        ((660, 540), (730, 610), (860, 720), (970, 850), (1150, 1030)),
        ((440, 520), (560, 640), (690, 730), (850, 900), (1080, 1080)),
        ("default", "classic", "green"),
        ((880, 1.0), (950, 1.25), (1100, 1.0), (1500, 1.0), (1200, 2.0)),
    ),
    "held": PictureSet(
        4057,
        (14, 16, 18, 19, 20, 24, 28, 33, 42),
        ("light", "dark", "sepia", "blue"),
        (("30x16", 99), ("20x12", 40), ("26x20", 104)),
        ((650, 530), (750, 620), (880, 740), (960, 830), (1120, 1000)),
        ((450, 530), (580, 660), (710, 750), (870, 920), (1060, 1050)),
        ("default", "classic", "green"),
        ((860, 1.0), (930, 1.25), (1150, 1.0), (1450, 1.0), (1250, 2.0)),
    ),
}
"""The reader was mended on pictures of the first three sets. The last one was made after the last change."""
