"""One chance to win: page, command line, engine and review state the same one for the same position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import sapper
from sapper.agents.outlook import EFFORTS, value_of
from sapper.cli import engine
from sapper.web.tasks import position_tasks
from tests.cli.command_runner import Terminal

POSITIONS = 150
LIMITS = {"budget": 5.0, "memory": 1 << 29, "trust_flags": False}
RULES = (sapper.Rules(6, 6, 9), sapper.Rules(6, 7, 12), sapper.Rules(5, 9, 13))
QUICK = EFFORTS["fast"]
"""The rollouts of the strength "fast", so that many positions can be compared."""


@pytest.fixture
def sapper_cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def guesses() -> Iterator[tuple[sapper.View, sapper.ReviewedMove]]:
    """Positions where a guess is needed, from games of a weak player, with their reviewed moves."""
    for index in range(10_000):
        rules = RULES[index % len(RULES)]
        record = sapper.play(sapper.make("random" if index % 4 else "lowest-risk"), rules, 21, index)
        if len(record.moves) < 3:
            continue
        game = sapper.Game(record.board)
        for move in sapper.review(record, "fast").moves:
            if move.number and move.best is not None and not move.best.certain:
                yield game.view, move
            game.open(move.cell)


def by_page(text: str, strength: str = "fast") -> dict[str, Any]:
    heard: list[dict[str, Any]] = []
    position_tasks.analyse(
        {"position": text, "strength": strength, "best": True, **LIMITS},
        lambda part: heard.append(json.loads(json.dumps(part))),
    )
    return heard[0]


def test_page_command_engine_and_review_state_one_chance_to_win(sapper_cli: Terminal) -> None:
    replaced = estimates = 0
    for number, (view, move) in zip(range(POSITIONS), guesses(), strict=False):
        text = str(view)
        request = {"id": 1, "command": "best", "position": text, "strength": "fast"}
        line, _ = engine.respond(json.dumps(request))
        best = line["result"]
        assert best is not None, text
        answer = by_page(text)
        assert answer["best"] == best, text
        row = answer["candidates"][0]
        assert [row[name] for name in ("cell", "win", "win_exact", "error")] == [
            best[name] for name in ("cell", "win", "win_exact", "error")
        ]
        value = value_of(view, [tuple(best["cell"])], QUICK)
        if value.exact or not best["win_exact"]:  # the agent's endgame search reaches further than QUICK
            assert best["win"] == pytest.approx(value.win, abs=1e-12)
            assert (best["error"] or 0.0) == value.error
        assert f"{best['win']:.1%}" in best["reason"] or best["win"] in (0.0, 1.0)
        assert move.best is not None
        if move.best.opens[0] == tuple(best["cell"]):
            assert (move.best.win, move.best.win_error, move.best.reason) == (
                best["win"],
                best["error"],
                best["reason"],
            )
        else:  # the move played turned out to be better than the advised one
            replaced += 1
            assert (move.cost, move.best.opens[0]) == (0.0, move.cell)
        assert move.win_before == move.best.win
        estimates += not best["win_exact"]
        if number % 25 == 0:
            outcome = sapper_cli("analyse", "--json", stdin=text)
            assert json.loads(outcome.out)["best"] == by_page(text, "strong")["best"]
    assert estimates > POSITIONS / 5
    assert replaced < POSITIONS / 20


def test_a_thought_keeps_what_is_known_better_and_states_it_once() -> None:
    text = str(next(view for view, move in guesses() if not move.best or not move.best.win_exact))
    stated = by_page(text)["best"]
    heard: list[dict[str, Any]] = []
    position_tasks.think(
        {"position": text, "strength": "fast", "seconds": 20.0, **LIMITS},
        lambda part: heard.append(json.loads(json.dumps(part))),
    )
    for part in heard:
        rows = {tuple(row["cell"]): row for row in part["candidates"]}
        assert rows[tuple(stated["cell"])]["error"] <= stated["error"]
        best = part["candidates"][0]
        assert part["best"]["cell"] == best["cell"]
        assert f"{best['win']:.1%} \N{PLUS-MINUS SIGN} {196 * best['error']:.1f}" in part["best"]["reason"]
    assert heard[-1]["candidates"][0]["error"] < stated["error"]
