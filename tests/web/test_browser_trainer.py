"""The train view in Chromium."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sapper.trainer.exercise import Exercise, read_exercises
from sapper.trainer.judgement import judge
from tests.patience import wait_until
from tests.trainer import plain_ratings
from tests.web.browser import Visit, cell, on_both

EXERCISES = read_exercises()
SMALL = [each for each in EXERCISES if each.view.cols <= 12]
LINE = next(each for each in SMALL if "1-2-1" in each.patterns and len(judge(each, []).solution) > 1)
GUESS = next(each for each in SMALL if each.kind == "guess")
WIDE, PHONE = {"width": 1400, "height": 900}, {"width": 390, "height": 780}
WINDOWS: list[dict[str, Any]] = [
    {"viewport": WIDE, "color_scheme": "dark"},
    {"viewport": WIDE, "color_scheme": "light"},
    {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True},
    {"viewport": PHONE, "color_scheme": "light", "has_touch": True, "is_mobile": True},
]


def begin(opened: Visit, exercise: Exercise) -> Page:
    page = opened.open(f"/#/train?e={exercise.name}")
    expect(page.get_by_test_id("facts")).to_contain_text(f"rated {exercise.difficulty}")
    return page


def kept(page: Page) -> Any:
    return page.evaluate("JSON.parse(localStorage.getItem('sapper.trainer'))")


@pytest.mark.parametrize("window", WINDOWS)
def test_a_deduction_is_answered_with_its_proof(visit: Callable[..., Visit], window: dict[str, Any]) -> None:
    page = begin(visit(**window), LINE)
    judgement = judge(LINE, [])
    free = judgement.solution[0]
    target = cell(page, *free)
    if window.get("has_touch"):
        target.tap()
    else:
        target.click()
    expect(page.get_by_test_id("verdict")).to_have_text("Right: it is certainly free.")
    proof = judgement.proofs[0]
    expect(page.get_by_test_id("proof")).to_contain_text(proof.text[1:])
    expect(page.locator("svg.board .ring.proof")).to_have_count(len(proof.numbers))
    rating, deviation = plain_ratings.after(1500, 350, LINE.difficulty, 1)
    expect(page.get_by_test_id("change")).to_have_text(f"1500 → {rating:.0f}")
    expect(page.get_by_test_id("standings")).to_contain_text(f"{rating:.0f} ± {1.96 * deviation:.0f}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.querySelector('header.head').offsetHeight") < 60  # all in one line
    other = judgement.proofs[1]
    page.get_by_role("button", name=str(other.cell)).first.click()
    expect(page.get_by_test_id("proof")).to_contain_text(other.text[1:])


@on_both
def test_a_wrong_cell_is_not_right_and_comes_back(visit: Callable[..., Visit]) -> None:
    page = begin(visit(), LINE)
    mines = [mine for mine in judge(LINE, []).mines if not LINE.view.flags[mine]]
    cell(page, *mines[0]).click()
    expect(page.get_by_test_id("verdict")).to_have_text(f"The cell {mines[0]} is certainly a mine.")
    expect(page.get_by_test_id("due")).to_have_text("Missed exercises: 0 to repeat now, 1 later.")
    progress = kept(page)
    progress["repetitions"][LINE.name][1] = 1
    page.evaluate("text => localStorage.setItem('sapper.trainer', text)", json.dumps(progress))
    page.reload()
    page.goto(page.url.partition("#")[0] + "#/train")
    expect(page.get_by_text("You missed this one before.")).to_be_visible()
    expect(page.get_by_test_id("due")).to_have_text("Missed exercises: 1 to repeat now, 0 later.")


@on_both
def test_a_guess_is_answered_with_win_rates(visit: Callable[..., Visit]) -> None:
    page = begin(visit(), GUESS)
    judgement = judge(GUESS, [])
    worst = judgement.moves[-1]
    cell(page, *worst.cell).click()
    expect(page.get_by_test_id("verdict")).to_have_text(judge(GUESS, [worst.cell]).sentence)
    expect(page.locator("[data-testid=moves] tbody tr")).to_have_count(min(10, len(judgement.moves)))
    expect(page.locator("svg.board .ring.best")).to_have_count(len(judgement.solution))
    expect(page.get_by_text("Lesson: ")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_test_id("verdict")).to_be_empty()
    expect(page.get_by_test_id("question")).not_to_have_text("Not right")


@on_both
def test_all_free_cells_can_be_asked_for_with_keys_and_flags(visit: Callable[..., Visit]) -> None:
    page = begin(visit(), LINE)
    page.get_by_text("Find all free cells").click()
    expect(page.get_by_test_id("question")).to_contain_text("Mark every cell")
    for free in judge(LINE, []).solution:
        cell(page, *free).click()
    mine = next(mine for mine in judge(LINE, []).mines if not LINE.view.flags[mine])
    cell(page, *mine).click(button="right")  # a flag is a note and no answer
    cell(page, *mine).click()
    expect(page.locator("svg.board .ring.asked")).to_have_count(len(judge(LINE, []).solution))
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_test_id("verdict")).to_have_text("Right: all of them are certainly free.")


def test_patterns_are_explained_and_chosen(visit: Callable[..., Visit]) -> None:
    page = begin(visit(), GUESS)
    page.get_by_label("Pattern", exact=True).select_option("1-2-2-1")
    expect(page.get_by_text("Two 1-2 patterns meet")).to_be_visible()
    expect(page.get_by_label("An example: the ringed cell is certain.")).to_be_visible()
    expect(page.get_by_test_id("facts")).to_contain_text("Deduction")
    named = page.evaluate("location.hash").partition("e=")[2]
    assert "1-2-2-1" in next(each for each in EXERCISES if each.name == named).patterns
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_test_id("verdict")).to_have_text("Here is the solution.")
    expect(page.get_by_test_id("question")).to_have_text("Not solved")
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_test_id("headline")).to_contain_text("fit")


@on_both
def test_the_progress_goes_out_and_in_as_a_file(visit: Callable[..., Visit], tmp_path: Path) -> None:
    page = begin(visit(), LINE)
    cell(page, *judge(LINE, []).solution[0]).click()
    expect(page.get_by_test_id("verdict")).to_have_text("Right: it is certainly free.")
    wait_until(lambda: kept(page) is not None)
    before = kept(page)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    file = Path(saving.value.path())
    assert json.loads(file.read_text()) == before
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_test_id("standings")).to_contain_text("1500 ± 686")
    assert kept(page) is None
    page.get_by_label("A file with your progress").set_input_files(file)
    expect(page.get_by_test_id("standings")).to_contain_text("1/1")
    wait_until(lambda: kept(page) == before)
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[1]")
    page.get_by_label("A file with your progress").set_input_files(wrong)
    expect(page.get_by_test_id("problem")).to_have_text(
        "This file does not contain the progress of the trainer."
    )
    assert kept(page) == before


def test_the_view_is_reached_by_the_nav_and_the_keys(page: Page) -> None:
    page.get_by_role("link", name="Train").click()
    expect(page.get_by_test_id("facts")).to_contain_text("rated")
    page.keyboard.press("g")
    page.keyboard.press("l")
    expect(page).to_have_title("Lab · Sapper")
    page.keyboard.press("g")
    page.keyboard.press("t")
    expect(page).to_have_title("Train · Sapper")
    page.keyboard.press("s")
    expect(page.get_by_test_id("verdict")).not_to_be_empty()


def test_a_damaged_progress_is_named_and_can_be_dropped(
    visit: Callable[..., Visit], expected_problem: str
) -> None:
    opened = visit()
    page = opened.open("/#/lab")
    page.evaluate("localStorage.setItem('sapper.trainer', '{\"format\": 9}')")
    page.goto(opened.address + "/#/train")
    page.reload()
    expect(page.get_by_test_id("problem")).to_contain_text("This is not the trainer's progress")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_test_id("facts")).to_contain_text("rated")


@pytest.fixture
def expected_problem() -> str:
    return "400 (Bad Request)"  # Chromium reports each refused request
