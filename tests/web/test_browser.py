"""The page in Chromium: every view, by mouse, touch and keys. No console errors, no requests elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import sapper
from sapper.arena.arena import Arena, Results
from sapper.arena.run_folder import RunFolder
from sapper.arena.summary import as_json
from tests.web.browser import Visit, cell, custom_game, lose, serving

Open = Callable[..., Page]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
EVERY_KIND = "0001??/0112??/12?44?/??2???/?????? 6"
IMPOSSIBLE = "0002??/0112??/12?44?/??2???/?????? 6"
SHOWN = """
moves => new Promise((done) => {
  const look = () => {
    const { hinted } = document.querySelector('.desk').dataset;
    const state = document.querySelector('.status').textContent;
    if (/Won|Lost/.test(state)) done(null);
    else if (Number(hinted) !== moves) setTimeout(look, 5);
    else done(document.querySelector('svg.board .ring.best').getBoundingClientRect().toJSON());
  };
  look();
})
"""
"""Where the best move is marked once so many moves are made; null when the game is over."""

expect.set_options(timeout=20_000)


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


def test_a_whole_expert_game_by_doing_what_the_hint_says(page: Page) -> None:
    """On a board without guesses, so that it is a whole game, and won."""
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    page.get_by_label("The first cell").select_option("zero")
    page.get_by_text("No guesses needed").click()
    page.get_by_role("button", name="New game").click()
    cell(page, 8, 15).click()
    page.get_by_text("Best move").click()
    assert play_by_hints(page) > 30
    expect(page.get_by_test_id("status")).to_have_text("Won with help")
    expect(page.get_by_text("3BV", exact=True)).to_be_visible()


def play_by_hints(page: Page) -> int:
    """Press where the ring is until the game is over: how many moves that took."""
    for moves in range(1, 400):
        box = page.evaluate(SHOWN, moves)
        if box is None:
            return moves
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    raise AssertionError("the game does not end")


def test_losing_on_purpose_shows_the_mines_and_the_way_back(page: Page) -> None:
    lose(page)
    expect(page.get_by_test_id("status")).to_have_text("Lost")
    assert page.locator("svg.board .body.shown").count() + page.locator("svg.board .face.hit").count() == 25
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_test_id("status")).to_have_text("What if …")
    assert page.locator("svg.board .body.shown").count() == 0
    expect(cell(page, 0, 0)).to_have_class("cell opened")
    page.get_by_role("button", name="Same board again").click()
    expect(page.get_by_test_id("status")).to_have_text("The same board: begin at the marked cell")
    expect(page.locator("svg.board .ring.start")).to_have_count(1)
    page.get_by_text("Best move").click()
    promise = re.compile(r"Best: \(0, 0\)\. .*the rules promise that the start of this board is free")
    expect(page.get_by_test_id("advice")).to_have_text(promise)
    cell(page, 5, 5).click(button="right")
    expect(page.get_by_test_id("mines-left")).to_have_text("24")
    expect(page.locator("svg.board .ring.start")).to_have_count(1)
    cell(page, 0, 0).click()
    expect(page.get_by_test_id("status")).to_have_text("Playing")
    expect(page.locator("svg.board .ring.start")).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("svg.board .ring.start")).to_have_count(1)
    expect(page.get_by_test_id("advice")).to_have_text(promise)


def test_a_reload_goes_on_with_the_game(page: Page) -> None:
    custom_game(page, 6, 6, 25)
    cell(page, 2, 2).click()
    expect(page.get_by_test_id("status")).to_have_text("Playing")
    cell(page, 5, 5).click(button="right")
    expect(page.get_by_test_id("mines-left")).to_have_text("24")
    seen = cell(page, 2, 2).get_attribute("aria-label")
    page.reload()
    expect(page.get_by_test_id("status")).to_have_text("Playing")
    expect(page.get_by_test_id("mines-left")).to_have_text("24")
    assert cell(page, 2, 2).get_attribute("aria-label") == seen


def test_without_a_server_the_page_says_so(page: Page) -> None:
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('nobody is there')); }")
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("alert").filter(has_text="cannot be reached")).to_be_visible()


def test_a_level_chosen_by_keys_keeps_the_focus(page: Page) -> None:
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    page.get_by_role("radio", name="Expert").focus()
    for columns in (16, 9):
        page.keyboard.press("ArrowLeft")
        expect(page.locator("svg.board").first).to_have_attribute("aria-colcount", str(columns))
    expect(page.get_by_role("radio", name="Beginner")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("svg.board").first).to_be_focused()


def test_a_pasted_position_lives_in_its_link(visit: Callable[..., Visit]) -> None:
    opened = visit()
    page = opened.open("/#/analyse")
    page.get_by_label("Position text").fill("mines 4\n11211\n?????\n?????\n")
    page.get_by_role("button", name="Read the text").click()
    expect(page.get_by_test_id("headline")).to_have_text(
        "10 layouts fit. 3 cells certainly free, 2 certain mines."
    )
    cell(page, 1, 2).click()
    expect(page.get_by_test_id("why")).to_have_text(
        "Certain: the 1 at (0, 0) and the 1 at (0, 1) leave no mine here."
    )
    expect(page.locator("svg.board .ring.proof")).to_have_count(2)
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    other = opened.open(link.removeprefix(opened.address))
    expect(other.get_by_label("Position text")).to_have_value("11211/?????/????? 4")
    page.get_by_role("button", name="Copy as text").click()
    assert page.evaluate("navigator.clipboard.readText()") == "mines 4\n11211\n?????\n?????\n"


def test_certain_cells_are_coloured_by_their_reasoning(visit: Callable[..., Visit]) -> None:
    page = visit().open(f"/#/analyse?p={EVERY_KIND}")
    page.get_by_text("Colour by proof").click()
    analysis = sapper.analyse(sapper.View.parse(EVERY_KIND))
    expect(page.locator("svg.board .proven")).to_have_count(len(analysis.safe) + len(analysis.mines))
    signs = {page.locator("svg.board text.note").nth(i).text_content() for i in range(14)}
    assert {"1", "2", "3", "#"} <= signs


def test_an_impossible_position_marks_the_numbers_at_fault(visit: Callable[..., Visit]) -> None:
    page = visit().open(f"/#/analyse?p={IMPOSSIBLE}")
    expect(page.get_by_test_id("headline")).to_have_text("Impossible")
    expect(page.get_by_test_id("reason")).to_contain_text("contradict each other")
    expect(page.locator("svg.board .ring.contradiction")).to_have_count(3)
    page.get_by_role("button", name="Covered", exact=True).click()
    cell(page, 0, 3).click()  # one of the three is covered: a layout fits
    expect(page.get_by_test_id("headline")).to_contain_text("fit")
    expect(page.locator("svg.board .ring.contradiction")).to_have_count(0)


def test_thinking_streams_and_stops(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/analyse")
    expect(page.get_by_test_id("played-out")).to_contain_text("Played out by sapper-fast on")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    said = page.get_by_test_id("played-out").inner_text()
    page.wait_for_timeout(700)
    assert page.get_by_test_id("played-out").inner_text() == said


def test_pictures_of_a_position_are_saved(visit: Callable[..., Visit]) -> None:
    page = visit().open(f"/#/analyse?p={EVERY_KIND}")
    expect(page.get_by_test_id("headline")).to_contain_text("fit")
    with page.expect_download() as png:
        page.get_by_role("button", name="PNG").click()
    assert Path(png.value.path()).read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as svg:
        page.get_by_role("button", name="SVG").click()
    drawn = Path(svg.value.path()).read_text()
    assert drawn.startswith("<svg") and "class=" not in drawn


def test_pictures_of_a_large_board_are_whole(visit: Callable[..., Visit]) -> None:
    page = visit().open(f"/#/analyse?p={'/'.join(['?' * 30] * 100)} 300")
    shown = page.locator("svg.board [role=gridcell]")
    expect(cell(page, 0, 0)).to_have_count(1)
    seen = shown.count()
    assert seen < 3000
    with page.expect_download() as svg:
        page.get_by_role("button", name="SVG").click()
    assert Path(svg.value.path()).read_text().count("translate(") == 3000
    assert shown.count() == seen


def test_two_agents_are_watched_on_one_board(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/watch")
    page.get_by_role("radio", name="Beginner").check()
    page.get_by_label("Board number").fill("7")
    page.get_by_role("button", name="Watch", exact=True).click()
    players = page.locator(".player")
    expect(players).to_have_count(2)
    expect(players.nth(1).get_by_role("button", name="Review")).to_be_visible()  # all is told
    page.keyboard.press("End")
    for number, name in enumerate(["sapper-strong", "lowest-risk"]):
        expect(players.nth(number)).to_contain_text(name)
        record = sapper.play(sapper.make(name), sapper.BEGINNER, seed=7)
        expect(players.nth(number).locator(".tag")).to_have_text(record.result)
        expect(players.nth(number).get_by_role("button", name="Review")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_test_id("step")).to_contain_text("step 0 of")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("agent-reason").first).to_contain_text("ms")
    page.keyboard.press("m")
    expect(players.first.locator("svg.board").nth(1).locator(".dot")).to_have_count(10)


def test_the_lab_shows_tables_and_plots(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/lab")
    expect(page.get_by_role("button", name="small")).to_have_attribute("aria-current", "true")
    expect(page.locator("table").first).to_contain_text("sapper-fast")
    expect(page.locator("figure.plot svg")).to_have_count(3)


def test_everything_by_keys_alone(page: Page) -> None:
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
    page.keyboard.press("Alt+2")
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
    for number, view in enumerate(["play", "analyse", "watch", "review", "lab"], 1):
        page.keyboard.press(f"Alt+{number}")
        expect(page.locator(f"nav a[href='#/{view}']")).to_have_attribute("aria-current", "page")


def test_an_answer_that_breaks_off_is_none(page: Page) -> None:
    """A question dropped, or a line cut, after the first bytes of its answer: no empty answer comes of it."""
    found = page.evaluate(
        """async () => {
          const { get } = await import("/static/shared/server-api.js");
          const after = (ok, error) => {
            window.fetch = async () => ({ ok, status: ok ? 200 : 500, json: () => Promise.reject(error) });
            return get("/api/levels").then((answer) => JSON.stringify(answer), (refused) => refused);
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


def test_a_phone(visit: Callable[..., Visit]) -> None:
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
    page.wait_for_timeout(600)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_test_id("mines-left")).to_have_text("38")
    for view in ["play", "analyse", "watch", "review", "lab"]:
        page.goto(page.url.partition("#")[0] + f"#/{view}")
        expect(page.locator(f"nav a[href='#/{view}']")).to_have_attribute("aria-current", "page")
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), view


