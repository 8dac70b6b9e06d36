"""`sapper practise`: the dialogue through a pipe, its file and its errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper.trainer.exercise import exercise
from sapper.trainer.judgement import judge
from sapper.trainer.progress import Progress
from sapper.trainer.progress_file import read_progress
from tests.cli.command_runner import Terminal


@pytest.fixture(autouse=True)
def data_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def exercises(sapper_cli: Terminal, *arguments: object) -> list[dict[str, object]]:
    outcome = sapper_cli("practise", "--json", *arguments)
    assert (outcome.status, outcome.err) == (0, "")
    found: list[dict[str, object]] = json.loads(outcome.out)["exercises"]
    return found


def test_json_gives_exercises_with_their_solutions(sapper_cli: Terminal, data_home: Path) -> None:
    found = exercises(sapper_cli, "--count", 20, "--seed", 3)
    assert len({each["name"] for each in found}) == 20
    assert {each["kind"] for each in found} == {"deduction", "guess"}
    for each in found:
        solution = judge(exercise(str(each["name"])), [])
        assert each["solution"] == [list(cell) for cell in solution.solution]
    assert found == exercises(sapper_cli, "--count", 20, "--seed", 3)
    assert not data_home.exists()


def test_a_right_and_a_wrong_answer(sapper_cli: Terminal, data_home: Path) -> None:
    first = exercises(sapper_cli, "--kind", "deduction", "--seed", 4)[0]
    solution, mines = first["solution"], first["mine_cells"]
    assert isinstance(solution, list) and isinstance(mines, list)
    row, col = solution[0]
    typed = f"help\n90 90\nnonsense\n{row} {col}\n"
    outcome = sapper_cli("practise", "--kind", "deduction", "--seed", 4, "--count", 1, "--plain", stdin=typed)
    assert (outcome.status, outcome.err) == (0, "")
    assert "lies outside" in outcome.out
    assert "A cell is a row and a column such as 3 4, not 'nonsense'" in outcome.out
    assert "Right: it is certainly free." in outcome.out
    assert "Solved in this session: 1." in outcome.out
    kept = read_progress(data_home / "sapper" / "trainer.json")
    assert kept.ratings["deduction"].value > 1500
    assert list(kept.seen) == [first["name"]]

    other = sapper_cli("practise", "--kind", "deduction", "--seed", 5, "--count", 1, stdin="give up\n")
    assert "Here is the solution." in other.out
    assert "1 missed exercise will come back." in other.out
    after = read_progress(data_home / "sapper" / "trainer.json")
    assert after.answered["deduction"] == 2
    assert len(after.repetitions) == 1


def test_a_guess_is_answered_with_win_rates(sapper_cli: Terminal) -> None:
    first = exercises(sapper_cli, "--kind", "guess", "--seed", 4)[0]
    solution = first["solution"]
    assert isinstance(solution, list)
    row, col = solution[0]
    outcome = sapper_cli("practise", "--kind", "guess", "--seed", 4, "--count", 1, stdin=f"{row},{col}\n")
    assert "No cell is certainly free. Which guess wins most often?" in outcome.out
    assert f"Right: ({row}, {col}) wins" in outcome.out
    assert outcome.out.count(" wins ") >= 3


def test_all_free_cells(sapper_cli: Terminal) -> None:
    first = exercises(sapper_cli, "--pattern", "1-2-1", "--seed", 4)[0]
    solution = first["solution"]
    assert isinstance(solution, list)
    typed = ";".join(f"{row} {col}" for row, col in solution)
    arguments = ("practise", "--pattern", "1-2-1", "--seed", 4, "--count", 1, "--all")
    assert "Right: " in sapper_cli(*arguments, stdin=typed).out


def test_the_end_of_the_input_ends_the_session(sapper_cli: Terminal, data_home: Path) -> None:
    for typed in ("", "quit\n", "patterns\nquit\n"):
        outcome = sapper_cli("practise", "--seed", 1, stdin=typed)
        assert (outcome.status, outcome.err) == (0, "")
        assert "Exercise 1" in outcome.out
    assert "1-2-2-1: The numbers" in outcome.out
    assert not (data_home / "sapper" / "trainer.json").exists()


def test_an_own_file_can_be_used(sapper_cli: Terminal, tmp_path: Path, data_home: Path) -> None:
    file = tmp_path / "mine.json"
    sapper_cli("practise", "--progress", file, "--seed", 1, "--count", 1, stdin="give up\n")
    assert Progress.from_dict(json.loads(file.read_text())).seen
    assert not data_home.exists()


def test_without_a_place_for_the_file_the_trainer_says_so_and_goes_on(
    sapper_cli: Terminal, data_home: Path, tmp_path: Path
) -> None:
    data_home.touch()  # a file where the folder should be
    outcome = sapper_cli("practise", "--seed", 1, "--count", 1, stdin="give up\n")
    assert outcome.status == 0
    assert outcome.err.startswith("sapper: your progress cannot be kept: ")
    assert outcome.err.count("\n") == 1
    assert "Your rating" in outcome.out
    own = sapper_cli("practise", "--progress", data_home / "x.json", "--count", 1)
    assert own.status == 2
    assert own.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--pattern", "1-9"), "there is no pattern '1-9'; the patterns are"),
        (("--pattern", "1-1", "--kind", "guess"), "guesses have no pattern"),
        (("--count", "0"), "--count"),
        (("--kind", "other"), "--kind"),
    ],
)
def test_bad_options_are_refused_in_one_line(
    sapper_cli: Terminal, arguments: tuple[str, ...], complaint: str
) -> None:
    outcome = sapper_cli("practise", *arguments)
    assert outcome.status == 2
    assert complaint in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_damaged_file_is_kept_and_named(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("{")
    outcome = sapper_cli("practise", "--progress", file, "--count", 1, stdin="give up\n")
    assert outcome.status == 2
    assert outcome.err == f"sapper: the progress cannot be read: {file}: it is no JSON\n"
    assert file.read_text() == "{"
