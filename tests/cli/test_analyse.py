"""`sapper analyse`: its output and its errors."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.style import Style

from sapper import View, analyse
from sapper.agents.advice import advise
from sapper.cli.position_picture import picture
from tests.cli.command_runner import Terminal, spawn
from tests.patience import PATIENCE

POSITION = "1??/???/??? 2"
CERTAIN = "01?/12?/??? 2"


@pytest.mark.parametrize(
    "position", [POSITION, CERTAIN, "11211/?????/????? 4", "*?/?? 2", "??/?? 0", "0/1/? 1"]
)
def test_json_is_the_documented_document(sapper_cli: Terminal, position: str) -> None:
    outcome = sapper_cli("analyse", "--json", stdin=position)
    assert (outcome.status, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert list(found) == [
        *("rows", "cols", "mines", "solutions", "exact"),
        *("risk", "safe", "mine_cells", "best"),
    ]
    view = View.parse(position)
    analysis = analyse(view)
    assert (found["rows"], found["cols"], found["mines"]) == (view.rows, view.cols, view.mines)
    assert (found["solutions"], found["exact"]) == (analysis.solutions, True)
    for row in range(view.rows):
        for col in range(view.cols):
            shown = found["risk"][row][col]
            assert (shown is None) == (view.numbers[row, col] != -2)
            assert shown is None or shown == analysis.risk[row, col]
    assert found["safe"] == [list(cell) for cell in analysis.safe]
    assert found["mine_cells"] == [list(cell) for cell in analysis.mines]
    best = found["best"]
    if best is not None:
        assert list(best) == ["row", "col", "risk", "win", "certain", "reason", "win_exact", "error", "cell"]
        assert best["certain"] == bool(analysis.safe)
        assert best["risk"] == found["risk"][best["row"]][best["col"]] < 1
        assert best["win"] is None or 0 < best["win"] <= 1 - best["risk"] + 1e-12


def test_nothing_is_left_to_open(sapper_cli: Terminal) -> None:
    for position in ("1F/11 1", "11/?1 1", "0 0"):
        assert json.loads(sapper_cli("analyse", "--json", stdin=position).out)["best"] is None
        assert "nothing left to open" in sapper_cli("analyse", stdin=position).out


def test_files_and_standard_input_say_the_same(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("mines 2\n1??\n???\n???\n")
    outputs = {
        sapper_cli("analyse", file).out,
        sapper_cli("analyse", stdin=POSITION).out,
        sapper_cli("analyse", "-", stdin=POSITION + "\n").out,
        sapper_cli("analyse", stdin=b"\xef\xbb\xbf" + POSITION.encode()).out,
    }
    assert len(outputs) == 1


def test_the_picture_shows_risks_certain_cells_and_the_best(sapper_cli: Terminal) -> None:
    guess = sapper_cli("analyse", stdin=POSITION).out
    assert "15 layouts" in guess
    assert ">20" in guess
    assert " 33" in guess
    assert "Open (0, 2): 20.0% risk; wins 73.3% with best play (exact)." in guess
    assert "\x1b" not in guess  # no colours without a terminal
    certain = sapper_cli("analyse", stdin="1F1/111/??? 1").out
    assert ">ok ok ok" in certain
    assert " FF" in certain
    proof = "certain: the 1 at (0, 0) and the mine count 1 leave no mine here"
    assert f"Open (2, 0), {proof}; 2 other cells are certain too." in certain


def test_why_a_cell_is_certain(sapper_cli: Terminal) -> None:
    told = sapper_cli("analyse", "--why", "1,3", stdin="11211/?????/????? 4")
    assert told.out.endswith(
        "The cell (1, 3) is certain: the 1 at (0, 1) and the 2 at (0, 2) need a mine here.\n"
    )
    found = json.loads(sapper_cli("analyse", "--json", "--why", "1,3", stdin="11211/?????/????? 4").out)[
        "why"
    ]
    assert (found["row"], found["col"], found["mine"], found["numbers"]) == (1, 3, True, [[0, 1], [0, 2]])
    assert (found["uses_mine_count"], found["method"]) == (False, "two numbers")
    assert found["text"] in told.out
    trusted = sapper_cli("analyse", "--trust-flags", "--why", "0,2", stdin="F1?? 2").out
    proof = "certain: with the flags trusted, the 1 at (0, 1) leaves no mine here."
    assert f"The cell (0, 2) is {proof}" in trusted


def test_a_wide_board_gets_narrow_columns() -> None:
    view = View.parse("1" + "?" * 29 + " 9")
    analysis = analyse(view)
    best = advise(view, analysis)
    wide, close = (picture(view, analysis, best, width) for width in (94, 80))
    assert {len(line) for line in wide.plain.splitlines()} == {94}
    assert {len(line) for line in close.plain.splitlines()} == {64}
    assert close.plain.splitlines()[1].split()[0] == "0"
    assert any(span.style.underline for span in close.spans if isinstance(span.style, Style))


def test_flags_count_only_when_trusted(sapper_cli: Terminal) -> None:
    ignored = json.loads(sapper_cli("analyse", "--json", stdin="F1? 1").out)
    trusted = json.loads(sapper_cli("analyse", "--json", "--trust-flags", stdin="F1? 1").out)
    assert ignored["solutions"] == 2
    assert trusted["solutions"] == 1
    assert trusted["mine_cells"] == [[0, 0]]
    assert trusted["safe"] == [[0, 2]]


def lattice(side: int) -> str:
    rows = [["4" if row % 2 == 0 and col % 2 == 0 else "?" for col in range(side)] for row in range(side)]
    for row in range(0, side, 2):
        for col in range(0, side, 2):
            on_edge = (row in (0, side - 1)) + (col in (0, side - 1))
            rows[row][col] = "210"[2 - on_edge] if on_edge == 2 else "2" if on_edge else "3"
    return "/".join("".join(row) for row in rows)


def test_a_budget_gives_an_estimate_that_says_so(sapper_cli: Terminal) -> None:
    position = f"{lattice(41)} 500"
    outcome = sapper_cli("analyse", "--json", "--budget", "0.05", stdin=position)
    assert outcome.status == 0
    found = json.loads(outcome.out)
    assert (found["exact"], found["solutions"]) == (False, None)
    assert "estimated" in found["best"]["reason"]
    assert "the time or memory ran out" in sapper_cli("analyse", "--budget", "0.05", stdin=position).out


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("1?x/??? 2", "line 1, column 3: .*, here: 1[?]>x<"),
        ("mines 2\n1??\n?#?\n", "line 3, column 2: .*, here: [?]>#<[?]$"),
        ("mines 2\n1??\n??\n", "line 3"),
        ("", "cannot be read"),
        ("1??/???", "mine"),
        ("1??/??? 99", "99"),
        ("1??/??? -1", "cannot be read"),
        (b"\xff\xfe1", "standard input is not text in UTF-8"),
        ("9??/??? 1", "line 1, column 1"),
    ],
)
def test_unreadable_text_is_one_line_that_says_where(
    sapper_cli: Terminal, position: str, message: str
) -> None:
    outcome = sapper_cli("analyse", stdin=position)
    assert (outcome.status, outcome.out) == (2, "")
    assert_one_line(outcome.err, message)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("8??/??? 2", r"impossible: .*the 8 at \(0, 0\)"),
        ("1?1/??? 0", "impossible: .*the mine count 0"),
        ("03??/???? 3", r"impossible: .*the 0 at \(0, 0\) and the 3 at \(0, 1\)"),
    ],
)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_impossible_positions_name_what_contradicts(
    sapper_cli: Terminal, position: str, message: str, options: tuple[str, ...]
) -> None:
    outcome = sapper_cli("analyse", *options, stdin=position)
    assert (outcome.status, outcome.out) == (2, "")
    assert_one_line(outcome.err, message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("analyse", "/no/such/file"), "/no/such/file: No such file"),
        (("analyse", "1??/???/??? 2"), "No such file; to give a position itself, pipe its text"),
        (("analyse", "?" * 300 + " 3"), "No such file; to give a position itself, pipe its text"),
        (("analyse", "/"), "/: Is a directory"),
        (("analyse", "--budget", "-1"), "budget .* a number of seconds"),
        (("analyse", "--budget", "nan"), "budget .* a number of seconds"),
        (("analyse", "--budget", "soon"), "--budget"),
        (("analyse", "--nonsense"), "--nonsense"),
        (("analyse", "--why", "0,1"), r"\(0, 1\) is not certain: its risk is 33\.33%"),
        (("analyse", "--why", "0,0"), "already open"),
        (("analyse", "--why", "3,0"), "outside the 3x3 board"),
        (("analyse", "--why", "there"), "--why takes a row and a column such as 3,3, not 'there'"),
        (("analyze",), "analyze"),
    ],
)
def test_bad_arguments_are_one_line(sapper_cli: Terminal, arguments: tuple[str, ...], message: str) -> None:
    outcome = sapper_cli(*arguments, stdin=POSITION)
    assert (outcome.status, outcome.out) == (2, "")
    assert_one_line(outcome.err, message)


def assert_one_line(err: str, pattern: str) -> None:
    lines = err.splitlines()
    assert len(lines) == 1, err
    assert lines[0].startswith("sapper: ")
    assert re.search(pattern, lines[0]), lines[0]


def test_on_a_terminal_it_is_coloured_and_errors_carry_a_caret() -> None:
    def on_terminal(position: str) -> str:
        master, slave = pty.openpty()
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        subprocess.run(
            [sys.executable, "-m", "sapper", "analyse"],
            input=position.encode(),
            stdout=slave,
            stderr=slave,
            env=environment | {"TERM": "xterm-256color"},
            check=False,
        )
        os.close(slave)
        shown = b""
        try:
            while chunk := os.read(master, 65536):
                shown += chunk
        except OSError:  # the process has closed its end, so everything is read
            pass
        os.close(master)
        return shown.decode().replace("\r\n", "\n")

    assert "\x1b[" in on_terminal(POSITION)
    assert on_terminal("1?x/??? 2").endswith("\n1?x/??? 2\n  ^\n")


def test_a_closed_pipe_is_no_error() -> None:
    process = spawn("analyse", "--json")
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.write("mines 2000\n" + "\n".join(["?" * 200] * 200))
    process.stdin.close()
    assert process.wait(60) in (0, 1)
    assert process.stderr.read() == ""
    process.stderr.close()


THINKING = "mines 10\n1??????\n" + "\n".join(["???????"] * 6)


def test_think_uses_the_strongest_agent(sapper_cli: Terminal) -> None:
    outcome = sapper_cli("analyse", "--json", "--think", "20", stdin=THINKING)
    assert (outcome.status, outcome.err) == (0, "")
    assert "games played out" in json.loads(outcome.out)["best"]["reason"]
    assert json.loads(sapper_cli("analyse", "--json", "--think", "1", stdin=CERTAIN).out)["best"]["certain"]
    for bad in ("0", "-5", "nan", "inf"):
        outcome = sapper_cli("analyse", "--think", bad, stdin=THINKING)
        assert (outcome.status, outcome.out) == (2, "")
        assert "--think takes a number of milliseconds above 0" in outcome.err


def test_think_says_that_it_ignores_estimates(sapper_cli: Terminal) -> None:
    told = "--think has no effect here, because the risks are only estimated\n"
    outcome = sapper_cli("analyse", "--json", "--budget", "0", "--think", "20", stdin=POSITION)
    assert (outcome.status, outcome.err) == (0, told)
    assert "estimated" in json.loads(outcome.out)["best"]["reason"]
    for options in (("--budget", "0"), ("--think", "20")):
        assert sapper_cli("analyse", *options, stdin=POSITION).err == ""
    over = sapper_cli("analyse", "--budget", "0", "--think", "20", stdin="11/?1 1")  # no cell to open
    assert (over.status, over.err) == (0, "")


def test_ctrl_c_during_a_search_prints_the_best_move_so_far(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(THINKING)
    process = spawn("analyse", str(file), "--think", "600000")
    assert process.stderr
    shown = process.stderr.readline()  # the first line of progress, after two seconds
    assert re.match(r"searching, seconds: \d+ of 600; Ctrl-C ends the search early", shown)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "games played out" in out
