"""What makes the page pleasant, in Chromium: colours, marks, sizes, fingers, and a lost server."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import VIEWS, Visit, cell, custom_game, go_to, serving
from tests.web.test_browser_page import PHONE

Begin = Callable[..., Visit]
COLOURS = """
() => {
  const board = document.querySelector('svg.board');
  const colour = (part, name) => getComputedStyle(board.querySelector(part)).getPropertyValue(name);
  return {
    mine: [colour('.covered.mine .body', 'fill'), colour('.covered.mine .face', 'fill')],
    hit: [colour('.face.hit ~ .body', 'fill'), colour('.face.hit', 'fill')],
    flag: [colour('.covered .cloth', 'fill'), colour('.covered:has(.cloth) .face', 'fill')],
    pole: [colour('.covered .pole', 'stroke'), colour('.covered:has(.pole) .face', 'fill')],
  };
}
"""
"""A script that returns the colours of the signs on a lost board, each with the colour behind it."""

AT_REST = """
() => {
  const box = document.querySelector('.board-scroll');
  const rests = box.dataset.left === String(box.scrollLeft);
  box.dataset.left = box.scrollLeft;
  return rests;
}
"""
"""A script that returns whether the board has not scrolled since the last call."""


def rgb(colour: str) -> tuple[float, ...]:
    return tuple(float(part) for part in re.findall(r"[\d.]+", colour)[:3])


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG 2 defines it."""

    def luminance(colour: str) -> float:
        parts = [part / 255 for part in rgb(colour)]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_mines_flags_and_rings_stand_out(visit: Begin, theme: str) -> None:
    page = visit(color_scheme=theme).page
    custom_game(page, 6, 6, 20)
    cell(page, 0, 0).click()
    expect(page.get_by_test_id("status")).to_have_text("Playing")
    page.get_by_text("Best move").click()
    ring = page.locator("svg.board .ring.best")
    expect(ring).to_have_count(1)
    cursor = page.locator("svg.board .cursor")
    page.keyboard.press("ArrowRight")
    stroke = "element => getComputedStyle(element).stroke"
    page.locator("svg.board").first.focus()
    apart = [
        abs(a - b) for a, b in zip(rgb(ring.evaluate(stroke)), rgb(cursor.evaluate(stroke)), strict=True)
    ]
    assert max(apart) > 100, (ring.evaluate(stroke), cursor.evaluate(stroke))
    lose_with_flags(page)
    for name, pair in page.evaluate(COLOURS).items():
        assert contrast(*pair) >= 3, (name, pair)


def lose_with_flags(page: Page) -> None:
    """Lose a game on a board with one right flag, which is set on a proven mine."""
    custom_game(page, 6, 6, 27)
    cell(page, 0, 0).click()  # opens four zeros or the eight cells around one
    expect(page.get_by_test_id("status")).to_have_text(re.compile("Playing|Won"))
    for row in range(6):
        for col in range(6):
            if "covered" in (cell(page, row, col).get_attribute("aria-label") or ""):
                if page.get_by_test_id("mines-left").inner_text() == "27":
                    cell(page, row, col).click(button="right")
                    expect(page.get_by_test_id("mines-left")).to_have_text("26")
                else:
                    cell(page, row, col).click()
                    page.wait_for_function("() => !document.querySelector('svg.board .pressed')")
            if page.locator("svg.board .face.hit").count():
                return


def test_the_first_cell_opens_an_area(page: Page) -> None:
    expect(page.get_by_label("The first cell")).to_have_value("zero")
    cell(page, 8, 15).click()
    expect(cell(page, 8, 15)).to_have_attribute("aria-label", re.compile("no mines around"))


def test_a_won_board_flags_its_mines_and_counts_none(page: Page) -> None:
    custom_game(page, 5, 5, 1)
    page.get_by_text("Best move").click()
    cell(page, 4, 4).click()
    expect(page.get_by_test_id("status")).to_have_text(re.compile("Won|Playing"))
    while "Playing" in page.get_by_test_id("status").inner_text():
        with page.expect_response("**/moves"):
            page.locator("svg.board .ring.best").click(force=True)
    expect(page.get_by_test_id("mines-left")).to_have_text("0")
    expect(page.locator("svg.board .cloth")).to_have_count(1)
    expect(page.locator("svg.board .body.shown")).to_have_count(0)


def test_flag_mode_is_seen_and_ends_with_a_new_game(page: Page) -> None:
    custom_game(page, 9, 9, 30)
    flag, card = page.get_by_role("button", name="Flag"), page.locator(".board-card").first
    flag.click()
    expect(flag).to_have_attribute("aria-pressed", "true")
    expect(card).to_have_class(re.compile("flagging"))
    cell(page, 0, 0).click()
    expect(page.get_by_test_id("mines-left")).to_have_text("29")
    page.get_by_role("button", name="New game").click()
    expect(flag).to_have_attribute("aria-pressed", "false")
    expect(card).not_to_have_class(re.compile("flagging"))
    cell(page, 4, 4).click()
    expect(page.get_by_test_id("status")).to_have_text("Playing")


