"""The analysis view in Chromium."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect

import sapper
from tests.web.browser import Visit, cell, on_both, rendered

EVERY_KIND = "0001??/0112??/12?44?/??2???/?????? 6"
IMPOSSIBLE = "0002??/0112??/12?44?/??2???/?????? 6"


@on_both
def test_the_link_contains_a_pasted_position(visit: Callable[..., Visit]) -> None:
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


@on_both
def test_certain_cells_are_coloured_by_their_proofs(visit: Callable[..., Visit]) -> None:
    page = visit().open(f"/#/analyse?p={EVERY_KIND}")
    page.get_by_text("Colour by proof").click()
    analysis = sapper.analyse(sapper.View.parse(EVERY_KIND))
    expect(page.locator("svg.board .proven")).to_have_count(len(analysis.safe) + len(analysis.mines))
    signs = set(page.locator("svg.board .cell:has(.proven) text.note").all_text_contents())
    assert {"\N{BULLET}" * count for count in (1, 2, 3)} | {"#"} <= signs
    assert not any(
        character.isdigit() for sign in signs for character in sign
    )  # they would look like numbers


@on_both
def test_an_impossible_position_marks_the_contradictory_numbers(visit: Callable[..., Visit]) -> None:
    page = visit().open(f"/#/analyse?p={IMPOSSIBLE}")
    expect(page.get_by_test_id("headline")).to_have_text("Impossible")
    expect(page.get_by_test_id("reason")).to_contain_text("contradict each other")
    expect(page.locator("svg.board .ring.contradiction")).to_have_count(3)
    page.get_by_role("button", name="Covered", exact=True).click()
    cell(page, 0, 3).click()  # covers one of the three contradictory numbers, so that a layout fits
    expect(page.get_by_test_id("headline")).to_contain_text("fit")
    expect(page.locator("svg.board .ring.contradiction")).to_have_count(0)


def test_win_rates_stream_until_the_user_stops_them(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.route_web_socket("**/api/stream", think_longer)
    page.goto(page.url.split("#")[0] + "#/analyse")
    expect(page.get_by_test_id("played-out")).to_contain_text("Played out by sapper-fast on")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    said = page.get_by_test_id("played-out").inner_text()
    rendered(page)
    assert page.get_by_test_id("played-out").inner_text() == said


def think_longer(socket: WebSocketRoute) -> None:
    """Ask the server for a long thought, so that it does not end before the test stops it."""
    server = socket.connect_to_server()
    socket.on_message(lambda message: server.send(str(message).replace('"seconds":8', '"seconds":45')))


@on_both
def test_the_best_move_states_what_the_table_states(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/analyse")
    for _ in range(3):  # while the estimates change
        expect(page.get_by_test_id("played-out")).to_contain_text("Played out by sapper-fast on")
        stated, shown = page.evaluate(
            """() => [document.querySelector("[data-testid=reason]").textContent,
            document.querySelector("[data-testid=moves] tbody tr").cells[2].textContent]"""
        )
        assert f"wins about {shown} (" in stated
        rendered(page)


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


def test_pictures_of_a_large_board_contain_every_cell(visit: Callable[..., Visit]) -> None:
    page = visit().open(f"/#/analyse?p={'/'.join(['?' * 30] * 100)} 300")
    shown = page.locator("svg.board [role=gridcell]")
    expect(cell(page, 0, 0)).to_have_count(1)
    seen = shown.count()
    assert seen < 3000
    with page.expect_download() as svg:
        page.get_by_role("button", name="SVG").click()
    assert Path(svg.value.path()).read_text().count("translate(") == 3000
    assert shown.count() == seen
