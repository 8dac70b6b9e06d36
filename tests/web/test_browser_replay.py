"""Replays in the review view: the time axis, and playing on from a position."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

import sapper
from tests.replay.sample_files import FOLDER
from tests.web.browser import Visit, cell


def test_a_replay_is_drawn_over_its_time(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/review")
    page.get_by_test_id("record-file").set_input_files(FOLDER / "beginner.avf")
    review = sapper.review(FOLDER / "beginner.avf", "fast")
    assert review.times is not None
    expect(page.get_by_test_id("times")).to_have_text(review.times.sentence)
    paused = [move for move in review.moves if move.pause]
    bars = page.locator(".graph .pause")
    expect(bars).to_have_count(len(paused))
    expect(page.locator(".graph .pause.flag")).to_have_count(sum(move.grade is None for move in paused))
    widest = max(range(len(paused)), key=lambda number: paused[number].pause or 0.0)
    widths = bars.evaluate_all("bars => bars.map((bar) => bar.width.baseVal.value)")
    assert widths.index(max(widths)) == widest
    # A press on the graph goes to the position that was on the board then.
    slow = paused[widest]
    bars.nth(widest).scroll_into_view_if_needed()
    box = bars.nth(widest).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 1, box["y"] + 2)
    expect(page.get_by_test_id("comment")).to_have_text(
        re.compile(f"Move {slow.number}: .*after {slow.pause:.2f} s")
    )
    page.get_by_text("Over the time").click()
    expect(bars).to_have_count(0)


def test_a_replay_is_played_on_from_a_position(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/review")
    page.get_by_test_id("record-file").set_input_files(FOLDER / "beginner.avf")
    record = sapper.review(FOLDER / "beginner.avf", "fast").record
    expect(page.locator("tr[data-move]")).to_have_count(len(record.moves))
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    moves = len(record.moves) - 2
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_test_id("status")).to_have_text("What if …")
    view = record.game_after(moves).view
    covered = [each for each in view if view.numbers[each] == -2]
    expect(page.locator("[role=gridcell][aria-label*=covered]")).to_have_count(
        len(covered) - int(view.flags.sum())
    )
    expect(page.locator("[role=gridcell]:has(.body.shown)")).to_have_count(0)  # no mine is shown
    mine = next(each for each in record.mines if not view.flags[each])
    cell(page, *mine).click()
    expect(page.get_by_test_id("status")).to_have_text("Lost")
