"""Regenerate the figures that the README and the docs claim, and say which moved beyond their interval.

    python research/figures.py                  # `make figures`: a few minutes on one core
    python research/figures.py --only strength  # the figures whose page or command contains the text
    python research/figures.py --readme         # writes the table of research/README.md

`figures.toml` lists the figures. Those that take hours are listed with their command and the results that
were kept. The exit status is 1 if a figure moved or a picture differs.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FIGURES: dict[str, list[dict[str, Any]]] = tomllib.loads((ROOT / "research" / "figures.toml").read_text())
README = ROOT / "research" / "README.md"
HEAD = "| page | command | kept |\n|---|---|---|\n"


def words_of(command: str) -> list[str]:
    """Return the words of a command, started with this interpreter."""
    program, *rest = shlex.split(command)
    return [sys.executable, *(["-m", "sapper"] if program == "sapper" else []), *rest]


@cache
def printed(command: str) -> Any:
    """Run a command once, and return the JSON document that it prints."""
    done = subprocess.run(words_of(command), cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command}: status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def at(document: Any, place: str) -> Any:
    """Return the part of a JSON document at a place such as ``agents/name=pseq/rate``."""
    steps = place.split("/")
    while steps:
        step = steps.pop(0)
        key, choice, value = step.partition("=")
        if not choice:
            document = document[step]
            continue
        document = [each for each in document if str(each[key]) == value]
        if not (steps and "=" in steps[0]):  # several choices in a row narrow the list
            (document,) = document
    return document


def measure(figure: dict[str, Any]) -> tuple[float, float, float]:
    """Measure a figure again: its value and its interval, which is the value itself if it has none."""
    document, scale = printed(figure["command"]), figure.get("scale", 1)
    value = float(Fraction(str(at(document, figure["value"])))) * scale
    if "interval" not in figure:
        return value, value, value
    bounds = at(document, figure["interval"])
    return value, bounds["low"] * scale, bounds["high"] * scale


def moved(figure: dict[str, Any], low: float, high: float) -> bool:
    """Tell whether a measured interval and the claimed one have nothing in common."""
    least, most = map(float, figure["claim"])
    rounding = 0.0005 if least == most else 0  # an exact value is stated with three decimals
    return high < least - rounding or low > most + rounding


def draw(figure: dict[str, Any]) -> bool:
    """Draw a picture again, and tell whether it is the committed one."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / Path(figure["file"]).name
        command = words_of(figure["command"].replace("OUT", str(out)))
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        same: bool = out.read_bytes() == (ROOT / figure["file"]).read_bytes()
        return same


def table() -> str:
    """Return the table of the README: one line for each command and page."""
    lines: dict[tuple[str, str], list[str]] = {}
    for figure in FIGURES["measured"]:
        lines.setdefault((figure["where"], figure["command"]), [])
    for figure in FIGURES["drawn"]:
        lines[figure["where"], figure["from"]] = [figure["file"]]
    for figure in FIGURES["kept"]:
        lines[figure["where"], figure["command"]] = figure.get("kept", [])
    rows = (
        f"| {where} | `{command}` | {', '.join(f'`{each}`' for each in kept)} |"
        for (where, command), kept in lines.items()
    )
    return HEAD + "\n".join(rows) + "\n"


def readme() -> str:
    """Return the README with the present table."""
    before, _, after = README.read_text().partition(HEAD)
    return before + table() + after.partition("\n\n")[1] + after.partition("\n\n")[2]


def main() -> None:
    """Measure and draw again, list what takes hours, and say what moved."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="figures whose page or command contains TEXT"
    )
    parser.add_argument("--readme", action="store_true", help="write the table of research/README.md")
    args = parser.parse_args()
    if args.readme:
        README.write_text(readme())
        return
    chosen = {
        kind: [each for each in figures if args.only in each["where"] + each["command"]]
        for kind, figures in FIGURES.items()
    }
    worse = 0
    for figure in chosen["measured"]:
        value, low, high = measure(figure)
        least, most = figure["claim"]
        gone = moved(figure, low, high)
        worse += gone
        interval = f" [{low:.5g}, {high:.5g}]" if low < high else ""
        said = f"{value:.5g}{interval}, claimed {least} to {most}"
        print(f"{'MOVED ' if gone else 'holds '} {figure['what']}: {said}", flush=True)
    for figure in chosen["drawn"]:
        same = draw(figure)
        worse += not same
        print(
            f"{'same  ' if same else 'DIFFERS'} {figure['file']}, drawn from the results of: {figure['from']}"
        )
    for figure in chosen["kept"]:
        kept = f"; kept in {', '.join(figure['kept'])}" if "kept" in figure else ""
        print(f"listed  {figure['where']}: {figure['command']}{kept}")
    sys.exit(worse > 0)


if __name__ == "__main__":
    main()
