"""The attacks find what is planted for them, reduce it, and keep it in a form that can be replayed."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.random import Generator

from sapper.errors import SapperError
from tests.attacks import __main__ as program
from tests.attacks import case_runner
from tests.attacks.attack import Attack, Case
from tests.attacks.catalogue import ATTACKS, SHARES
from tests.attacks.file_attack import FileAttack, complaint
from tests.attacks.mutation import (
    mutated,
    mutated_document,
    mutated_lines,
    packed,
    reduced,
    unpacked,
)


class FindsX(FileAttack):
    """A reader that fails on every text with an X, and refuses one with a Y."""

    name = "planted"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.samples = [("a.txt", b"some bytes"), ("b.txt", b"others with an X and more text behind it")]

    def read(self, name: str, content: bytes) -> None:
        if b"X" in content:
            raise KeyError("planted")
        if b"Y" in content:
            raise SapperError("there is a Y")


class Dies(Attack):
    """Ends its process."""

    name = "dies"
    patience = 1.0

    def draw(self, rng: Generator) -> Case:
        return {"lucky": int(rng.integers(10))}

    def check(self, case: Case) -> str:
        os._exit(7)


class Hangs(Dies):
    """Never answers."""

    name = "hangs"

    def check(self, case: Case) -> str:
        time.sleep(600)
        return ""


def test_a_planted_defect_is_found_reduced_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(ATTACKS, "planted", FindsX)
    monkeypatch.setattr(case_runner, "MEMORY", -1)  # no limit for the process of the tests
    case_runner.main("planted", 1, 0, 1.0, tmp_path)
    said = json.loads(capsys.readouterr().out)
    assert said["cases"] > 10
    assert [kind.partition(" ")[0] for kind in said["findings"]] == ["KeyError"]
    [kept] = (tmp_path / case_runner.FOUND).iterdir()
    document = json.loads(kept.read_text())
    assert document["attack"] == "planted"
    assert unpacked(document["case"]) == b"X"
    assert FindsX(tmp_path).check(document["case"]) == document["problem"]


@pytest.mark.parametrize(
    ("planted", "finding"), [(Dies, "the process ended with status 7"), (Hangs, "no answer within 1 s")]
)
def test_a_case_that_kills_its_process_or_hangs_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: type[Attack], finding: str
) -> None:
    monkeypatch.setitem(ATTACKS, planted.name, planted)
    here = (
        "import sys\n"
        "from pathlib import Path\n"
        "from tests import test_attacks\n"
        "from tests.attacks.case_runner import ATTACKS, main\n"
        f"ATTACKS[{planted.name!r}] = test_attacks.{planted.__name__}\n"
        "main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), Path(sys.argv[5]))\n"
    )
    monkeypatch.setattr(program, "RUNNER", ["-c", here])
    result = program.attack(planted.name, 1, 0.1, tmp_path)
    assert set(result.findings) == {finding}
    assert result.cases == 1
    [kept] = (tmp_path / case_runner.FOUND).iterdir()
    assert json.loads(kept.read_text())["case"] == planted(tmp_path).draw(np.random.default_rng([1, 0]))


def test_the_report_of_the_hostile_clients_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "crowd.py"
    report = {"cases": 5, "findings": {"errors": "errors: 2"}, "facts": {"p95_ms": 3.5, "clients": 50}}
    script.write_text(f"import json, sys\nprint(sys.argv[1:])\nprint(json.dumps({report!r}))\n")
    monkeypatch.setattr(program, "CROWD_PROGRAM", str(script))
    result = program.crowd(7, 2.0)
    assert (result.cases, result.findings, result.facts) == (5, {"errors": "errors: 2"}, {"p95_ms": 3.5})
    script.write_text("raise SystemExit('no server')\n")
    assert program.crowd(7, 2.0).findings == {"failed": "failed: no server"}


def test_an_unknown_name_is_refused_with_those_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["attacks", "kill"])
    with pytest.raises(SystemExit):
        program.main()
    assert "no attack is called 'kill'; there are boards" in capsys.readouterr().err


def test_the_table_names_every_attack() -> None:
    results = [
        program.Result(name, 3, 1.5, 1000, {"kind": "kind: more"}, {"p95_ms": 2.5}) for name in ATTACKS
    ]
    lines = list(program.rows(results))
    assert [line.split("  ")[0] for line in lines] == ["attack", *ATTACKS, "all"]
    assert lines[1].endswith("p95_ms 2.5")
    assert lines[-1].split() == [
        "all",
        str(round(1.5 * len(ATTACKS))),
        f"{1000 * len(ATTACKS):,}",
        str(len(ATTACKS)),
    ]


def test_every_attack_has_a_share_and_a_promise() -> None:
    assert len(ATTACKS) == len(SHARES)
    for attack, share in SHARES.items():
        assert share > 0
        assert attack.promise.endswith(".")


@pytest.mark.parametrize("change", [mutated, mutated_lines])
def test_the_same_numbers_make_the_same_change(change: object) -> None:
    assert callable(change)
    content = b'{"rows": 3, "mines": [[1, 2], [3, 4]]}\n{"rows": 4}\n'
    one, other = ([change(content, np.random.default_rng(seed)) for seed in range(300)] for _ in range(2))
    assert one == other
    assert len(set(one)) > 150
    assert content not in one or one.count(content) < 30


def test_documents_are_changed_and_not_their_originals() -> None:
    document = {"a": [1, 2, {"b": None}], "c": "text", "d": True}
    before = json.dumps(document)
    found = {json.dumps(mutated_document(document, np.random.default_rng(seed))) for seed in range(300)}
    assert len(found) > 150
    assert json.dumps(document) == before


def test_lists_of_lines_are_reduced(tmp_path: Path) -> None:
    class Sums(Attack):
        def check(self, case: Case) -> str:
            return "sum: too large" if sum(case["lines"]) > 10 else ""

    assert reduced(Sums(tmp_path), {"lines": [1, 2, 3, 9, 1, 2]}, "sum")["lines"] == [9, 2]


def test_what_counts_as_a_complaint() -> None:
    def fail(error: Exception) -> None:
        raise error

    assert complaint(lambda: None) == ""
    assert complaint(lambda: fail(ValueError("a sentence"))) == ""
    assert complaint(lambda: fail(ValueError(""))).startswith("no sentence")
    assert complaint(lambda: fail(SapperError("x" * 9999))).startswith("no sentence")
    assert complaint(lambda: fail(TypeError("x"))).startswith("TypeError at test_attacks.py")
    assert complaint(lambda: fail(UnicodeDecodeError("utf-8", b"x", 0, 1, "x"))).startswith(
        "UnicodeDecodeError"
    )
    assert packed(b"x") == "eA=="
