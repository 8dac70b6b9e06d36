"""Before it builds anything, `make` says in one sentence what is missing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

PREFLIGHT = Path(__file__).parents[1] / "scripts" / "preflight"
SHELL = shutil.which("sh") or "/bin/sh"
TOOLS = ("cat", "mktemp", "rm")
CALLS_REAL_PYTHON = f'#!{SHELL}\nexec "{sys.executable}" "$@"\n'


def answer_only(*known: str) -> str:
    """The text of a fake Python that succeeds only if the code it runs mentions one of the words."""
    tests = "\n".join(f'case "$2" in *{word}*) exit 0;; esac' for word in known)
    return f"#!{SHELL}\n{tests}\nexit 1\n"


def preflight(folder: Path, programs: dict[str, str], variables: dict[str, str]) -> tuple[int, str]:
    """Run the script with a PATH that holds only the tools it needs and the given programs."""
    for tool in TOOLS:
        (folder / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    for name, text in programs.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    done = subprocess.run(
        [SHELL, str(PREFLIGHT)],
        env={"PATH": str(folder), **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("programs", "phrase"),
    [
        ({}, "needs Python 3.11 or newer: install it"),
        ({"python3": answer_only()}, "'python3' is older"),
        ({"python3": answer_only("version_info")}, "package python3-venv"),
        ({"python3": answer_only("version_info", "ensurepip")}, "package python3-dev"),
        ({"python3": CALLS_REAL_PYTHON}, "needs a C++20 compiler and found none: install g++"),
        ({"python3": CALLS_REAL_PYTHON, "c++": f"#!{SHELL}\nexit 1\n"}, "'c++' does not compile it"),
    ],
    ids=["no Python", "old Python", "no venv", "no headers", "no compiler", "old compiler"],
)
def test_one_sentence_says_what_to_install(tmp_path: Path, programs: dict[str, str], phrase: str) -> None:
    status, said = preflight(tmp_path, programs, {})
    assert status == 1
    assert phrase in said
    assert said.count("\n") == 1 and said.endswith(".\n")


def test_a_machine_that_has_all_passes_in_silence(tmp_path: Path) -> None:
    compiler = shutil.which("c++") or shutil.which("g++")
    assert compiler is not None
    status, said = preflight(
        tmp_path, {"python3": CALLS_REAL_PYTHON}, {"CXX": compiler, "PATH": f"{tmp_path}:/usr/bin:/bin"}
    )
    assert (status, said) == (0, "")
