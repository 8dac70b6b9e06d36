"""The games that a person played: their list, statistics, grades, export and import."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser import Visit, cell, custom_game, lose


def made_up(number: int) -> dict[str, Any]:
    """A game of a document to import. Every fifth was played with help."""
    won = number % 3 != 0
    return {
        "id": f"game-{number}",
        "at": 1_700_000_000_000 + number * 60_000,
        **{"rows": 9, "cols": 9, "mines": 10, "first_move": "zero", "no_guess": False},
        **{"won": won, "seconds": 20.0 + number, "deeds": 30, "bbbv": 15 + number},
        **{"helped": number % 5 == 4, "experiment": False, "record": None},
        "efficiency": 0.5 + number / 100 if won else None,
        "review": {"strength": "fast", "mistakes": number % 4, "inaccuracies": 1, "cost": 0.1, "luck": 0.02},
    }


def shown(page: Page) -> dict[str, str]:
    """The statistics on the page by their names."""
    stats = page.get_by_test_id("history-stats").locator(".stat")
    return dict(reversed(text.split("\n")) for text in stats.all_inner_texts())  # type: ignore[misc]


def test_played_games_are_listed_graded_and_reviewed_again(visit: Callable[..., Visit]) -> None:
    opened = visit()
    page = opened.page
    lose(page)
    custom_game(page, 4, 4, 12)
    cell(page, 0, 0).click()  # the corner opens all four free cells
    expect(page.get_by_test_id("status")).to_have_text("Won")
    page.get_by_role("button", name="Your games").click()
    rows, level = page.locator("tr[data-game]"), page.locator(".history select")
    expect(level).to_have_value("4\N{MULTIPLICATION SIGN}4/12")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("won")
    assert shown(page)["wins"] == "1 (100%)"
    level.select_option("6\N{MULTIPLICATION SIGN}6/25")
    expect(rows).to_contain_text("lost")
    page.get_by_role("button", name="Grade 2 games").click()
    expect(page.get_by_role("button", name=re.compile("Grade|Stop grading"))).to_have_count(0)
    expect(rows.locator("td").nth(4)).to_have_text(re.compile(r"\d+"))
    page.reload()
    level.select_option("6\N{MULTIPLICATION SIGN}6/25")
    rows.get_by_role("button", name="Review").click()
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile("Lost: "))
    expect(page.get_by_test_id("review-status")).to_contain_text("6\N{MULTIPLICATION SIGN}6/25")


def test_statistics_of_imported_games_and_their_export(visit: Callable[..., Visit], tmp_path: Path) -> None:
    games = [made_up(number) for number in range(40)]
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"format": 1, "games": games}))
    page = visit().open("/#/review")
    page.get_by_test_id("history-file").set_input_files(file)
    expect(page.get_by_test_id("history-said")).to_have_text("40 new games imported.")
    fair = [game for game in games if not game["helped"]]
    won = [game for game in fair if game["won"]]
    speeds = [game["bbbv"] / game["seconds"] for game in won]
    streaks = "".join("w" if game["won"] else "l" for game in fair).split("l")
    assert shown(page) == {
        "games": str(len(fair)),
        "wins": f"{len(won)} ({len(won) / len(fair):.0%})",
        "best seconds": f"{min(game['seconds'] for game in won):.1f}",
        "seconds per win": f"{mean(game['seconds'] for game in won):.1f}",
        "best 3BV per second": f"{max(speeds):.2f}",
        "3BV per second": f"{mean(speeds):.2f}",
        "efficiency": f"{mean(game['efficiency'] for game in won):.0%}",
        "mistakes per game": f"{mean(game['review']['mistakes'] + 1 for game in fair):.1f}",
        "luck per game, points": "+2.0",
        "most wins in a row": str(max(map(len, streaks))),
    }
    expect(page.get_by_test_id("history-stats")).to_contain_text(
        f"Not counted: {len(games) - len(fair)} games"
    )
    expect(page.locator(".history figure svg")).to_have_count(2)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export").click()
    assert json.loads(Path(saved.value.path()).read_text()) == {"format": 1, "games": games}
    page.get_by_test_id("history-file").set_input_files(saved.value.path())
    expect(page.get_by_test_id("history-said")).to_have_text("0 new games imported.")
    for wrong in ("[]", "x", json.dumps({"format": 1, "games": [games[0] | {"seconds": "fast"}]})):
        file.write_text(wrong)
        page.get_by_test_id("history-file").set_input_files(file)
        expect(page.get_by_test_id("history-said")).to_contain_text("This is not a list of games")
    expect(page.locator("tr[data-game]")).to_have_count(40)
