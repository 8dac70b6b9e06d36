"""The page in Chromium when responses are late or refused: it shows errors, and no outdated results."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser import Visit, cell, go_to, rendered, serving
from tests.web.conftest import NO_GAMES

FREE = "11211/?????/????? 4"
FLAGGED = "1F?/???/??? 2"
Begin = Callable[..., Visit]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    runs = tmp_path_factory.mktemp("runs")
    for name in ("alpha", "beta"):
        (runs / name).mkdir()
        (runs / name / "run.json").write_text(json.dumps(NO_GAMES))
    with serving(runs) as where:
        yield where


@pytest.fixture
def expected_problem() -> str:
    return "Failed to load resource"  # Chromium logs every error response


def analysing(visit: Begin, position: str) -> Page:
    page = visit().open(f"/#/analyse?p={position}")
    expect(page.get_by_test_id("headline")).to_contain_text("fit")
    return page


def refuse(page: Page, status: int, sentence: str, times: int | None = None) -> None:
    """Replace the responses to /api/analyse by an error, at most `times` times."""
    answer = json.dumps({"detail": sentence})

    def refused(route: Route) -> None:
        route.fulfill(status=status, body=answer, content_type="application/json")

    page.route("**/api/analyse", refused, times=times)


def edit(page: Page) -> None:
    """Cover the number in the first cell."""
    page.get_by_role("button", name="Covered", exact=True).click()
    cell(page, 0, 0).click()


def test_results_of_the_last_position_disappear_after_an_edit(visit: Begin) -> None:
    page = analysing(visit, FREE)
    expect(page.get_by_test_id("reason")).to_contain_text("Best")
    refuse(page, 504, "the time limit of this task is over")
    edit(page)
    expect(page.get_by_test_id("headline")).to_have_text("The time limit of this task is over.")
    expect(page.get_by_test_id("reason")).to_be_empty()
    expect(page.get_by_test_id("moves")).to_have_count(0)
    page.unroute("**/api/analyse")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("headline")).to_contain_text("10 layouts fit")
    expect(page.get_by_test_id("moves")).to_be_visible()
    expect(page.get_by_text("task is over")).to_have_count(0)


@pytest.mark.parametrize("status", [429, 503])
def test_a_refused_analysis_is_requested_again(visit: Begin, status: int) -> None:
    page = analysing(visit, FREE)
    refuse(page, status, "too many tasks at once", times=1)
    edit(page)
    expect(page.get_by_test_id("headline")).to_have_text("Too many tasks at once. Trying again …")
    expect(page.get_by_test_id("headline")).to_contain_text("fit")
    expect(page.get_by_test_id("moves")).to_be_visible()


def test_a_parse_error_is_shown_until_the_next_edit(visit: Begin) -> None:
    page = analysing(visit, FREE)
    page.get_by_label("Position text").fill("x")
    page.get_by_role("button", name="Read the text").click()
    problem = page.get_by_role("alert").filter(has_text="cannot be read")
    expect(problem).to_be_visible()
    edit(page)
    expect(problem).to_have_count(0)


def test_a_late_response_does_not_replace_the_chosen_position(visit: Begin) -> None:
    page = analysing(visit, FREE)
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/api/position", hold, times=1)
    examples = page.get_by_label("Examples")
    with page.expect_request("**/api/position"):
        examples.select_option(index=4)
    examples.select_option(index=3)
    expect(page.get_by_label("Position text")).to_have_value(re.compile("^0001"))
    late[0].continue_()  # the page may have given it up, so that no response is seen
    page.evaluate("fetch('api/about').then((response) => response.text())")
    rendered(page)
    expect(page.get_by_label("Position text")).to_have_value(re.compile("^0001"))


def test_the_table_of_moves_trusts_the_flags_too(visit: Begin) -> None:
    page = analysing(visit, FLAGGED)
    expect(page.get_by_test_id("played-out")).to_contain_text("Exact")
    page.get_by_text("Trust the flags").click()
    expect(page.get_by_test_id("headline")).to_contain_text("5 layouts fit. 2 cells certainly free")
    expect(page.get_by_test_id("played-out")).to_contain_text("Exact")
    rows = page.get_by_test_id("moves").locator("tbody tr")
    expect(rows.first).to_have_text(re.compile(r"\(1, 0\).*0%.*100"))
    expect(rows.nth(1)).to_have_text(re.compile(r"\(1, 1\).*0%.*100"))
    expect(page.get_by_test_id("reason")).to_contain_text("Best: (1, 0).")


def test_a_number_out_of_range_stays_and_the_page_says_what_is_allowed(visit: Begin) -> None:
    page = visit().page
    expect(page.get_by_test_id("status")).to_have_text("Open any cell")
    page.get_by_role("radio", name="Custom").check()
    rows, mines = page.get_by_label("Rows", exact=True), page.get_by_label("Mines", exact=True)
    for wrong in ("500", "0", "", "2.5"):
        rows.fill(wrong)
        page.get_by_role("button", name="New game").click()
        expect(page.get_by_text("Rows: a whole number from 1 to 200.")).to_be_visible()
        tops = [page.get_by_label(name, exact=True).bounding_box() for name in ("Rows", "Columns")]
        assert tops[0] is not None and tops[1] is not None
        assert (tops[0]["y"], tops[0]["height"]) == (tops[1]["y"], tops[1]["height"])
        expect(rows).to_have_value(wrong)
        expect(rows).to_be_focused()
        expect(rows).to_have_attribute("aria-invalid", "true")
    rows.fill("4")
    expect(page.get_by_text("Rows: a whole number from 1 to 200.")).to_have_count(0)
    page.get_by_label("Columns", exact=True).fill("5")
    mines.fill("21")
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_text("Mines: a whole number from 0 to 20.")).to_be_visible()
    expect(page.locator("svg.board").first).to_have_attribute("aria-rowcount", "16")
    mines.fill("3")
    page.get_by_role("button", name="New game").click()
    expect(page.locator("svg.board").first).to_have_attribute("aria-rowcount", "4")


def test_the_mine_count_of_a_position_is_checked_too(visit: Begin) -> None:
    page = analysing(visit, FREE)
    mines = page.get_by_test_id("mines").locator("visible=true")
    mines.fill("99")
    mines.blur()
    expect(page.get_by_text("Mines: a whole number from 0 to 15.")).to_be_visible()
    expect(mines).to_have_value("99")
    expect(page.get_by_label("Position text")).to_have_value(FREE)


def test_the_theme_follows_the_system_until_one_is_chosen(visit: Begin) -> None:
    page = visit(color_scheme="light").page
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Switch between dark and light").click()
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="dark")
    page.emulate_media(color_scheme="light")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")


def test_a_view_that_cannot_be_loaded_shows_an_error(visit: Begin) -> None:
    opened = visit()
    page = opened.page
    expect(page.get_by_test_id("status")).to_be_visible()
    page.route("**/static/views/lab.js", lambda route: route.abort())
    go_to(page, "lab")
    expect(page.get_by_role("alert").filter(has_text="This view cannot be loaded.")).to_be_visible()
    expect(page.locator("nav a[href='#/lab']")).to_have_attribute("aria-current", "page")
    go_to(page, "play")
    expect(page.get_by_test_id("status")).to_be_visible()
    opened.problems.clear()  # the page logs the failed import, as it should


def test_a_late_response_does_not_replace_the_chosen_run(visit: Begin) -> None:
    page = visit().open("/#/lab?run=beta")
    title = page.locator(".runs .side h2").first
    expect(title).to_have_text("beta")
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/api/runs/alpha", hold)
    with page.expect_request("**/api/runs/alpha"):
        page.get_by_role("button", name="alpha").click()
    page.get_by_role("button", name="beta").click()
    expect(page.get_by_role("button", name="beta")).to_have_attribute("aria-current", "true")
    with page.expect_response("**/api/runs/alpha"):
        late[0].continue_()
    rendered(page)
    expect(title).to_have_text("beta")
