"""The client of the engine: answers as the library gives them, streams that stop, and errors that explain."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sapper import (
    AGENTS,
    BEGINNER,
    Board,
    InconsistentView,
    Rules,
    View,
    analyse,
    best_move,
    explain,
    make,
    play,
    review,
)
from sapper.engine import AsyncEngine, Engine, EngineError, Thought

SMALL = View.parse("1??/???/??? 2")
CERTAIN = View.parse("11211/?????/????? 4")
OPENING = View.parse("mines 10\n2??????\n" + "\n".join(["???????"] * 6))
"""A position with far too many layouts for perfect play."""
HOUR = 3600.0


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as started:
        yield started


def test_the_engine_says_what_it_is(engine: Engine) -> None:
    assert (engine.about["name"], engine.about["protocol"], engine.about["budget"]) == ("sapper", 2, 10.0)
    assert {"think", "review", "stop", "numbers"} <= set(engine.about["commands"])


def test_it_answers_as_the_library_does(engine: Engine) -> None:
    found, risks = engine.analyse(SMALL), analyse(SMALL)
    assert found["solutions"] == risks.solutions == 15
    shown = np.array([[np.nan if value is None else value for value in row] for row in found["risk"]])
    assert np.array_equal(shown, risks.risk, equal_nan=True)
    assert engine.best(SMALL) == best_move(SMALL)
    assert engine.best(str(SMALL), strength="lowest-risk").reason == best_move(SMALL, "lowest-risk").reason
    assert engine.explain(CERTAIN, (1, 2)) == explain(CERTAIN, (1, 2))
    assert np.array_equal(engine.numbers(SMALL, (0, 1)), risks.expected_numbers((0, 1)))
    assert [agent["name"] for agent in engine.agents()] == list(AGENTS)


def test_counts_of_any_length_arrive(engine: Engine) -> None:
    large = View.from_array(np.full((120, 120), -2), 7000)
    assert engine.analyse(large)["solutions"] == analyse(large).solutions


def test_thoughts_get_better_until_they_are_stopped(engine: Engine) -> None:
    stream = engine.think(OPENING, HOUR)
    first, second = next(stream), next(stream)
    assert 0 < first.layouts < second.layouts
    last = stream.stop()
    assert last.layouts >= second.layouts
    assert not last.done
    assert last.best is not None
    assert last.best.cell in OPENING.covered
    assert engine.best(SMALL).opens == ((0, 2),)


def test_an_exact_thought_is_the_only_one(engine: Engine) -> None:
    [thought] = engine.think(SMALL)
    assert (thought.exact, thought.done, thought.layouts) == (True, True, 0)
    assert thought.best is not None
    assert (thought.best.cell, thought.best.win) == (best_move(SMALL).opens[0], best_move(SMALL).win)


def test_a_stop_after_the_end_returns_the_result(engine: Engine) -> None:
    stream = engine.think(SMALL)
    found = stream.result()
    assert stream.stop() == stream.result() == found


def test_a_review_streams_the_grades_of_the_library(engine: Engine) -> None:
    record = play(make("random"), BEGINNER, seed=1)
    expected = review(record, "fast")
    *moves, summary = engine.review(record, "fast")
    assert [move["grade"] for move in moves] == [move.grade for move in expected.moves]
    assert summary["sentence"] == expected.sentence
    assert summary["grades"] == expected.grades


def test_a_review_can_be_stopped(engine: Engine) -> None:
    record = play(make("lowest-risk"), BEGINNER, seed=1)
    stream = engine.review(record, "fast")
    next(stream)
    assert stream.stop()["kind"] in {"move", "review"}
    assert engine.best(SMALL).opens == ((0, 2),)


def test_one_request_at_a_time(engine: Engine) -> None:
    stream = engine.think(OPENING, HOUR)
    with pytest.raises(EngineError, match="answering another request"):
        engine.best(SMALL)
    stream.stop()


def test_errors_of_the_engine_are_raised_and_it_goes_on(engine: Engine) -> None:
    with pytest.raises(InconsistentView, match=r"^no layout fits") as caught:
        engine.best("03??/???? 3")
    assert (caught.value.cells, caught.value.uses_mine_count) == ([(0, 0), (0, 1)], False)
    with pytest.raises(EngineError, match="is not certain: its risk is"):
        engine.explain(SMALL, (0, 1))
    with pytest.raises(EngineError, match="a strength is"):
        engine.best(SMALL, strength="dance")
    nothing: Any = None
    with pytest.raises(ValueError, match="a position is a View or a position text"):
        engine.best(nothing)
    assert engine.best(SMALL).opens == ((0, 2),)


def test_a_budget_reaches_the_engine(engine: Engine) -> None:
    board = Board.random(Rules(60, 60, 720), seed=3)
    shown = np.random.default_rng(1).random((60, 60)) < 0.4
    view = View.from_array(np.where(shown & ~board.mine_array, board.numbers, -2), 720)
    assert not engine.analyse(view, budget=0.0)["exact"]
    assert engine.analyse(SMALL, budget=None)["exact"]


def test_flags_are_trusted_where_it_is_asked(engine: Engine) -> None:
    flagged = View.parse("F1? 1")
    assert engine.analyse(flagged, trust_flags=True)["safe"] == [[0, 2]]
    assert engine.analyse(flagged)["safe"] == []


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["/no/such/engine"], "cannot be started"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "has ended"),
        ([sys.executable, "-c", "input(); print('hello')"], "not the response of an engine"),
        (
            [
                sys.executable,
                "-c",
                """input(); print('{"id": 1, "error": "this engine speaks protocol 1"}')""",
            ],
            "speaks protocol 1",
        ),
    ],
)
def test_what_is_no_engine_is_refused(command: list[str], message: str) -> None:
    with pytest.raises(EngineError, match=message):
        Engine(command)

    async def start() -> None:
        async with AsyncEngine(command):
            pass

    with pytest.raises(EngineError, match=message):
        asyncio.run(start())


def test_an_engine_that_died_says_so() -> None:
    with Engine() as started:
        started._process.kill()
        started._process.wait()
        with pytest.raises(EngineError, match="the engine has ended"):
            started.best(SMALL)


def test_a_closed_engine_ends_what_it_was_doing() -> None:
    with Engine() as started:
        next(started.think(OPENING, HOUR))
    assert started._process.returncode is not None
    with pytest.raises(EngineError, match="the engine has ended"):
        started.best(SMALL)


def test_the_asynchronous_client_answers_the_same() -> None:
    async def ask() -> tuple[Thought, Thought, object, object]:
        async with AsyncEngine() as engine:
            stream = engine.think(OPENING, HOUR)
            first = await anext(stream)
            with pytest.raises(EngineError, match="answering another request"):
                await engine.best(SMALL)
            last = await stream.stop()
            with pytest.raises(InconsistentView):
                await engine.best("03??/???? 3")
            record = play(make("random"), BEGINNER, seed=1)
            grades = [move.get("grade") async for move in engine.review(record, "fast")][:-1]
            assert grades == [move.grade for move in review(record, "fast").moves]
            assert (await engine.analyse(SMALL))["solutions"] == 15
            assert await engine.explain(CERTAIN, (1, 2)) == explain(CERTAIN, (1, 2))
            assert (await engine.numbers(SMALL, (0, 1))).sum() == pytest.approx(1)
            assert len(await engine.agents()) > 40
            return first, last, await engine.best(SMALL), engine.about["protocol"]

    first, last, best, protocol = asyncio.run(ask())
    assert last.layouts >= first.layouts > 0
    assert (best, protocol) == (best_move(SMALL), 2)


def test_an_asynchronous_engine_must_be_started() -> None:
    with pytest.raises(EngineError, match="use async with"):
        asyncio.run(AsyncEngine().best(SMALL))


def test_a_closed_asynchronous_engine_ends_what_it_was_doing() -> None:
    async def leave() -> int | None:
        async with AsyncEngine() as engine:
            await anext(engine.think(OPENING, HOUR))
        assert engine._process is not None
        return engine._process.returncode

    assert asyncio.run(leave()) is not None
