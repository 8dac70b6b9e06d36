"""`sapper optimum`: its output and its errors."""

from __future__ import annotations

import json
import signal

import pytest

from tests.cli.command_runner import Terminal, spawn

UNSAFE = ("optimum", "4x4/4", "--first-move", "unsafe")


def test_json_is_the_documented_document(sapper_cli: Terminal) -> None:
    outcome = sapper_cli(*UNSAFE, "--json")
    assert (outcome.status, outcome.err) == (0, "")
    assert json.loads(outcome.out) == {"win": "961/1820", "start": [0, 1]}


def test_agents_are_compared_with_perfect_play(sapper_cli: Terminal) -> None:
    found = json.loads(sapper_cli(*UNSAFE, "--agents", "lowest-risk,pseq", "--json").out)
    assert found["agents"] == [
        {"name": "lowest-risk", "win": "316175179661/660441600000"},
        {"name": "pseq", "win": "1631/3120"},
    ]
    out = sapper_cli(*UNSAFE, "--agents", "lowest-risk, pseq").out
    assert "perfect play wins 52.8022% = 961/1820 from a best first cell, (0, 1)" in out
    assert out.splitlines()[-1].split() == ["pseq", "52.2756%", "0.5266%", "1631/3120"]


def test_the_start_may_be_fixed(sapper_cli: Terminal) -> None:
    found = json.loads(sapper_cli("optimum", "3x3/2", "--start", "1,1", "--json").out)
    assert found["start"] == [1, 1]
    assert "wins 100.0000% = 1 from (0, 0)" in sapper_cli("optimum", "3x3/0", "--start", "0,0").out


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("4x4",), 2, "rules are ROWSxCOLS/MINES"),
        (("4x4/4", "--start", "9,9"), 2, "outside"),
        (("4x4/4", "--start", "x"), 2, "--start takes a row and a column"),
        (("4x4/4", "--agents", "nobody"), 2, "no agent is called 'nobody'"),
        (("4x4/4", "--agents", "random"), 2, "draws at random"),
        (("3x3/7", "--first-move", "zero"), 2, "no start leaves room"),
        (("9x9/10",), 1, "64 cells"),
        (("5x5/5", "--budget", "0"), 1, "takes more than 0 s"),
        (("6x6/9", "--memory", "64"), 1, "does not fit into 64 MiB"),
    ],
)
def test_failures_are_one_line(
    sapper_cli: Terminal, arguments: tuple[str, ...], status: int, message: str
) -> None:
    outcome = sapper_cli("optimum", *arguments, "--json")
    assert (outcome.status, outcome.out) == (status, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_long_search_shows_progress_and_ends_by_ctrl_c() -> None:
    with spawn("optimum", "6x6/8") as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("perfect play: ")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130


def test_an_agent_that_cannot_be_averaged_over_is_named(sapper_cli: Terminal) -> None:
    outcome = sapper_cli("optimum", "3x3/2", "--agents", "random")
    assert outcome.status == 2
    assert "random draws at random outside the core" in " ".join(outcome.err.split())


def test_any_memory_limit_is_accepted(sapper_cli: Terminal) -> None:
    assert sapper_cli("optimum", "3x3/2", "--memory", "9" * 20).status == 0
