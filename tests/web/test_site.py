"""The static site in Chromium: below a path of a plain file server, offline, with hidden mines."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import sapper
from sapper import facade
from sapper.web.app import STATIC
from scripts.static_site.__main__ import PARTS, build, sizes
from scripts.static_site.bundle import esbuild
from tests.patience import wait_until
from tests.web.browser import Visit, cell, custom_game, go_to, lose
from tests.web.static_host import BELOW, hosting
from tests.web.test_browser_play import play_by_hints

MOST_AT_OPENING = 400_000
"""The most bytes, compressed, of everything that the page consists of before the network is asked for."""
LISTEN = """
() => {
  window.heard = [];
  const Real = window.Worker;
  window.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      super.addEventListener("message", ({ data }) => window.heard.push(JSON.stringify(data)));
    }
  };
}
"""
"""Note every message that the page gets from a worker."""


@pytest.fixture(scope="module")
def address(site_address: str) -> str:
    return site_address


def test_the_whole_page_works_offline_after_the_first_visit(browser: Browser, site_folder: Path) -> None:
    with hosting(site_folder) as address:
        visit = Visit(browser, address)
        page = visit.page
        expect(page.locator("html[data-offline=ready]")).to_have_count(1)
        # Playwright's wait_for_function takes the promise of an async function for true.
        wait_until(lambda: page.evaluate(EXERCISES_KEPT) == EXERCISE_FILES, pause=0.1)
        visit.context.set_offline(True)
    # From here on there is neither a network nor a server.
    page.goto(address + "/#/play")
    page.reload()
    win_an_expert_game(page)
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile("Won"), timeout=240_000)
    go_to(page, "analyse")
    expect(page.get_by_test_id("headline")).to_contain_text("layouts fit")
    expect(page.get_by_test_id("played-out")).to_contain_text("Played out by sapper-fast on")
    page.get_by_text("Colour by proof").click()
    expect(page.locator("svg.board .proven").first).to_be_attached()
    go_to(page, "train")
    expect(page.get_by_test_id("facts")).to_contain_text("rated")
    assert not visit.problems, "\n".join(visit.problems)
    visit.context.close()


EXERCISE_FILES = 21
"""An index and twenty parts."""
EXERCISES_KEPT = """
async () => {
  const names = (await caches.keys()).filter((name) => name.endsWith("later"));
  const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return files.flat().filter((file) => file.url.includes("/exercises/")).length;
}
"""


def win_an_expert_game(page: Page) -> None:
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    page.get_by_text("No guesses needed").click()
    page.get_by_role("button", name="New game").click()
    cell(page, 8, 15).click()
    page.get_by_text("Best move").click()
    assert play_by_hints(page) > 30
    expect(page.get_by_test_id("status")).to_have_text("Won with help")


def test_the_page_learns_no_mine_before_the_end(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.context.add_init_script(f"({LISTEN})()")
    page = opened.open()
    custom_game(page, 6, 6, 20)
    cell(page, 2, 2).click()
    expect(page.get_by_test_id("status")).to_have_text(re.compile("Playing|Lost"))
    page.get_by_text("Risk heat map").click()
    expect(page.locator("svg.board [aria-label*='%']").first).to_be_attached()
    cell(page, 5, 5).click(button="right")
    expect(page.get_by_test_id("mines-left")).to_have_text("19")
    heard = [json.loads(message) for message in page.evaluate("window.heard")]
    answers = [message["answer"] for message in heard if "answer" in message]
    games = [answer for answer in answers if "state" in answer]
    assert len(games) >= 3
    for game in games:
        assert game["state"] != "playing" or game["over"] is None
        assert not {"saved", "mines_at", "record", "layout"} & game.keys()
        assert not isinstance(game.get("mines"), list)
    lose(page)
    heard = [json.loads(message) for message in page.evaluate("window.heard")]
    last = [message["answer"] for message in heard if message.get("answer", {}).get("over")][-1]
    assert len(last["over"]["mines"]) == 25


def test_a_long_computation_is_stopped_and_the_game_stays(visit: Callable[..., Visit]) -> None:
    page = visit().page
    custom_game(page, 9, 9, 12)
    cell(page, 4, 4).click()
    expect(page.get_by_test_id("status")).to_have_text(re.compile("Playing|Won"))
    before = page.evaluate(GAME)
    go_to(page, "analyse")
    expect(page.get_by_test_id("played-out")).to_contain_text("Played out by sapper-fast on")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    go_to(page, "play")
    assert page.evaluate(GAME) == before


GAME = """async () => {
  const { ask } = await import("./static/shared/transport.js");
  const { position, moves } = await ask("game", { id: JSON.parse(sessionStorage.getItem("sapper.game")) });
  return [position, moves];
}"""


def test_several_workers_share_the_playouts_of_a_position(visit: Callable[..., Visit]) -> None:
    page = visit().page
    told = page.evaluate(THINK, WIDE_OPEN)
    layouts = [thought["layouts"] for thought in told]
    assert layouts == sorted(layouts)
    assert layouts[-1] >= 128
    assert [thought["done"] for thought in told] == [False] * (len(told) - 1) + [True]
    session = facade.Session()
    cells = session.ask("begin_think", {"position": WIDE_OPEN})["cells"]
    asked = {"position": WIDE_OPEN, "cells": cells, "first": 0, "count": layouts[-1]}
    native = session.ask("add_playouts", {"wins": session.ask("play_out", asked)["wins"], "last": True})
    wins = {tuple(each["cell"]): each["win"] for each in native["candidates"]}
    for each in told[-1]["candidates"]:
        assert each["win"] == pytest.approx(wins[tuple(each["cell"])], abs=0.02)


WIDE_OPEN = "/".join(["?" * 12] * 4 + ["????1???????"] + ["?" * 12] * 4) + " 30"
THINK = """
async (position) => {
  const { think } = await import("./static/local/thinking.js");
  const told = [];
  const options = { tell: (one) => told.push(one), signal: new AbortController().signal, seconds: 60 };
  await think({ position, strength: "strong", seconds: 1 }, options);
  return told;
}
"""


def test_too_little_memory_is_an_answer(visit: Callable[..., Visit]) -> None:
    """Without a limit the analysis fills the heap. Then it is estimated, and the worker goes on."""
    page = visit().page
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    exact, after = page.evaluate(EXHAUST, lattice(44, 44))
    assert exact is False
    assert after == [[1, 0], [1, 2], [1, 4]]


EXHAUST = """
async (position) => {
  const { compute } = await import("./static/local/core-workers.js");
  const { exact } = await compute("analyse", { position, memory: 2 ** 40 }, { seconds: 300 });
  const { safe } = await compute("safe", { position: "11211/?????/????? 4" }, { seconds: 60 });
  return [exact, safe];
}
"""


def lattice(rows: int, cols: int) -> str:
    """A position with a number in every second cell of every second row: everything depends on everything."""
    board = sapper.Board.random(sapper.Rules(rows, cols, rows * cols // 5), seed=1)
    shown = [
        [str(number) if number >= 0 and row % 2 == col % 2 == 1 else "?" for col, number in enumerate(line)]
        for row, line in enumerate(board.numbers.tolist())
    ]
    return f"{'/'.join(''.join(line) for line in shown)} {board.rules.mines}"


def test_only_what_works_without_a_server_is_shown(visit: Callable[..., Visit]) -> None:
    page = visit().page
    expect(page.locator("nav a")).to_have_text(["Play", "Analyse", "Watch", "Review", "Train"])
    expect(page.locator("footer")).to_contain_text("1024 MB of memory")
    go_to(page, "analyse")
    expect(page.locator("input[type=file]").first).to_have_attribute("accept", ".mbf,.abf,.txt")
    expect(page.get_by_text("picture of any Minesweeper program")).to_have_count(0)
    go_to(page, "watch")
    expect(page.locator(".agent input").first).to_be_attached()
    names = set(page.locator(".agent input").evaluate_all("inputs => inputs.map(input => input.value)"))
    assert names >= {"lowest-risk", "pseq", "sapper-fast", "sapper-strong", "sapper-max"}
    assert names <= {
        "lowest-risk",
        "pseq",
        "sapper-fast",
        "sapper-strong",
        "sapper-max",
        "sapper-deep",
        "resnet-small",
    }


def test_a_new_version_replaces_the_old_one_as_a_whole(
    browser: Browser, site_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(site_folder, tmp_path / "host")
    site = tmp_path / "host" / BELOW
    with hosting(tmp_path / "host") as address:
        visit = Visit(browser, address)
        page = visit.page
        expect(page.locator("html[data-offline=ready]")).to_have_count(1)
        cell(page, 3, 3).click()
        expect(page.get_by_test_id("status")).to_have_text("Playing")
        before = page.evaluate(GAME)
        change_the_version(site)
        page.reload()
        expect(page.get_by_test_id("version")).to_contain_text("A new version of this page is ready.")
        assert page.title() == "Play · Sapper"
        page.get_by_role("button", name="Load it").click()
        expect(page).to_have_title("Play · Sapper the second")
        assert page.evaluate(GAME) == before
        names = page.evaluate("caches.keys()")
        assert len([name for name in names if not name.endswith("later")]) == 1
        assert not visit.problems
        visit.context.close()


def change_the_version(site: Path) -> None:
    """Change a text of the page, as a new build does, and with it the version."""
    (texts,) = [path for path in site.rglob("*.js") if TITLE in path.read_text()]
    texts.write_text(texts.read_text().replace(TITLE, "· Sapper the second`"))
    worker = site / "service-worker.js"
    worker.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "0123456789abcdef"', worker.read_text()))


TITLE = "· Sapper`"
"""How the text ends that makes the titles of the page."""


def test_every_request_of_the_page_has_an_answer() -> None:
    """What the server's transport knows is answered here, but for what the page does not offer."""
    server = (STATIC / "shared" / "server-api.js").read_text()
    local = (PARTS / "local-api.js").read_text()
    asked = set(re.findall(r"^  (\w+): \[", server, re.MULTILINE))
    answered = set(re.findall(r"^  (\w+)[:,]", local.partition("const ANSWERS")[2].partition("};")[0], re.M))
    assert len(asked) > 15
    assert asked - answered == {"runs", "run", "share", "shared", "read_picture"}
    streamed = set(re.findall(r"^  (\w+):", local.partition("const STREAMS")[2].partition("};")[0], re.M))
    assert streamed == {"think", "reasons", "review", "watch"}


