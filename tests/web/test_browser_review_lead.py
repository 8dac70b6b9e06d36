"""The review view leads to what mattered: mistakes, grades, folded moves, risks, and a lesson."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import sapper
from tests.web.browser import Visit, cell, custom_game, open_cell, status
from tests.web.careless import careless_game


@pytest.fixture(scope="module")
def careless() -> tuple[sapper.GameRecord, sapper.Review]:
    for seed in range(20):
        record = careless_game(seed)
        graded = sapper.review(record, "fast")
        if graded.grades["mistake"] + graded.grades["inaccuracy"] >= 3:
            return record, graded
    raise AssertionError("no game has three mistakes")


def reviewing(visit: Callable[..., Visit], tmp_path: Path, record: sapper.GameRecord) -> Page:
    page = visit().open("/#/review")
    file = tmp_path / "game.jsonl"
    file.write_text(record.to_json() + "\n")
    page.get_by_test_id("record-file").set_input_files(file)
    expect(page.get_by_test_id("verdict")).not_to_have_text("")
    return page


def comment_at(page: Page, number: int) -> None:
    expect(page.get_by_test_id("comment")).to_have_text(re.compile(rf"Move {number}: "))


def test_the_review_opens_at_the_worst_move_and_steps_through_mistakes(
    visit: Callable[..., Visit], tmp_path: Path, careless: tuple[sapper.GameRecord, sapper.Review]
) -> None:
    record, graded = careless
    page = reviewing(visit, tmp_path, record)
    worst = max(graded.moves, key=lambda move: move.cost)
    comment_at(page, worst.number)
    mistakes = [move.number for move in graded.moves if move.grade in {"mistake", "inaccuracy"}]
    assert len(mistakes) >= 3
    page.keyboard.press("Home")
    for number in mistakes:
        page.keyboard.press("n")
        comment_at(page, number)
    page.get_by_role("button", name="Previous mistake").click()
    comment_at(page, mistakes[-2])
    page.get_by_role("button", name="Next mistake").click()
    comment_at(page, mistakes[-1])
    page.keyboard.press("p")
    comment_at(page, mistakes[-2])


def test_counts_add_up_grades_filter_and_forced_moves_are_folded(
    visit: Callable[..., Visit], tmp_path: Path, careless: tuple[sapper.GameRecord, sapper.Review]
) -> None:
    record, graded = careless
    page = reviewing(visit, tmp_path, record)
    chips = page.get_by_test_id("grades").locator(".chip")
    counts = [int(re.findall(r"\d+", text)[-1]) for text in chips.all_inner_texts()]
    assert counts == list(graded.grades.values())
    expect(page.get_by_test_id("grades")).to_contain_text(f"= {sum(counts)} moves")
    assert sum(counts) == len(record.moves)
    shown = page.locator("tr[data-move]:visible")
    folded = page.locator(".fold-button").first
    expect(folded).to_have_attribute("aria-expanded", "false")
    before = shown.count()
    assert before < len(record.moves)
    folded.click()
    more = int(folded.inner_text().split()[0])
    expect(shown).to_have_count(before + more)
    page.get_by_role("button", name="Mistake", exact=False).and_(
        page.locator(".chip[data-grade=mistake]")
    ).click()
    expect(shown).to_have_count(graded.grades["mistake"])
    page.locator(".chip[data-grade=mistake]").press("Enter")
    expect(shown).to_have_count(before + more)


def test_the_board_shows_the_risks_of_the_position(
    visit: Callable[..., Visit], tmp_path: Path, careless: tuple[sapper.GameRecord, sapper.Review]
) -> None:
    record, graded = careless
    page = reviewing(visit, tmp_path, record)
    worst = max(graded.moves, key=lambda move: move.cost)
    comment_at(page, worst.number)
    page.keyboard.press("r")
    label = re.compile(f"risk {worst.risk:.0%}")
    expect(cell(page, *worst.cell)).to_have_attribute("aria-label", label)
    page.keyboard.press("Home")
    expect(cell(page, *worst.cell)).to_have_attribute("aria-label", re.compile(f"risk {16 / 81:.0%}"))
    page.locator(".toggle", has_text="Risks").click()
    expect(cell(page, *worst.cell)).not_to_have_attribute("aria-label", re.compile("risk"))


def test_mistakes_are_positions_to_solve(
    visit: Callable[..., Visit], tmp_path: Path, careless: tuple[sapper.GameRecord, sapper.Review]
) -> None:
    record, graded = careless
    page = reviewing(visit, tmp_path, record)
    mistakes = [move for move in graded.moves if move.grade in {"mistake", "inaccuracy"}]
    page.get_by_role("button", name="Learn from").click()
    lesson, answer = page.get_by_test_id("lesson"), page.get_by_test_id("answer")
    expect(lesson).to_have_text(f"Position 1 of {len(mistakes)}")
    first = mistakes[0]
    assert first.best is not None
    cell(page, *first.cell).click()
    expect(answer).to_have_text(re.compile(r"and costs \d.* points\. Try another cell"))
    expect(page.locator("svg.board .ring.best")).to_have_count(0)  # the answer is not given away
    cell(page, *first.best.opens[0]).click()
    expect(answer).to_have_text(re.compile(r"is right\. The best cell is"))
    expect(page.locator("svg.board .ring.best")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(lesson).to_have_text(f"Position 2 of {len(mistakes)}")
    page.get_by_role("button", name="Show the answer").click()
    assert mistakes[1].best is not None
    expect(answer).to_contain_text("The best cell is ({}, {}).".format(*mistakes[1].best.opens[0]))
    page.get_by_role("button", name="Back to the review").click()
    expect(page.get_by_test_id("verdict")).to_be_visible()


def test_the_review_of_a_finished_game_is_offered_above_the_fold(visit: Callable[..., Visit]) -> None:
    page = visit(viewport={"width": 390, "height": 780}).page
    custom_game(page, 6, 6, 25)
    button = page.get_by_role("button", name="Review this game")
    expect(button).to_be_hidden()
    for number in range(36):
        if "Lost" in status(page):
            break
        open_cell(page, number // 6, number % 6)
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 780
    assert page.locator(".hud").get_by_role("button", name="Review this game").count() == 1


def test_the_text_of_the_win_graph_keeps_its_size_on_a_phone(
    visit: Callable[..., Visit], tmp_path: Path, careless: tuple[sapper.GameRecord, sapper.Review]
) -> None:
    phone = visit(viewport={"width": 390, "height": 780})
    page = reviewing(lambda: phone, tmp_path, careless[0])
    scale = page.locator("svg.graph").evaluate("(graph) => graph.getScreenCTM().a")
    assert scale > 0.95