def test_two_thumbs_that_overlap_are_two_taps(visit: Callable[..., Visit]) -> None:
    page = visit(**PHONE).page
    custom_game(page, 9, 9, 40)
    page.get_by_role("button", name="Flag").tap()
    points = []
    for number, place in enumerate([(1, 1), (7, 7)]):
        box = cell(page, *place).bounding_box()
        assert box is not None
        points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number})
    session = page.context.new_cdp_session(page)
    for kind, fingers in (("Start", points[:1]), ("Start", points), ("End", points[:1]), ("End", [])):
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": fingers})
    expect(page.get_by_test_id("mines-left")).to_have_text("38")
    page.wait_for_timeout(500)  # a hold left behind would take a flag away
    expect(page.get_by_test_id("mines-left")).to_have_text("38")


def test_dark_and_light(visit: Callable[..., Visit]) -> None:
    page = visit(color_scheme="light").page
    backs = []
    for _ in range(2):
        backs.append(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        page.get_by_role("button", name="Switch between dark and light").click()
    assert len(set(backs)) == 2


def test_the_largest_board_draws_what_is_seen(page: Page) -> None:
    custom_game(page, 200, 200, 4000)
    drawn = page.locator("svg.board [role=gridcell]").count()
    assert 500 < drawn < 12_000
    box = page.locator(".board-scroll").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_test_id("status")).to_have_text("Playing")
    page.keyboard.press("PageDown")
    page.keyboard.press("End")
    expect(cell(page, 199, 199)).to_have_count(1)
    expect(cell(page, 0, 0)).to_have_count(0)


def test_every_text_of_the_page_is_in_one_file() -> None:
    """No script but texts.js holds a sentence of its own."""
    static = Path(sapper.__file__).parent / "web" / "static"
    for script in sorted(static.rglob("*.js")):
        if script.name in {"texts.js", "example-positions.js"}:
            continue
        code = re.sub(r"//.*", "", script.read_text())
        sentences = re.findall(r'"[A-Z][a-z]+ [a-z]+[^"]*"', code)
        assert sentences == [], script.name


def test_records_saved_by_the_page_are_records(page: Page, tmp_path: Path) -> None:
    lose(page)
    page.get_by_role("button", name="Review this game").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    line = Path(saved.value.path()).read_text()
    record = sapper.GameRecord.from_dict(json.loads(line))
    assert record.replay().state == "lost"
