"""What a stranger does first with an installed Sapper: `scripts/smoke` runs it in a new environment.

    python smoke.py base|extras|weights

It uses only the standard library and the installed package.
"""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

POSITION = "11211/?????/????? 4"
README = Path(__file__).parent / "README.md"


def sapper(*arguments: str, text: str = "", status: int = 0) -> str:
    """Run the command, and return what it printed: standard output, or the error if one is expected."""
    done = subprocess.run(
        [sys.executable, "-m", "sapper", *arguments], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode != status:
        raise SystemExit(
            f"sapper {' '.join(arguments)}: status {done.returncode}\n{done.stdout}{done.stderr}"
        )
    return done.stderr if status else done.stdout


def base() -> None:
    """Check the package alone: it analyses, plays, and says in one sentence what is not installed."""
    analysis = json.loads(sapper("analyse", "--json", text=POSITION))
    expect(analysis["solutions"] == 10, "analyse counts 10 layouts")
    expect("sapper-strong" in sapper("agents"), "agents are listed")
    sapper("demo", "--games", "500")
    missing = sapper("bench", "resnet", "--games", "2", status=2)
    expect("pip install 'sapper[weights]'" in missing, f"the networks are missed in a sentence: {missing}")


def extras() -> None:
    """Check the examples of the README, and that the page answers."""
    failed, tried = doctest.testfile(str(README), module_relative=False)
    expect(tried > 0 and failed == 0, f"{failed} of {tried} examples of the README fail")
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            said = ""
            assert server.stdout is not None
            while not (found := re.search(r"http://[\w.\[\]:]+", said)):
                line = server.stdout.readline()
                expect(line != "", f"the server ended: {said}")
                said += line
            with urllib.request.urlopen(found[0], timeout=60) as answer:
                expect(answer.status == 200 and b"<html" in answer.read().lower(), "the page answers")
        finally:
            server.terminate()


def weights() -> None:
    """Check that a trained network plays."""
    played = json.loads(sapper("bench", "resnet", "--level", "beginner", "--games", "2", "--json"))
    expect(played["agents"][0]["games"] == 2, "resnet plays two games")


def expect(fact: bool, what: str) -> None:
    """End the program if a fact does not hold."""
    if not fact:
        raise SystemExit(f"not so: {what}")


if __name__ == "__main__":
    part = {"base": base, "extras": extras, "weights": weights}[sys.argv[1]]
    began = time.monotonic()
    part()
    print(f"ok      {part.__name__} ({time.monotonic() - began:.0f} s)")
