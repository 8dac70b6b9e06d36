"""Links that live: games, boards and studies in another browser, and after a restart of the server."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

import sapper
from tests.web.browser import Visit, cell, on_both, serving

POSITION = "11211/?????/????? 4"
OTHER = "1??/???/??? 2"


def link_of(page: Page) -> str:
    """The part of the copied link that no server sees."""
    link = str(page.evaluate("navigator.clipboard.readText()"))
    assert link == page.url
    return "/#" + urlsplit(link).fragment


def load_record(page: Page, file: Path, record: sapper.GameRecord) -> None:
    file.write_text(record.to_json() + "\n")
    page.get_by_test_id("record-file").set_input_files(file)
    expect(page.get_by_test_id("verdict")).not_to_have_text("")


def test_links_work_in_another_browser_after_a_restart(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    record = sapper.play(sapper.make("lowest-risk"), sapper.BEGINNER, seed=3)
    # A game whose record is too long for a link: nothing of it can be deflated well.
    large = sapper.Game(sapper.Board.random(sapper.Rules(100, 100, 2000), seed=1))
    large.open((0, 0))
    large.give_up()
    with serving(tmp_path / "runs") as address:
        visit = Visit(browser, address)
        page = visit.open("/#/review")
        load_record(page, tmp_path / "game.jsonl", record)
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_test_id("shared")).to_contain_text("copied")
        reviewed = link_of(page)
        assert re.match(r"/#/review\?game=[\w-]+$", reviewed)
        page.get_by_role("button", name="Another game").click()
        (tmp_path / "large.jsonl").write_text(large.record.to_json() + "\n")
        page.get_by_test_id("record-file").set_input_files(tmp_path / "large.jsonl")
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_test_id("shared")).to_contain_text("copied")
        kept = link_of(page)
        assert re.match(r"/#/review\?kept-game=[\w-]{22}$", kept)
        page = visit.open("/#/watch?agents=sapper-fast,random&rows=9&cols=9&mines=10&seed=12")
        expect(page.locator(".player")).to_have_count(2)
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_test_id("shared")).to_contain_text("copied")
        watched = link_of(page)
        assert not visit.problems
        visit.context.close()
    with serving(tmp_path / "runs") as address:
        visit = Visit(browser, address)
        page = visit.open(reviewed)
        expect(page.get_by_test_id("verdict")).to_have_text(sapper.review(record, "fast").sentence)
        page = visit.open(kept)
        expect(page.get_by_test_id("review-status")).to_contain_text("100\N{MULTIPLICATION SIGN}100/2000")
        page = visit.open(watched)
        expect(page.locator(".player header b")).to_have_text(["sapper-fast", "random"])
        page.locator(".player").nth(1).get_by_role("button", name="Review").click()
        same = sapper.play(sapper.make("random"), sapper.BEGINNER, seed=12)
        expect(page.get_by_test_id("verdict")).to_have_text(sapper.review(same, "fast").sentence)
        page = visit.open("/#/review?game=broken")
        expect(page.get_by_role("alert").filter(has_text="This link is damaged")).to_be_visible()
        assert not visit.problems
        visit.context.close()


@on_both
def test_a_study_is_one_file_and_one_link(browser: Browser, address: str, tmp_path: Path) -> None:
    visit = Visit(browser, address)
    page = visit.open(f"/#/analyse?p={POSITION.replace('?', '_').replace('/', '-').replace(' ', '-')}")
    expect(page.get_by_test_id("headline")).to_contain_text("10 layouts fit.")
    page.get_by_label("Title of the study").fill("Corners")
    page.get_by_role("button", name="Add this position").click()
    page.keyboard.type("The 2 in the middle <b>decides</b>.")
    page.get_by_label("Position text").fill(OTHER)
    page.get_by_role("button", name="Read the text").click()
    expect(page.get_by_test_id("headline")).to_contain_text("15 layouts fit.")
    page.get_by_role("button", name="Add this position").click()
    page.keyboard.type("A guess.")
    page.get_by_role("button", name="Link to the study").click()
    expect(page.get_by_test_id("study-said")).to_contain_text("copied")
    link = link_of(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    for way in ("link", "file"):
        other = Visit(browser, address)
        page = other.open(link if way == "link" else "/#/analyse")
        if way == "file":
            page.get_by_test_id("study-file").set_input_files(saved.value.path())
        expect(page.get_by_label("Position text")).to_have_value(POSITION)
        expect(page.get_by_label("Title of the study")).to_have_value("Corners")
        expect(page.get_by_label("Note on position 1")).to_have_value("The 2 in the middle <b>decides</b>.")
        page.get_by_role("button", name="Position 2", exact=True).click()
        expect(page.get_by_label("Position text")).to_have_value(OTHER)
        expect(page.get_by_label("Note on position 2")).to_have_value("A guess.")
        page.get_by_role("button", name="Remove").first.click()
        expect(page.get_by_label("Note on position 1")).to_have_value("A guess.")
        wrong = tmp_path / "wrong.json"
        wrong.write_text('{"positions": [{"position": 3}]}')
        page.get_by_test_id("study-file").set_input_files(wrong)
        expect(page.get_by_test_id("study-said")).to_contain_text("This is not a study")
        expect(cell(page, 0, 0)).to_be_visible()
        assert not other.problems
        other.context.close()
    assert not visit.problems
    visit.context.close()


def test_a_replay_of_another_program_is_reviewed(browser: Browser, address: str) -> None:
    files = sorted((Path(__file__).parents[1] / "replay").rglob("*.avf"))
    replay = next(file for file in files if is_readable(file))
    visit = Visit(browser, address)
    page = visit.open("/#/review")
    page.get_by_test_id("record-file").set_input_files(replay)
    expect(page.locator("tr[data-move]").first).to_be_attached()
    expect(page.get_by_test_id("review-status")).to_contain_text(sapper.replay.read(replay).record.result)
    assert not visit.problems
    visit.context.close()


def is_readable(file: Path) -> bool:
    try:
        return bool(sapper.replay.read(file).record.result != "playing")
    except sapper.SapperError:
        return False
