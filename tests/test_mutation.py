"""The mutants of `make mutate` are changes that run, and the tests of each can be found."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scripts.mutation import table
from scripts.mutation.__main__ import TARGETS, TESTS, sources
from scripts.mutation.line_map import LineMap
from scripts.mutation.mutants import Mutant, all_mutants, mutants_of
from scripts.mutation.trial import Outcome, Trial

ROOT = Path(__file__).parents[1]


def changes(line: str) -> set[str]:
    """Return what the mutants of a function's only line put in its place."""
    source = f"def f():\n    {line}\n".encode()
    return {mutant.change(source)[1] for mutant in mutants_of("f.py", source)}


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("x = a < b", {"x = a <= b"}),
        ("x = a is not b", {"x = a is b"}),
        ("x = a not  in b", {"x = a in b"}),
        ("x = a + b * c", {"x = a - b * c", "x = a + b + c"}),
        ("x = a and b and c", {"x = a or b and c", "x = a and b or c"}),
        ("x = not (a)", {"x = (a)"}),
        ("x = -a", {"x = a"}),
        ("x = 3", {"x = 4", "x = 2"}),
        ("x = 0.5", {"x = 0.75"}),
        ("x = True", {"x = False"}),
        ("x = 'word'", {"x = '?ord'"}),
        ("return a", {"return None"}),
        ("x = a if b else c", {"x = a if not (b) else c"}),
        ("if a: b()", {"if not (a): b()", "if a: pass"}),
        ("raise ValueError(f'{a + 1} is wrong')", {"pass"}),
        ("self.x += a", {"pass"}),
        ("self.x = a", {"pass"}),
    ],
)
def test_changes_of_a_line(line: str, changed: set[str]) -> None:
    assert changes(line) == changed


@pytest.mark.parametrize(
    "line",
    [
        "'A docstring.'",
        "x: Literal['a', 'b']",
        "x = 'a message of words'",
        "x = f'{a + 1}'",
        "__all__ = ['a']",
        "if TYPE_CHECKING: x = 1",
        "import a",
        "return NotImplemented",
        "x = isinstance(a, b | c)",
        "x = cast('b', a)",
        "x = TypeVar('x')",
        "def g(a: 'b') -> 'c': pass",
    ],
)
def test_lines_that_no_test_should_check(line: str) -> None:
    assert changes(line) == set()


def test_every_mutant_of_the_package_is_a_program_of_its_own() -> None:
    files = sources(list(TARGETS))
    found = list(all_mutants(files))
    programs = [(mutant.file, mutant.apply(files[mutant.file])) for mutant in found]
    assert len(set(programs)) == len(found) > 1000
    for _, program in programs[::5]:
        ast.parse(program)


def test_the_tests_of_a_mutant_execute_its_statement() -> None:
    def mutant(in_function: bool) -> Mutant:
        return Mutant("game/a.py", 5, 5, 6, in_function, 0, 1, "")

    seconds = {
        "tests/game/t::slow": 2.0,
        "tests/game/t::quick": 1.0,
        "tests/cli/t": 0.1,
        "tests/game/t::long": 90.0,
    }
    lines = {
        "game/a.py": {
            5: ["tests/game/t::slow", "tests/cli/t"],
            6: ["tests/game/t::quick"],
            7: ["tests/game/t::long"],
        }
    }
    found = LineMap(lines, seconds)
    assert found.tests_of(mutant(True)) == ["tests/game/t::quick", "tests/game/t::slow", "tests/cli/t"]
    assert found.tests_of(mutant(False)) == ["tests/game/t::quick", "tests/game/t::slow"]
    assert LineMap({}, seconds).tests_of(mutant(True)) == []


def test_the_report_counts_time_as_killed_and_lists_survivors() -> None:
    mutant = Mutant("game/a.py", 5, 5, 5, True, 0, 1, "")
    trials = [Trial(mutant, outcome, "a < b", "a <= b") for outcome in Outcome]
    report = table.report(trials, 10, "`game`", "make mutate")
    assert "2 of 4 mutants were killed: 50.0%" in report
    assert "| `game/a.py` | 4 | 2 | 1 | 1 | 1 |" in report
    assert report.count("  + a <= b") == 2


def test_every_known_survivor_is_a_change_of_the_package() -> None:
    files = sources(list(TARGETS))
    changes = [(mutant.file, *mutant.change(files[mutant.file])) for mutant in all_mutants(files)]
    unknown = [reason for reason in table.reasons() if not any(reason.explains(*each) for each in changes)]
    assert not unknown, "\n".join(f"{reason.file}: {reason.before}" for reason in unknown)


def test_the_tests_that_kill_mutants_exist() -> None:
    assert all(list(ROOT.glob(pattern)) for pattern in TESTS)
