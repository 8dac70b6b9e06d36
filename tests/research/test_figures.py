"""The list of figures: what is kept is there, every command of the docs is listed, and a move is noticed."""

from __future__ import annotations

import re

import pytest

from research.figures import FIGURES, README, ROOT, at, measure, moved, readme

PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
LISTED = " ".join(
    each[key] for kind in FIGURES.values() for each in kind for key in ("command", "from") if key in each
)


def test_what_is_kept_is_there() -> None:
    for kind in FIGURES.values():
        for figure in kind:
            for path in [*figure.get("kept", []), *([figure["file"]] if "file" in figure else [])]:
                assert (ROOT / path).exists(), path
            for page in re.findall(r"(?:README\.md|docs/[\w/.-]+)", figure["where"]):
                assert (ROOT / page).exists(), page


def test_every_program_that_a_page_names_is_listed() -> None:
    named = {
        program
        for page in PAGES
        for program in re.findall(r"python ((?:benchmarks|research)/\w+\.py)", page.read_text())
    }
    assert {program for program in named if program not in LISTED} <= {"research/batched.py"}


def test_no_section_is_without_a_command() -> None:
    for page in PAGES:
        assert "no command" not in page.read_text().replace("no command 'dance'", "").lower(), page


def test_the_table_of_the_readme_is_current() -> None:
    assert README.read_text() == readme(), "run: python research/figures.py --readme"


def test_places_in_documents() -> None:
    rows = [{"level": "a", "agent": "x", "rate": 1}, {"level": "b", "agent": "x", "rate": 2}]
    assert at({"rows": rows}, "rows/level=b/agent=x/rate") == 2
    assert at(rows, "level=a/rate") == 1
    with pytest.raises(ValueError, match="too many values"):
        at(rows, "agent=x/rate")


def test_a_move_is_noticed() -> None:
    figure = {"claim": [40.9, 41.1]}
    assert not moved(figure, 41.05, 41.5)
    assert moved(figure, 41.2, 41.5)
    assert moved(figure, 40.1, 40.8)
    assert not moved({"claim": [77.508, 77.508]}, 77.50799, 77.50799)
    assert moved({"claim": [77.508, 77.508]}, 77.51, 77.51)


def test_an_exact_figure_is_measured_again() -> None:
    command = "sapper optimum 3x3/1 --start 0,0 --json"
    figure = {"command": command, "value": "win", "scale": 100, "claim": [100, 100]}
    assert measure(figure) == (100, 100, 100)
