"""The files that the browser loads: their colours, their texts, and the hosts they name."""

from __future__ import annotations

import re
from pathlib import Path

import sapper.web
from sapper.game import palette

STATIC = Path(sapper.web.__file__).parent / "static"
SOURCE = Path(__file__).parents[2] / "src" / "sapper" / "web" / "static"


def test_pictures_and_the_page_have_the_same_colours() -> None:
    sheet = (STATIC / "styles" / "colours.css").read_text(encoding="utf-8")
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


def test_every_style_sheet_is_loaded() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    sheets = {f"static/styles/{file.name}" for file in (STATIC / "styles").iterdir()}
    assert set(re.findall(r'href="([^"]+\.css)"', page)) == sheets


def test_no_file_is_long() -> None:
    for file in STATIC.rglob("*"):
        assert not file.is_file() or len(file.read_text(encoding="utf-8").splitlines()) <= 400, file.name


def test_every_text_of_the_page_is_in_texts_js() -> None:
    """Only the files of texts and the example positions contain English text."""
    for script in sorted(STATIC.rglob("*.js")):
        if script.name in {"texts.js", "trainer-texts.js", "example-positions.js"}:
            continue
        code = re.sub(r"//.*", "", script.read_text())
        sentences = re.findall(r'"[A-Z][a-z]+ [a-z]+[^"]*"', code)
        assert sentences == [], script.name


def test_no_file_of_the_page_names_another_host() -> None:
    files = sorted(file for file in STATIC.rglob("*") if file.is_file())
    assert len(files) > 10
    for file in files:
        addresses = set(re.findall(r"https?://[^\s\"'`)]+", file.read_text()))
        assert addresses <= {"http://www.w3.org/2000/svg"}, file.name


def test_the_installed_package_contains_the_whole_page() -> None:
    names = {file.relative_to(SOURCE) for file in SOURCE.rglob("*")}
    assert {Path("index.html"), Path("main.js"), Path("views/play.js"), Path("styles/colours.css")} <= names
    assert {file.relative_to(STATIC) for file in STATIC.rglob("*")} == names
