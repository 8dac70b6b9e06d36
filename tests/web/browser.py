"""Chromium and a running server, for the browser tests, the benchmark and the screenshots."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.patience import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENT_SERVER = f"""
import functools
from sapper.cli.main import main
from sapper.web import server, server_settings
server_settings.ServerSettings = functools.partial(
    server_settings.ServerSettings, seconds={PATIENCE}, waiting={PATIENCE}
)
main()
"""
"""`sapper` with a server whose time limits for tasks no busy machine reaches."""

on_both = pytest.mark.parametrize("address", ["server", "site"], indirect=True, scope="module")
"""A test of a view that runs with `sapper serve` and with the static site."""

VIEWS = {"play": "p", "analyse": "a", "watch": "w", "review": "r", "train": "t", "lab": "l"}
"""The views and their letters."""


def chromium() -> str | None:
    """The path of Chromium; None when it is not installed."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def serving(runs: Path, port: int = 0) -> Iterator[str]:
    """Run `sapper serve` on a port, by default a free one, and yield its address."""
    command = [sys.executable, "-c", PATIENT_SERVER, "serve", "--port", str(port), "--runs", str(runs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        said = process.stdout.readline()
        assert said.startswith("Sapper is at http"), said + process.stderr.read()
        try:
            yield said.split()[3].rstrip("/")
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run Chromium without a visible window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser
        browser.close()


class Visit:
    """A page in its own browser context that records errors and requests to other hosts."""

    def __init__(self, browser: Browser, address: str, **window: Any) -> None:
        self.address = address
        host = urlsplit(address)
        self.origin = f"{host.scheme}://{host.netloc}"
        self.problems: list[str] = []
        self.context = browser.new_context(**{"viewport": {"width": 1366, "height": 850}, **window})
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=self.origin)
        self.page = self.open()

    def open(self, path: str = "/") -> Page:
        """Open another page in the same browser context."""
        page = self.context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("request", self._see)
        page.goto(self.address + path)
        return page

    def _hear(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.problems.append(f"console: {message.text}")

    def _see(self, request: Any) -> None:
        if not request.url.startswith((self.address + "/", "blob:" + self.origin, "data:")):
            self.problems.append(f"request to another host: {request.url}")


def cell(page: Page, row: int, col: int, board: int = 0) -> Locator:
    """Locate a cell of a board on the page."""
    grid = page.locator("svg.board").nth(board)
    return grid.locator(f"[aria-rowindex='{row + 1}'] > [aria-colindex='{col + 1}']")


def go_to(page: Page, view: str) -> None:
    """Go to a view by its keys."""
    page.keyboard.press("g")
    page.keyboard.press(VIEWS[view])


def custom_game(page: Page, rows: int, cols: int, mines: int) -> None:
    """Begin a game with a custom board."""
    page.get_by_role("radio", name="Custom").check()
    for name, value in (("Rows", rows), ("Columns", cols), ("Mines", mines)):
        page.get_by_label(name, exact=True).fill(str(value))
    page.get_by_role("button", name="New game").click()
    expect(page.locator("svg.board").first).to_have_attribute("aria-rowcount", str(rows))
    expect(page.locator("svg.board").first).to_have_attribute("aria-colcount", str(cols))


def status(page: Page) -> str:
    return page.get_by_test_id("status").inner_text()


def open_cell(page: Page, row: int, col: int) -> None:
    """Open a covered cell, and wait until the page shows what was below it."""
    chosen = cell(page, row, col)
    if "covered" in (chosen.get_attribute("aria-label") or ""):
        chosen.click()
        expect(chosen).not_to_have_attribute("aria-label", re.compile("covered"))


def rendered(page: Page) -> None:
    """Wait until the page has drawn what it knows: for two frames."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def lose(page: Page) -> None:
    """Play a dense board until a mine is hit."""
    custom_game(page, 6, 6, 25)
    for row in range(6):
        for col in range(6):
            if "Lost" in status(page):
                return
            open_cell(page, row, col)
