"""The colours of pictures are those of the page in the dark."""

from __future__ import annotations

import re
from importlib.resources import files

from sapper.game import palette


def test_pictures_and_the_page_have_the_same_colours() -> None:
    sheet = files("sapper.web").joinpath("static", "styles", "colours.css").read_text(encoding="utf-8")
    dark = sheet[: sheet.index("}")]
    assert "color-scheme: dark" in dark
    shown = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark))
    drawn = {
        "back": palette.BACK,
        "covered": palette.COVERED,
        "covered-edge": palette.EDGE,
        "opened": palette.OPENED,
        "hit": palette.HIT,
        **{f"n{number}": colour for number, colour in palette.NUMBERS.items()},
    }
    assert {name: shown[name] for name in drawn} == drawn
