"""The review view in Chromium: it reviews the right game completely, and does not block the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

import sapper
from tests.web.browser import Visit, cell, go_to, lose, on_both


@on_both
def test_reviewing_the_game_just_played(page: Page) -> None:
    lose(page)
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile("Lost: "))
    moves = page.locator("tr[data-move]")
    graded = moves.count()
    assert graded >= 2
    expect(page.locator(".graph .line")).to_have_count(1)
    moves.nth(graded - 1).click()
    expect(page.get_by_test_id("comment")).to_have_text(re.compile(f"Move {graded - 1}: open"))
    expect(page.locator("svg.board .ring").first).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_test_id("comment")).to_have_text(re.compile("Move 0: open"))
    page.keyboard.press("End")
    expect(page.get_by_test_id("comment")).to_have_text("Lost")


def test_the_game_that_ended_last_is_reviewed(page: Page) -> None:
    """A game that is taken back and lost at another cell keeps its id, but has another record."""
    last = page.locator("tr[data-move]").last
    lose(page)
    mines = page.locator("[role=gridcell]:has(.body.shown)")
    cells = [re.findall(r"\d+", mines.nth(i).get_attribute("aria-label") or "") for i in range(2)]
    (first, second) = [(int(row), int(col)) for row, col in cells]
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile("Lost: "))
    lose_again(page, first)
    go_to(page, "review")
    page.get_by_role("button", name="Another game").click()
    page.get_by_role("button", name="Review your last game").click()
    expect(last).to_contain_text(f"open ({first[0]}, {first[1]})")
    lose_again(page, second)
    page.get_by_role("button", name="Review this game").click()
    expect(last).to_contain_text(f"open ({second[0]}, {second[1]})")
    page.reload()
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile("Lost: "))
    expect(last).to_contain_text(f"open ({second[0]}, {second[1]})")


def lose_again(page: Page, mine: tuple[int, int]) -> None:
    go_to(page, "play")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_test_id("status")).to_have_text("What if …")
    cell(page, *mine).click()
    expect(page.get_by_test_id("status")).to_have_text("Lost")


def test_a_long_review_continues_in_the_background_and_does_not_block(visit: Callable[..., Visit]) -> None:
    """All grades arrive at once, so that only the page can be slow."""
    page = visit().page
    moves = [{"do": "open", "cell": [0, i], "opened": [[0, i, 0]]} for i in range(1500)]
    rules = {"rows": 1, "cols": 1501, "mines": 1}
    record = {"rules": rules, "mines": [[0, 1500]], "moves": moves, "result": "won", "agent": "somebody"}
    asked: list[tuple[WebSocketRoute, dict[str, Any]]] = []

    def grade(numbers: range) -> None:
        socket, question = asked[-1]
        graded = {"tag": question["tag"], "kind": "move", "do": "open", "grade": "best", "risk": 0, "cost": 0}
        for i in numbers:
            wins = {"win_before": i / 1500, "win_after": (i + 1) / 1500, "best": None}
            socket.send(json.dumps(graded | wins | {"number": i, "cell": [0, i], "moves": 1500}))

    def answer(socket: WebSocketRoute) -> None:
        socket.on_message(lambda text: asked.append((socket, json.loads(text))))

    page.route_web_socket("**/api/stream", answer)
    page.reload()  # the page opens its socket when it is loaded
    expect(page.get_by_test_id("status")).to_be_visible()
    go_to(page, "review")
    page.get_by_label("or paste a record").fill(json.dumps(record))
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_test_id("comment")).to_have_text("Move 0: open (0, 0).")
    grade(range(700))
    go_to(page, "play")
    expect(page.get_by_test_id("status")).to_be_visible()
    grade(range(700, 1500))
    socket, question = asked[-1]
    assert question["do"] == "review"  # the page has sent no stop message
    socket.send(json.dumps({"tag": question["tag"], "kind": "review", "sentence": "Won: all at once."}))
    go_to(page, "review")
    expect(page.get_by_test_id("verdict")).to_have_text("Won: all at once.")
    expect(page.locator("tr[data-move]")).to_have_count(1500)
    expect(page.get_by_test_id("grades")).to_contain_text("Best 1500")
    assert (
        page.evaluate("document.documentElement.scrollHeight") < 3000
    )  # the list scrolls instead of the page
    page.locator(".graph").click()  # in the middle of the graph, whose axis begins right of the labels
    expect(page.get_by_test_id("comment")).to_have_text(re.compile(r"Move 72\d: "))


def test_reviewing_a_record_file(visit: Callable[..., Visit], tmp_path: Path) -> None:
    page = visit().open("/#/review")
    record = sapper.play(sapper.make("random"), sapper.Rules(4, 4, 4), seed=3)
    file = tmp_path / "game.jsonl"
    file.write_text(record.to_json() + "\n")
    page.get_by_test_id("record-file").set_input_files(file)
    expect(page.get_by_test_id("verdict")).to_have_text(sapper.review(record, "fast").sentence)
    page.get_by_role("button", name="Another game").click()
    page.get_by_label("or paste a record").fill("{}")
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("alert").filter(has_text="no game record")).to_be_visible()


def test_a_watched_game_is_reviewed_on_its_own_level(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/watch")
    page.get_by_label("Board number").fill("7")
    for level, side, mines in (("Beginner", 9, 10), ("Intermediate", 16, 40)):
        go_to(page, "watch")
        page.get_by_role("radio", name=level).check()
        page.get_by_role("button", name="Watch", exact=True).click()
        page.locator(".player").nth(1).get_by_role("button", name="Review").click()
        size = f"{side}\N{MULTIPLICATION SIGN}{side}/{mines}"
        expect(page.get_by_test_id("review-status")).to_contain_text(f"lowest-risk · {size}")
    go_to(page, "watch")
    page.locator("summary").focus()
    page.keyboard.press("Space")
    expect(page.locator("details.agent-choice")).to_have_attribute("open", "")