def test_the_heat_map_shows_its_numbers_on_wish(page: Page) -> None:
    custom_game(page, 9, 9, 30)
    cell(page, 4, 4).click()
    expect(page.get_by_test_id("status")).to_have_text("Playing")
    numbers = page.get_by_role("switch", name="Risks in percent")
    expect(numbers).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator("svg.board .tint").first).to_be_attached()
    expect(page.locator("svg.board text.note")).to_have_count(0)
    page.keyboard.press("d")
    expect(numbers).to_be_checked()
    notes = page.locator("svg.board text.note")
    expect(notes.first).to_be_attached()
    assert all(0 < int(text) < 100 for text in notes.all_text_contents())
    page.keyboard.press("d")
    expect(notes).to_have_count(0)


def test_agents_are_watched_on_a_board_of_any_size(visit: Begin) -> None:
    page = visit().open("/#/watch")
    page.get_by_role("radio", name="Custom").check()
    page.get_by_label("Rows", exact=True).fill("7")
    page.get_by_label("Columns", exact=True).fill("8")
    page.get_by_label("Mines", exact=True).fill("57")
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.get_by_text("Mines: a whole number from 0 to 56.")).to_be_visible()
    page.get_by_label("Mines", exact=True).fill("9")
    page.get_by_role("button", name="Watch", exact=True).click()
    boards = page.locator(".player").nth(1).locator("svg.board")
    expect(boards.first).to_have_attribute("aria-rowcount", "7")
    expect(boards.first).to_have_attribute("aria-colcount", "8")
    expect(page.get_by_role("button", name="Review")).to_have_count(2)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(re.compile(r"step 1 of \d"))).to_be_visible()
    for player in page.locator(".player").all():
        expect(player.locator("header")).to_contain_text("1 step, ")
    page.reload()
    expect(page.get_by_label("Columns", exact=True)).to_have_value("8")


def test_the_fields_of_a_new_board_follow_the_position(visit: Begin) -> None:
    page = visit().open("/#/analyse?p=11211/?????/????? 4")
    expect(page.get_by_test_id("headline")).to_contain_text("fit")
    for name, value in (("Rows", "3"), ("Columns", "5")):
        expect(page.get_by_label(name, exact=True).locator("visible=true")).to_have_value(value)
    page.get_by_label("Position text").fill("mines 2\n1 ? ?\n? ? ?\n")
    page.get_by_role("button", name="Read the text").click()
    for name, value in (("Rows", "2"), ("Columns", "3")):
        expect(page.get_by_label(name, exact=True).locator("visible=true")).to_have_value(value)
    for mines in page.get_by_label("Mines", exact=True).locator("visible=true").all():
        expect(mines).to_have_value("2")
    page.get_by_role("button", name="New board").click()
    expect(page.get_by_label("Position text")).to_have_value("???/??? 2")


def test_expert_is_played_on_a_phone_by_panning_and_pinching(visit: Begin) -> None:
    page = visit(**PHONE).page
    expect(page.locator("svg.board").first).to_have_attribute("aria-colcount", "30")
    box = page.locator(".board-scroll").first
    size = "() => document.querySelector('svg.board [role=gridcell] .face').getBoundingClientRect().width"
    assert page.evaluate(size) >= 26  # a cell of 28 pixels has a gap of about one around it
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    where = box.bounding_box()
    assert where is not None
    x, y = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
    touch("Start", (x, y))
    for moved in range(10, 200, 10):
        touch("Move", (x - moved, y))
    touch("End")
    page.wait_for_function("() => document.querySelector('.board-scroll').scrollLeft > 50")
    page.wait_for_function(AT_REST, polling=250)
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")  # panning opens nothing
    expect(page.get_by_test_id("mines-left")).to_have_text("99")
    before = page.evaluate(size)
    touch("Start", (x - 40, y), (x + 40, y))
    for spread in range(45, 85, 5):
        touch("Move", (x - spread, y), (x + spread, y))
    touch("End")
    page.wait_for_function(f"() => ({size})() > {1.5 * before}")
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")  # nor does pinching
    expect(page.get_by_test_id("mines-left")).to_have_text("99")
    page.touchscreen.tap(x, y)
    expect(page.get_by_test_id("status")).to_have_text("Playing")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_every_view_says_that_the_server_is_gone(browser: Browser, tmp_path: Path) -> None:
    """No view sends a request by itself, and each says so all the same; all go on when the server is back."""
    with ExitStack() as stack:
        first = stack.enter_context(ExitStack())
        address = first.enter_context(serving(tmp_path))
        visit = Visit(browser, address)
        stack.callback(visit.context.close)
        pages = {"play": visit.page}
        for view in VIEWS:
            pages[view] = visit.page if view == "play" else visit.open(f"/#/{view}")
            expect(pages[view].locator(f"nav a[href='#/{view}']")).to_have_attribute("aria-current", "page")
            expect(pages[view].locator(".offline")).to_be_hidden()
        expect(visit.page.get_by_test_id("status")).to_have_text("Open any cell")
        first.close()
        for page in pages.values():
            lost = page.get_by_role("alert").filter(has_text="The connection to the server is lost.")
            expect(lost).to_be_visible()
        go_to(visit.page, "watch")
        expect(visit.page.locator(".offline")).to_be_visible()
        stack.enter_context(serving(tmp_path, int(address.rpartition(":")[2])))
        for page in pages.values():
            expect(page.locator(".offline")).to_be_hidden()
