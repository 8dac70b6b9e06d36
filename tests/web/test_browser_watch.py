"""The watch view in Chromium: agents that play the same board."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

import sapper
from tests.web.browser import Visit, on_both


@on_both
def test_two_agents_are_watched_on_one_board(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/watch")
    page.get_by_role("radio", name="Beginner").check()
    page.get_by_label("Board number").fill("7")
    page.get_by_role("button", name="Watch", exact=True).click()
    players = page.locator(".player")
    expect(players).to_have_count(2)
    expect(players.nth(1).get_by_role("button", name="Review")).to_be_visible()  # both games have arrived
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
