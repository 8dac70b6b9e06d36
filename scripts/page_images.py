"""Write docs/images/page-*.png: every view of the web page in Chromium, in both themes."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parents[1]))

import sapper
from sapper.trainer.exercise import read_exercises
from sapper.trainer.judgement import judge
from tests.web.browser import Visit, browsing, cell, serving
from tests.web.careless import careless_game
from tests.web.test_browser_history import made_up

IMAGES = Path(__file__).parents[1] / "docs" / "images"
ALIKE = 6
"""Colours that differ by less than this in red, green and blue share a place in the palette."""
WINDOW: dict[str, Any] = {"viewport": {"width": 1400, "height": 900}, "color_scheme": "dark"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 780},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}


def _play(page: Page) -> None:
    """Play until a position in the middle of a game where a guess is needed."""
    page.get_by_label("The first cell").select_option("zero")
    for key in "srb":
        page.keyboard.press(key)
    while True:
        page.get_by_role("button", name="New game").click()
        cell(page, 8, 12).click()
        page.wait_for_timeout(300)
        page.keyboard.press("a")
        page.wait_for_timeout(1500)
        opened = page.locator("svg.board .opened").count()
        if 190 < opened < 330 and "Playing" in page.get_by_test_id("status").inner_text():
            break
    ring = page.locator("svg.board .ring.best").bounding_box()
    assert ring is not None
    page.mouse.move(ring["x"] + 12, ring["y"] + 12)
    page.wait_for_timeout(500)


def _analyse(page: Page) -> None:
    page.get_by_text("layouts that fit").wait_for(timeout=60_000)
    page.get_by_role("button", name="Stop").wait_for(state="hidden", timeout=60_000)


def _reasons(page: Page) -> None:
    page.get_by_text("Colour by proof").click()
    page.locator("svg.board .proven").first.wait_for()
    cell(page, 0, 4).click()
    page.get_by_test_id("why").wait_for()
    page.get_by_text("every layout was examined").wait_for()
    page.evaluate("() => scrollTo(0, 0)")
    page.wait_for_timeout(500)


def _watch(page: Page) -> None:
    page.get_by_role("button", name="Review").nth(1).wait_for()
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Step", exact=True).fill("24")
    page.wait_for_timeout(500)


def _review(page: Page) -> None:
    record = sapper.play(sapper.make("lowest-risk"), sapper.EXPERT, seed=2021, index=11)
    page.get_by_label("or paste a record").fill(json.dumps(record.to_dict()))
    page.get_by_role("button", name="Read").click()
    page.get_by_text("Grade more carefully").wait_for(timeout=300_000)
    page.get_by_text("Grade more carefully").click()
    page.get_by_test_id("verdict").filter(has_text="luck").wait_for(timeout=300_000)
    page.locator("tr[data-move]").filter(has_text="?!").or_(
        page.locator("tr[data-move]").filter(has=page.get_by_title("Mistake"))
    ).last.click()
    page.wait_for_timeout(500)


def _learn(page: Page) -> None:
    """Answer the first mistake of a game."""
    page.get_by_label("or paste a record").fill(json.dumps(careless_game(3).to_dict()))
    page.get_by_role("button", name="Read").click()
    page.get_by_role("button", name="Learn from").click()
    page.get_by_role("button", name="Show the answer").click()
    page.locator("svg.board .ring.best").wait_for()
    page.wait_for_timeout(1500)  # for the risks


def _games(page: Page) -> None:
    """Import forty games that were made up for the tests."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.json"
        file.write_text(json.dumps({"format": 1, "games": [made_up(number) for number in range(40)]}))
        page.get_by_test_id("history-file").set_input_files(file)
        page.locator(".history figure svg").nth(1).wait_for()
    page.locator(".history").scroll_into_view_if_needed()
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")


