"""`sapper engine`: the example session of the docs, and malformed requests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper.cli.engine import respond
from sapper.web.tasks import review_tasks
from tests.cli.command_runner import Terminal, spawn
from tests.patience import PATIENCE

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_session_in_the_docs_is_correct(sapper_cli: Terminal) -> None:
    text = PAGE.read_text()
    asked = re.findall(r"^> (.*)$", text, re.MULTILINE)
    answered = re.findall(r"^< (.*)$", text, re.MULTILINE)
    assert len(asked) == len(answered) >= 6
    outcome = sapper_cli("engine", stdin="\n".join(asked) + "\n")
    assert (outcome.status, outcome.err) == (0, "")
    for line, expected in zip(outcome.out.splitlines(), answered, strict=True):
        told = json.loads(expected.replace("VERSION", sapper.__version__))
        assert json.loads(line) == told


def test_analyse_is_the_document_of_the_command(sapper_cli: Terminal) -> None:
    request = json.dumps({"id": 1, "command": "analyse", "position": "1??/???/??? 2"})
    answer = json.loads(sapper_cli("engine", stdin=request).out)
    assert answer["result"] == json.loads(sapper_cli("analyse", "--json", stdin="1??/???/??? 2").out)


def ask(**request: Any) -> dict[str, Any]:
    return respond(json.dumps(request))[0]


def test_numbers_and_text_give_the_same_result() -> None:
    numbers = [[1, -2, -2], [-2, -2, -2], [-2, -2, -2]]
    by_numbers = ask(id="a", command="analyse", numbers=numbers, mines=2)
    assert by_numbers["result"] == ask(id="a", command="analyse", position="1??/???/??? 2")["result"]


def test_flags_may_be_trusted_in_every_command() -> None:
    request = {"position": "F1?? 2", "trust_flags": True}
    best = ask(command="best", **request)["result"]
    assert best == ask(command="analyse", **request)["result"]["best"]
    why = ask(command="explain", cell=[0, 2], **request)["result"]
    assert (best["col"], best["reason"]) == (why["col"], why["text"])
    assert ask(command="best", strength="random", **request)["result"]["reason"] == "any covered cell"


def test_ids_of_any_kind_come_back() -> None:
    for identity in (0, "x", None, [1, {"a": 2}], 1.5, True):
        assert ask(id=identity, command="version")["id"] == identity
    assert ask(command="version")["id"] is None


BAD: list[tuple[str | bytes, str]] = [
    ("{", "not JSON"),
    ("[]", "a request is one JSON object"),
    ("3", "a request is one JSON object"),
    ("{}", "no command None"),
    ('{"command": "dance"}', "no command 'dance'; the commands are analyse, best"),
    ('{"command": ["best"]}', "no command"),
    ('{"command": "best"}', 'give a "position"'),
    ('{"command": "best", "position": 3}', "position must be a text"),
    ('{"command": "best", "position": "1x 1"}', "line 1, column 2"),
    ('{"command": "best", "position": "1?? 1", "mood": 1}', "no option 'mood'"),
    ('{"command": "best", "position": "1?? 1", "budget": "soon"}', "budget must be"),
    ('{"command": "best", "position": "1?? 1", "budget": NaN}', "budget"),
    ('{"command": "best", "position": "1?? 1", "budget": -1}', "budget"),
    ('{"command": "best", "position": "1?? 1", "budget": true}', "budget must be"),
    ('{"command": "best", "position": "1?? 1", "trust_flags": "yes"}', "trust_flags must be"),
    ('{"command": "best", "position": "1?? 1", "strength": ["max"]}', "a strength is fast, strong, max or"),
    ('{"command": "explain", "position": "1?? 1"}', 'give a "cell" as [row, col]'),
    ('{"command": "explain", "position": "1?? 1", "cell": [true, 1]}', 'give a "cell" as [row, col]'),
    ('{"command": "explain", "position": "1?? 1", "cell": [0, 9]}', "outside the 1x3 board"),
    ('{"command": "explain", "position": "1?? 1", "cell": [0, 1e3]}', 'give a "cell" as [row, col]'),
    ('{"command": "explain", "position": "?1? 1", "cell": [0, 2]}', "its risk is 50.00%"),
    ('{"command": "explain", "position": "?1? 1", "cell": [0, 1]}', "already open"),
    ('{"command": "best", "numbers": [[1, 2], [3]], "mines": 1}', "numbers must be"),
    ('{"command": "best", "numbers": "abc", "mines": 1}', "numbers must be"),
    ('{"command": "best", "numbers": [[-2]], "mines": 1e9}', "mines must be"),
    ('{"command": "best", "numbers": [[-2]], "mines": null}', "mines must be"),
    ('{"command": "best", "numbers": [[-9]], "mines": 0}', "numbers are"),
    ('{"id": NaN, "command": "version"}', "the id contains a number that JSON cannot represent"),
    ('{"id": [1e999], "command": "version"}', "the id contains a number that JSON cannot represent"),
    ('{"command": "best", "position": "1?? 1", "mines": 1}', "not both"),
    (b'\xff\xfe{"command": "version"}', "not text in UTF-8"),
    (b"\x00\x01", "not JSON"),
    ('{"command": "version", "protocol": 3}', "this engine speaks protocol 2 and earlier ones, not 3"),
    ('{"command": "version", "protocol": true}', "speaks protocol 2"),
    ('{"command": "numbers", "position": "1?? 1"}', 'give a "cell" as [row, col]'),
    ('{"command": "numbers", "position": "?1? 1", "cell": [0, 1]}', "already open"),
    ('{"command": "numbers", "position": "1? 1", "cell": [0, 1]}', "certainly a mine"),
    ('{"command": "think", "position": "1?? 1", "seconds": -1}', "seconds must be a number"),
    ('{"command": "think", "position": "1?? 1", "seconds": 1e999}', "seconds must be a number"),
    ('{"command": "think", "position": "1?? 1", "seconds": true}', "seconds must be a number"),
    ('{"command": "think", "position": "1?? 1", "speed": 1}', "no option 'speed'"),
    ('{"command": "best", "position": "1?? 1", "seconds": 1}', "only sapper-max can be given time to think"),
    ('{"command": "review"}', "record must be an object"),
    ('{"command": "review", "record": {}, "mood": 1}', "no option 'mood'"),
    ("[" * 100_000, "too large"),
    ('{"command": "best", "numbers": [[-2]], "mines": ' + "9" * 5000 + "}", "limit"),
]


@pytest.mark.parametrize(("line", "message"), BAD, ids=[str(line)[:50] for line, _ in BAD])
def test_bad_requests_are_errors_and_the_engine_continues(line: str | bytes, message: str) -> None:
    answer, goes_on = respond(line)
    assert goes_on
    assert "result" not in answer
    assert message in answer["error"]
    json.dumps(answer, allow_nan=False)


def test_impossible_positions_name_their_cells() -> None:
    answer = ask(id=7, command="best", position="8??/??? 2")
    assert (answer["id"], answer["cells"], answer["uses_mine_count"]) == (7, [[0, 0]], False)
    assert "impossible" in answer["error"]


def test_each_response_comes_at_once_and_quit_ends_the_engine() -> None:
    process = spawn("engine")
    assert process.stdin and process.stdout and process.stderr
    for identity in range(3):
        process.stdin.write(json.dumps({"id": identity, "command": "best", "position": "1?? 1"}) + "\n\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == identity
    process.stdin.write('{"id": 9, "command": "quit"}\n{"id": 10, "command": "version"}\n')
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert [json.loads(line)["id"] for line in out.splitlines()] == [9]


def test_an_agent_that_opens_nothing_is_an_error() -> None:
    answer = ask(command="best", position="1?2?? 2", strength="single-point")
    assert answer["error"] == "single-point opens no cell here: it flags (0, 1) first"
    assert ask(command="best", position="1??/???/??? 2", strength="aua-first")["result"] is None


def test_an_agent_that_fails_does_not_end_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by its own fault")

    monkeypatch.setattr("sapper.cli.engine.advise", fail)
    assert ask(command="best", position="1?? 1")["error"] == "failed: ZeroDivisionError: by its own fault"


def test_a_command_lists_its_own_options() -> None:
    assert "strength" in ask(command="best", position="1?? 1", stren="max")["error"]
    assert "cell" in ask(command="explain", position="1?? 1", cell=[0, 1], at=1)["error"]


def test_best_says_whether_its_win_probability_is_exact() -> None:
    assert ask(command="best", position="1??/???/??? 2")["result"]["win_exact"] is True
    estimated = ask(command="best", position="/".join(["1" + "?" * 29] + ["?" * 30] * 15) + " 99")["result"]
    assert estimated["win"] is not None
    assert estimated["win_exact"] is False


LONG_THOUGHT = {
    "command": "think",
    "position": "mines 10\n2??????\n" + "\n".join(["???????"] * 6),
    "seconds": 3600,
}


def answers(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    """Send all requests at once to an engine in a process of its own, and read its responses."""
    process = spawn("engine")
    out, err = process.communicate("".join(json.dumps(each) + "\n" for each in requests), timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def test_a_stop_ends_the_request_that_it_names() -> None:
    stop = {"id": 9, "command": "stop", "target": 2}
    found = answers(
        {"id": 1, "command": "version"}, {"id": 2, **LONG_THOUGHT}, stop, {"id": 3, "command": "version"}
    )
    last = [each for each in found if not each.get("more")]
    assert [each["id"] for each in last] == [1, 2, 9, 3]
    assert last[1]["stopped"] is True
    assert last[1]["result"]["done"] is False
    assert last[1]["result"]["candidates"]
    assert "stopped" not in last[0] | last[2] | last[3]


def test_a_stop_without_a_target_ends_every_earlier_request() -> None:
    found = answers({"id": 1, **LONG_THOUGHT}, {"id": 2, **LONG_THOUGHT}, {"command": "stop"})
    assert [each["id"] for each in found if not each.get("more")] == [1, 2, None]


def test_a_stop_of_another_request_stops_nothing() -> None:
    thought = {"id": 1, **LONG_THOUGHT, "seconds": 0}
    early = {"id": 5, "command": "stop", "target": 1}
    found = answers(early, {"id": 4, "command": "stop", "target": 77}, thought)
    assert "stopped" not in found[-1]
    assert found[-1]["result"]["done"] is True


def test_a_long_search_for_the_best_move_can_be_stopped() -> None:
    search = {"id": 1, **LONG_THOUGHT, "command": "best", "strength": "max"}
    found, _ = answers(search, {"id": 2, "command": "stop"})
    assert found["stopped"] is True
    assert found["result"]["cell"]


def test_thoughts_and_grades_are_those_of_the_page() -> None:
    record = sapper.play(sapper.make("random"), sapper.BEGINNER, seed=1)
    request = {"record": record.to_dict(), "strength": "fast"}
    streamed: list[dict[str, Any]] = []
    review_tasks.review(dict(request), streamed.append)
    found = answers({"id": 1, "command": "review", **request})
    assert [each["result"] for each in found] == streamed
    assert [each.get("more", False) for each in found] == [True] * (len(found) - 1) + [False]


def test_the_default_budget_is_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[float | None] = []

    def watch(view: sapper.View, budget: float | None, trust_flags: bool) -> sapper.Analysis:
        budgets.append(budget)
        return sapper.analyse(view)

    monkeypatch.setattr("sapper.cli.engine.solve", watch)
    for request in ({}, {"budget": None}, {"budget": 0.5}):
        ask(command="analyse", position="1?? 1", **request)
    assert budgets == [10.0, None, 0.5]
