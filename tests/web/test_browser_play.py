"""The play view in Chromium: mouse, keys, and games that are resumed or taken back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import sapper
from tests.web.browser import cell, custom_game, lose, on_both

Open = Callable[..., Page]
BEST_CELL = """
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
"""A script that waits for the hint after a number of moves. It returns the position of the best cell on the
screen, or null when the game is over."""


@on_both
def test_the_hints_win_an_expert_game_without_guesses(page: Page) -> None:
    """The board needs no guess, so the hints win the game."""
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
    """Press the marked best cell until the game is over, and return the number of moves."""
    for moves in range(1, 400):
        box = page.evaluate(BEST_CELL, moves)
        if box is None:
            return moves
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    raise AssertionError("the game does not end")


@on_both
def test_a_lost_game_shows_its_mines_and_can_be_taken_back(page: Page) -> None:
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
    promise = re.compile(r"Best: \(0, 0\)\. .*the rules promise that the start of this board is a zero")
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


@on_both
def test_a_reload_resumes_the_game(page: Page) -> None:
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


def test_the_page_reports_an_unreachable_server(page: Page) -> None:
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('nobody is there')); }")
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("alert").filter(has_text="connection to the server is lost")).to_be_visible()


def test_a_level_chosen_by_keys_keeps_the_focus(page: Page) -> None:
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    page.get_by_role("radio", name="Expert").focus()
    for columns in (16, 9):
        page.keyboard.press("ArrowLeft")
        expect(page.locator("svg.board").first).to_have_attribute("aria-colcount", str(columns))
    expect(page.get_by_role("radio", name="Beginner")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("svg.board").first).to_be_focused()


def test_of_the_largest_board_only_visible_cells_are_drawn(page: Page) -> None:
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


def test_a_record_saved_by_the_page_can_be_read(page: Page, tmp_path: Path) -> None:
    lose(page)
    page.get_by_role("button", name="Review this game").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    line = Path(saved.value.path()).read_text()
    record = sapper.GameRecord.from_dict(json.loads(line))
    assert record.replay().state == "lost"
