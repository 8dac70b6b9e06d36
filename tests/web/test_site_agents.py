"""The agents with networks in the static site: loaded when asked for, and the same players as in Python."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

import sapper
from sapper.learn.playing.shipped_agents import ResNetSmall
from scripts.static_site.__main__ import CORE, build
from scripts.static_site.facts import facts
from tests.agents.deep_files import weights_file
from tests.web.browser import Visit
from tests.web.static_host import BELOW, hosting


@pytest.fixture(scope="module")
def address(site_address: str) -> str:
    return site_address


def watch_alone(page: Page, agent: str) -> None:
    """Watch an agent, and no other one, on beginner board 3."""
    page.get_by_role("radio", name="Beginner").check()
    page.get_by_label("Board number").fill("3")
    page.locator("details.agent-choice summary").click()
    for name in ("lowest-risk", "sapper-strong"):
        page.locator(f"input[value={name}]").uncheck()
    page.locator(f"input[value={agent}]").check()
    page.get_by_role("button", name="Watch", exact=True).click()


def test_before_a_network_is_asked_for_nothing_of_it_is_loaded(visit: Callable[..., Visit]) -> None:
    opened = visit()
    asked: list[str] = []
    opened.context.on("request", lambda request: asked.append(request.url))
    page = opened.open("/#/watch")
    expect(page.locator(".player").first.get_by_role("button", name="Review")).to_be_visible()
    assert not [url for url in asked if "/network/" in url]
    if not page.evaluate(NETWORK):
        pytest.skip("npm could not fetch onnxruntime-web: the site has no network")
    watch_alone(page, "resnet-small")
    review = page.locator(".player").first.get_by_role("button", name="Review")
    expect(review).to_be_visible(timeout=120_000)
    assert [url for url in asked if "/network/" in url]
    page.keyboard.press("End")
    expected = sapper.play(sapper.make("resnet-small"), sapper.BEGINNER, seed=3)
    expect(page.locator(".player .tag")).to_have_text(expected.result)
    review.click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    record = sapper.GameRecord.from_dict(json.loads(Path(saved.value.path()).read_text()))
    assert [(move.do, move.cell) for move in record.moves] == [
        (move.do, move.cell) for move in expected.moves
    ]
    assert (record.agent, record.result) == ("resnet-small", expected.result)


def test_an_agent_plays_with_its_weights_once_it_is_asked_for(
    browser: Browser, site_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of random weights stands in for the agent's own. Without a file the agent is not offered."""
    assert facts(CORE / "sapper.wasm", None, None)["weights"] is None
    file = tmp_path / "sapper-deep.weights"
    agent = sapper.make(weights_file(file, seed=4))
    card = {"name": "sapper-deep", "file": file.name, "bytes": file.stat().st_size}
    monkeypatch.setattr("scripts.static_site.__main__.weights_files", lambda: (card, {file.name: file}))
    build(tmp_path / "host" / BELOW)
    with hosting(tmp_path / "host") as address:
        visit = Visit(browser, address)
        asked: list[str] = []
        visit.context.on("request", lambda request: asked.append(request.url))
        page = visit.open("/#/watch")
        expect(page.locator(".player").first.get_by_role("button", name="Review")).to_be_visible()
        assert not [url for url in asked if url.endswith(file.name)]
        watch_alone(page, "sapper-deep")
        review = page.locator(".player").first.get_by_role("button", name="Review")
        expect(review).to_be_visible(timeout=120_000)
        assert [url for url in asked if url.endswith(file.name)]
        review.click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save the record").click()
        record = sapper.GameRecord.from_dict(json.loads(Path(saved.value.path()).read_text()))
        assert not visit.problems, "\n".join(visit.problems)
        visit.context.close()
    expected = sapper.play(agent, sapper.BEGINNER, seed=3)
    assert [(move.do, move.cell) for move in record.moves] == [
        (move.do, move.cell) for move in expected.moves
    ]
    assert (record.agent, record.result) == ("sapper-deep", expected.result)


NETWORK = "async () => (await import('./static/local/site-facts.js')).FACTS.network !== null"


def test_the_network_sees_what_python_sees(visit: Callable[..., Visit]) -> None:
    page = visit().page
    if not page.evaluate(NETWORK):
        pytest.skip("npm could not fetch onnxruntime-web: the site has no network")
    agent = ResNetSmall()
    views = [view for seed in range(4) for view in played_views(seed)]
    texts = [str(view) for view in views]
    found = page.evaluate(JUDGE, texts)
    for view, (logits, cells) in zip(views, found, strict=True):
        expected = agent.judge(view.numbers[None], np.array([view.mines]))[0]
        assert len(logits) == expected.shape[0]
        for channel, row in zip(expected, logits, strict=True):
            assert abs(channel.ravel() - row).max() < 1e-4
        decision = agent.choose(view)
        assert [tuple(pair) for pair in cells] == list(decision.opens)


JUDGE = """
async (texts) => {
  const { judge, choose, loadNetwork } = await import("./static/local/network.js");
  const { parse } = await import("./static/board/position-text.js");
  const { FACTS } = await import("./static/local/site-facts.js");
  const model = await (await fetch(`./static/network/${FACTS.network.file}`)).arrayBuffer();
  const session = await loadNetwork(model);
  const found = [];
  for (const text of texts) {
    const view = parse(text);
    const logits = await judge(session, view);
    const { cells } = choose(view, logits, FACTS.network.style);
    const pairs = cells.map((at) => [Math.floor(at / view.cols), at % view.cols]);
    found.push([logits.map((one) => [...one]), pairs]);
  }
  return found;
}
"""


def played_views(seed: int) -> list[sapper.View]:
    """The positions of a game, of every size in turn."""
    rules = (sapper.BEGINNER, sapper.INTERMEDIATE, sapper.EXPERT, sapper.Rules(7, 13, 15))[seed]
    board = sapper.Board.random(rules, seed=seed)
    game = sapper.Game(board)
    game.open(board.start)
    views: list[sapper.View] = []
    agent = sapper.make("lowest-risk")
    agent.reset(rules, np.random.default_rng(seed))
    while game.state == "playing" and len(views) < 12:
        views.append(game.view)
        for where in agent.choose(game.view).opens:
            if game.state == "playing":
                game.open(where)
    return views