def _train(page: Page) -> None:
    """Answer an exercise by the free cell of a 1-2-1 pattern."""
    chosen = next(each for each in read_exercises() if each.view.cols == 16 and "1-2-1" in each.patterns)
    page.evaluate(f"location.hash = '/train?e={chosen.name}'")
    page.get_by_test_id("facts").filter(has_text=f"rated {chosen.difficulty}").wait_for()
    proofs = judge(chosen, []).proofs
    cell(page, *next(proof for proof in proofs if proof.pattern == "1-2-1").cell).click()
    page.get_by_test_id("proof").wait_for()


def _lab(page: Page) -> None:
    page.locator("figure.plot").nth(2).wait_for()


def _phone(page: Page) -> None:
    page.get_by_text("Certain cells", exact=True).tap()
    page.get_by_role("button", name="New game").tap()
    for _ in range(20):
        cell(page, 8, 5).tap()
        page.wait_for_timeout(1000)
        if page.locator("svg.board .opened").count() > 30:
            break
        page.get_by_role("button", name="New game").tap()
    page.evaluate("() => { scrollTo(0, 0); document.querySelector('.board-scroll').scrollTo(0, 0); }")
    page.wait_for_timeout(300)


SCREENSHOTS: dict[str, tuple[str, dict[str, Any], Callable[[Page], None]]] = {
    "play": ("/#/play", WINDOW, _play),
    "analyse": ("/#/analyse", WINDOW, _analyse),
    "reasons": ("/#/analyse?p=0001??/0112??/12?44?/??2???/?????? 6", WINDOW, _reasons),
    "watch": ("/#/watch", WINDOW, _watch),
    "review": ("/#/review", WINDOW, _review),
    "learn": ("/#/review", WINDOW, _learn),
    "games": ("/#/review", WINDOW, _games),
    "train": ("/#/train", WINDOW, _train),
    "lab": ("/#/lab", WINDOW, _lab),
    "phone": ("/#/play", PHONE, _phone),
    "phone-train": ("/#/train", PHONE, _train),
}


def with_palette(image: Image.Image) -> Image.Image:
    """Reduce a picture to its commonest colours. The page is flat, so nearly every pixel keeps its colour."""
    pixels = np.asarray(image).reshape(-1, 3)
    colours, places, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    chosen = np.empty((0, 3), int)
    for colour in colours[np.argsort(-counts)].astype(int):
        if len(chosen) == 256:
            break
        if not (abs(chosen - colour).max(axis=1) < ALIKE).any():
            chosen = np.vstack([chosen, colour])
    nearest = [abs(chosen - colour).sum(axis=1).argmin() for colour in colours.astype(int)]
    reduced = Image.fromarray(np.array(nearest, np.uint8)[places.ravel()].reshape(image.height, image.width))
    reduced.putpalette(chosen.astype(np.uint8).tobytes())
    return reduced


def _take(browser: Browser, address: str, name: str) -> None:
    """Prepare a view once, and take it in both themes. The light one has the ending -light."""
    path, window, prepare = SCREENSHOTS[name]
    visit = Visit(browser, address, **window)
    page = visit.open(path)
    page.set_default_timeout(60_000)
    prepare(page)
    for theme, ending in (("dark", ""), ("light", "-light")):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.wait_for_timeout(300)
        file = IMAGES / f"page-{name}{ending}.png"
        with_palette(Image.open(BytesIO(page.screenshot())).convert("RGB")).save(file, optimize=True)
        print(f"{file.name} {file.stat().st_size // 1024} KiB", *visit.problems)
    visit.context.close()


def main() -> None:
    """Take the screenshots named on the command line, or all of them."""
    wanted = sys.argv[1:] or list(SCREENSHOTS)
    with tempfile.TemporaryDirectory() as folder:
        bench = [
            str(Path(sys.executable).with_name("sapper")),
            "bench",
            "sapper-strong",
            "lowest-risk",
            "--games",
            "4000",
        ]
        if "lab" in wanted:
            subprocess.run([*bench, "--out", "expert-corner"], cwd=folder, check=True, capture_output=True)
        with serving(Path(folder)) as address, browsing() as browser:
            for name in wanted:
                _take(browser, address, name)


if __name__ == "__main__":
    main()