def test_without_esbuild_the_site_consists_of_the_files_as_they_are(
    site_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.static_site.bundle.esbuild", lambda: None)
    build(tmp_path / "site")
    assert '"static/main.js"' in (tmp_path / "site" / "index.html").read_text()
    texts = tmp_path / "site" / "static" / "shared" / "texts.js"
    assert texts.read_text() == (STATIC / "shared" / "texts.js").read_text()


def test_the_page_is_small_and_the_same_files_give_the_same_version(
    site_folder: Path, tmp_path: Path
) -> None:
    if esbuild() is None:
        pytest.skip("npm could not fetch esbuild: the files of the site are not joined")
    found = sizes(site_folder / BELOW)
    assert found["page"] < MOST_AT_OPENING, found
    build(tmp_path / "again")
    worker = (tmp_path / "again" / "service-worker.js").read_text()
    assert worker == (site_folder / BELOW / "service-worker.js").read_text()
    listed: list[Any] = json.loads(re.findall(r"FILES = (\[.*\]);", worker)[0])
    assert "./" in listed and not [name for name in listed if "/network/" in name or "/exercises/" in name]
    manifest = json.loads((tmp_path / "again" / "static" / "manifest.webmanifest").read_text())
    assert manifest["start_url"] == manifest["scope"] == "../"
