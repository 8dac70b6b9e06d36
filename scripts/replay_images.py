"""Write docs/images/replay-*.png and page-replay*.png: a replay in the terminal and on the page."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from io import BytesIO, StringIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser
from rich.console import Console
from rich.text import Text

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripts.page_images import IMAGES, WINDOW, with_palette
from tests.web.browser import Visit, browsing, serving

REPLAY = Path(__file__).parents[1] / "tests" / "replay" / "samples" / "expert.avf"
WIDTH = 120
"""The columns of the terminal, as many as tables get that do not go to one."""
COMMANDS = {"replay-facts": ["replay"], "replay-review": ["review"]}


def _said(arguments: list[str]) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "sapper", *arguments, str(REPLAY)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _terminal(browser: Browser, name: str) -> None:
    """Draw what a command prints as a terminal shows it, with a font of this machine."""
    arguments = COMMANDS[name]
    drawing = Console(record=True, file=StringIO(), width=WIDTH, highlight=False)
    for line in _said(arguments).splitlines():
        drawing.print(Text(line.rstrip()))
    svg = drawing.export_svg(title=" ".join(["sapper", *arguments, REPLAY.name]))
    svg = re.sub(r"@font-face\s*{[^}]*}|clip-path=\"[^\"]*\"", "", svg)
    page = browser.new_page(viewport={"width": 1600, "height": 1000})
    page.set_content(f"<body style='margin: 0'>{svg}</body>")
    drawn = page.locator("svg.rich-terminal").screenshot()
    file = IMAGES / f"{name}.png"
    Image.open(BytesIO(drawn)).convert("RGB").quantize(64).save(file, optimize=True)
    print(f"{file.name} {file.stat().st_size // 1024} KiB")
    page.close()


def _page(browser: Browser) -> None:
    """Open the replay in Review, grade it, and go to its costliest move."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
        visit = Visit(browser, address, **WINDOW)
        page = visit.open("/#/review")
        page.set_default_timeout(300_000)
        page.get_by_test_id("record-file").set_input_files(REPLAY)
        page.get_by_test_id("verdict").filter(has_text="luck").wait_for()
        page.locator("tr[data-move]").filter(has=page.get_by_title("Mistake")).last.click()
        page.wait_for_timeout(1500)  # for the risks
        page.evaluate("() => scrollTo(0, 0)")
        for theme, ending in (("dark", ""), ("light", "-light")):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            page.wait_for_timeout(300)
            file = IMAGES / f"page-replay{ending}.png"
            with_palette(Image.open(BytesIO(page.screenshot())).convert("RGB")).save(file, optimize=True)
            print(f"{file.name} {file.stat().st_size // 1024} KiB", *visit.problems)
        visit.context.close()


def main() -> None:
    """Draw the pictures named on the command line, or all of them."""
    wanted = sys.argv[1:] or [*COMMANDS, "page-replay"]
    with browsing() as browser:
        for name in wanted:
            if name in COMMANDS:
                _terminal(browser, name)
            else:
                _page(browser)


if __name__ == "__main__":
    main()
