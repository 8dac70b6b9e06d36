"""Write docs/images/play.png: an expert game in the terminal, with its risks and a hint."""

from __future__ import annotations

import asyncio
import re
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from sapper.cli.terminal.game_app import GameApp
from sapper.cli.terminal.game_session import GameSession
from sapper.game.rules import Rules
from tests.web.browser import browsing

IMAGE = Path(__file__).parents[1] / "docs" / "images" / "play.png"
SEED = 11
SIZE = (106, 24)
"""Columns and rows of the terminal."""
KEYS = (*["down"] * 8, *["right"] * 15, "space", "a", "r", "h")
"""Open a cell in the middle and all certain cells, then ask for the risks and the best move."""


async def _picture() -> str:
    """Play, and return the screen as SVG."""
    app = GameApp(GameSession(Rules.parse("expert", first_move="zero"), SEED))
    async with app.run_test(size=SIZE) as pilot:
        for key in KEYS:
            await pilot.press(key)
            await app.workers.wait_for_complete()
        await pilot.pause()
        return app.export_screenshot(title="sapper play --level expert")


def main() -> None:
    """Draw the screen in Chromium with a font of this machine; the SVG names fonts of another host."""
    picture = re.sub(r"@font-face\s*{[^}]*}|clip-path=\"[^\"]*\"", "", asyncio.run(_picture()))
    with browsing() as browser:
        page = browser.new_page(viewport={"width": 1300, "height": 900})
        page.set_content(f"<body style='margin: 0'>{picture}</body>")
        drawn = page.locator("svg.rich-terminal").screenshot()
    Image.open(BytesIO(drawn)).convert("RGB").quantize(128).save(IMAGE, optimize=True)
    print(f"{IMAGE.name} {IMAGE.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
