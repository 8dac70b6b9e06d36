"""What all views share, in Chromium: keys, touch, themes and the lab view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import sapper
from sapper.arena.arena import Arena, Results
from sapper.arena.run_folder import RunFolder
from sapper.arena.summary import as_json
from tests.web.browser import VIEWS, Visit, cell, custom_game, go_to, serving

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    runs = tmp_path_factory.mktemp("runs")
    make_run(runs / "small")
    with serving(runs) as where:
        yield where


def make_run(folder: Path) -> None:
    names = ["sapper-fast", "lowest-risk"]
    arena = Arena(sapper.BEGINNER, seed=1)
    rules = sapper.BEGINNER.to_dict()
    run = RunFolder.begin(folder, {"agents": names, "rules": rules, "start": "0,0", "games": 50, "seed": 1})
    batches = arena.plan(names, 50)
    parts = list(arena.play(batches))
    by_name = {(batch.name, batch.first): batch for batch in batches}
    for part in parts:
        run.write(by_name[part.agent, int(part.index[0])], part)
    results = Results(sapper.BEGINNER, parts, names)
    run.finish(as_json(results.summaries, results.pairs))


def test_the_lab_shows_tables_and_plots(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/lab")
    expect(page.get_by_role("button", name="small")).to_have_attribute("aria-current", "true")
    expect(page.locator("table").first).to_contain_text("sapper-fast")
    expect(page.locator("figure.plot svg")).to_have_count(3)


def test_every_view_works_with_keys_alone(page: Page) -> None:
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    expect(page.locator("svg.board").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("status")).to_have_text("Playing")
    page.keyboard.press("PageUp")
    page.keyboard.press("Home")
    before = cell(page, 0, 0).get_attribute("aria-label")
    assert before is not None
    if "covered" in before:
        page.keyboard.press("f")
        expect(cell(page, 0, 0)).to_have_attribute("aria-label", re.compile("flagged"))
        expect(page.get_by_test_id("mines-left")).to_have_text("98")
    for key, help_name in (("s", "safe"), ("r", "risks"), ("b", "best")):
        page.keyboard.press(key)
        assert page.locator(f"[data-help={help_name}]").is_checked()
    expect(page.locator("svg.board .ring.best")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.get_by_test_id("mines-left")).to_have_text("99")
    page.keyboard.press("n")
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("set or remove a flag")
    expect(page.get_by_role("dialog").locator("kbd").first).to_be_visible()
    page.keyboard.press("Escape")
    go_to(page, "analyse")
    expect(page.get_by_test_id("headline")).to_contain_text("layouts fit")
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('svg.board')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("5")
    cursor = page.evaluate("document.activeElement.getAttribute('aria-activedescendant')")
    expect(page.locator(f"#{cursor}")).to_have_attribute("aria-label", re.compile(", 5"))
    page.keyboard.press("Control+z")
    expect(page.locator(f"#{cursor}")).not_to_have_attribute("aria-label", re.compile(", 5$"))
    for view in VIEWS:
        go_to(page, view)
        expect(page.locator(f"nav a[href='#/{view}']")).to_have_attribute("aria-current", "page")


def test_an_incomplete_response_is_an_error(page: Page) -> None:
    """A request that is aborted or cut off after the first bytes of its response is an error."""
    found = page.evaluate(
        """async () => {
          const { ask } = await import("/static/shared/server-api.js");
          const after = (ok, error) => {
            window.fetch = async () => ({ ok, status: ok ? 200 : 500, json: () => Promise.reject(error) });
            return ask("about").then((answer) => JSON.stringify(answer), (refused) => refused);
          };
          const own = window.fetch;
          const dropped = await after(true, new DOMException("dropped", "AbortError"));
          const cut = await after(true, new TypeError("network error"));
          const wordless = await after(false, new SyntaxError("no JSON"));
          window.fetch = own;
          return [dropped.name, cut.message, cut.status, wordless.message, wordless.status];
        }"""
    )
    assert found == [
        "AbortError",
        "The server cannot be reached. Is sapper serve still running?",
        0,
        "The server gave no reason.",
        500,
    ]


def test_every_view_works_on_a_phone(visit: Callable[..., Visit]) -> None:
    page = visit(**PHONE).page
    page.get_by_role("radio", name="Beginner").check()
    expect(page.locator("svg.board").first).to_have_attribute("aria-colcount", "9")
    cell(page, 4, 4).tap()
    expect(page.get_by_test_id("status")).to_have_text(re.compile("Playing|Won"))
    custom_game(page, 9, 9, 40)
    page.get_by_role("button", name="Flag").tap()
    cell(page, 0, 0).tap()
    expect(page.get_by_test_id("mines-left")).to_have_text("39")
    page.get_by_role("button", name="Flag").tap()
    box = cell(page, 1, 1).bounding_box()
    assert box is not None
    touch = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    expect(page.get_by_test_id("mines-left")).to_have_text("38")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_test_id("mines-left")).to_have_text("38")
    for view in ["play", "analyse", "watch", "review", "lab"]:
        page.goto(page.url.partition("#")[0] + f"#/{view}")
        expect(page.locator(f"nav a[href='#/{view}']")).to_have_attribute("aria-current", "page")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), view


def test_two_overlapping_touches_are_two_taps(visit: Callable[..., Visit]) -> None:
    page = visit(**PHONE).page
    custom_game(page, 9, 9, 40)
    page.get_by_role("button", name="Flag").tap()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)  # so no touch is long
    points = []
    for number, place in enumerate([(1, 1), (7, 7)]):
        box = cell(page, *place).bounding_box()
        assert box is not None
        points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number})
    session = page.context.new_cdp_session(page)
    for kind, fingers in (("Start", points[:1]), ("Start", points), ("End", points[:1]), ("End", [])):
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": fingers})
    expect(page.get_by_test_id("mines-left")).to_have_text("38")
    page.clock.run_for(1000)  # a timer of a long press that was not cancelled would remove a flag
    expect(page.get_by_test_id("mines-left")).to_have_text("38")


def test_the_theme_button_changes_the_background(visit: Callable[..., Visit]) -> None:
    page = visit(color_scheme="light").page
    backs = []
    for _ in range(2):
        backs.append(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        page.get_by_role("button", name="Switch between dark and light").click()
    assert len(set(backs)) == 2
