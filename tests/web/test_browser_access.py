"""The rules of axe-core for accessibility: every view, in both themes, on a desk and on a phone."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import VIEWS, Visit, cell, custom_game, go_to, lose, serving
from tests.web.careless import careless_game
from tests.web.test_browser_history import made_up
from tests.web.test_browser_page import PHONE, make_run

ROOT = Path(__file__).parents[2]
SHOWN = {
    "play": lambda page: expect(page.get_by_test_id("status")).to_have_text("Open any cell"),
    "analyse": lambda page: expect(page.get_by_test_id("moves")).to_be_visible(),
    "watch": lambda page: expect(page.get_by_test_id("agent-reason").first).to_contain_text("ms"),
    "train": lambda page: expect(page.get_by_test_id("facts")).to_contain_text("rated"),
    "lab": lambda page: expect(page.locator("figure.plot")).to_have_count(3),
}
"""What a view shows when it is complete."""


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe-core, which npm installs on the first run."""
    found = subprocess.run([ROOT / "scripts" / "axe"], cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip(found.stderr.strip())
    return (ROOT / found.stdout.strip()).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    runs = tmp_path_factory.mktemp("runs")
    make_run(runs / "small")
    with serving(runs) as where:
        yield where


def violations(page: Page, axe: str) -> list[str]:
    """What breaks a rule on the page as it is now."""
    page.evaluate(f"() => {{ if (!window.axe) {{ {axe} }} }}")
    found: list[dict[str, Any]] = page.evaluate("async () => (await window.axe.run()).violations")
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("window", [{}, PHONE], ids=["desk", "phone"])
def test_no_view_breaks_a_rule(
    visit: Callable[..., Visit], axe: str, theme: str, window: dict[str, Any]
) -> None:
    page = visit(color_scheme=theme, reduced_motion="reduce", **window).page
    for view in VIEWS:
        page.goto(page.url.partition("#")[0] + f"#/{view}")
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        if view in SHOWN:
            SHOWN[view](page)
        assert violations(page, axe) == [], view


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_games_dialogs_and_marks_break_no_rule(visit: Callable[..., Visit], axe: str, theme: str) -> None:
    page = visit(color_scheme=theme, reduced_motion="reduce").page
    custom_game(page, 9, 9, 10)
    cell(page, 4, 4).click()
    expect(page.get_by_test_id("status")).to_have_text(re.compile("Playing|Won"))
    for name in ("Certain cells", "Risk heat map", "Risks in percent", "Best move"):
        page.get_by_text(name, exact=True).click()
    page.get_by_role("button", name="Flag").click()
    assert violations(page, axe) == [], "hints"
    page.keyboard.press("?")
    assert violations(page, axe) == [], "keys"
    page.keyboard.press("Escape")
    page.get_by_label("Rows", exact=True).fill("500")
    assert violations(page, axe) == [], "a wrong number"
    lose(page)
    assert violations(page, axe) == [], "a lost game"
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_role("button", name="Grade more carefully")).to_be_visible()
    assert violations(page, axe) == [], "a review"
    go_to(page, "analyse")
    page.get_by_text("Colour by proof").click()
    expect(page.locator("svg.board .proven").first).to_be_visible()
    assert violations(page, axe) == [], "proofs"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_solution_of_an_exercise_breaks_no_rule(
    visit: Callable[..., Visit], axe: str, theme: str
) -> None:
    page = visit(color_scheme=theme, reduced_motion="reduce").open("/#/train")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_test_id("verdict")).not_to_be_empty()
    assert violations(page, axe) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_lessons_break_no_rule(visit: Callable[..., Visit], axe: str, theme: str) -> None:
    page = visit(color_scheme=theme, reduced_motion="reduce").open("/#/review")
    page.get_by_label("or paste a record").fill(json.dumps(careless_game(3).to_dict()))
    page.get_by_role("button", name="Read").click()
    page.get_by_role("button", name="Learn from").click()
    answer = page.get_by_test_id("answer")
    expect(answer).to_have_text(re.compile(r"^Here you opened \(\d+, \d+\), at a risk of \d+"))
    assert violations(page, axe) == [], "a question"
    page.get_by_role("button", name="Show the answer").click()
    expect(answer).to_have_text(re.compile(r"You opened \(\d+, \d+\), which cost \d+\.\d.* points\.$"))
    expect(page.locator("svg.board [aria-label*=risk]").first).to_be_visible()
    assert violations(page, axe) == [], "an answer"


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("window", [{}, PHONE], ids=["desk", "phone"])
def test_a_history_and_a_study_break_no_rule(
    visit: Callable[..., Visit], axe: str, theme: str, window: dict[str, Any], tmp_path: Path
) -> None:
    page = visit(color_scheme=theme, reduced_motion="reduce", **window).open("/#/review")
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"format": 1, "games": [made_up(number) for number in range(12)]}))
    page.get_by_test_id("history-file").set_input_files(file)
    expect(page.get_by_test_id("history-said")).to_have_text("12 new games imported.")
    expect(page.locator(".history figure svg")).to_have_count(2)
    assert violations(page, axe) == [], "your games"
    go_to(page, "analyse")
    page.get_by_label("Title of the study").fill("Corners")
    for number in (1, 2):
        page.get_by_role("button", name="Add this position").click()
        page.get_by_label(f"Note on position {number}").fill("The 2 in the middle decides.")
    page.get_by_test_id("study-file").set_input_files(file)
    expect(page.get_by_test_id("study-said")).to_have_text(re.compile("not a study"))
    assert violations(page, axe) == [], "a study"
