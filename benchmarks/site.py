"""Measure the core in WebAssembly against the native one, and the static site in Chromium.

The same requests go to the native core (here) and to the core in WebAssembly (in node), in turns,
on one processor core and without threads. The processor time is taken, and the first turn not counted.

In Chromium, the site is opened from a file server by new browsers, which have nothing of it, and by each a
second time: the time from the first request of the page to the first analysis of the view Analyse.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.positions import LEVELS, guess_positions, lattice
from sapper import EXPERT, _core, make, play

Batch = list[dict[str, Any]]
SHOWN = """
() => {
  const headline = document.querySelector("[data-testid=headline]");
  return headline?.textContent.includes("layouts fit") && performance.now();
}
"""
TURNS = 9
OPENINGS = 7


def batches() -> dict[str, Batch]:
    """Return the requests of every kind of work."""
    views = {name: guess_positions(rules, 40, 18) for name, rules in LEVELS.items()}
    found = {
        f"analyse, {name}": [{"name": "analyse", "request": {"position": str(view)}} for view in group] * 25
        for name, group in views.items()
    }
    hard = [lattice(16, 16, 0.3, seed) for seed in range(2)]
    found["analyse, 16x16 lattices"] = [
        {"name": "analyse", "request": {"position": str(view), "budget": None}} for view in hard
    ]
    found["playouts, expert"] = [
        {
            "name": "play_out",
            "request": {"position": str(view), "cells": _covered(view), "first": 0, "count": 64},
        }
        for view in views["expert"][:8]
    ]
    rules = EXPERT.to_dict()
    found["no-guess boards, expert"] = [
        {"name": "generate", "request": {"rules": rules, "seed": 7, "count": 40, "no_guess": True}}
    ]
    record = play(make("lowest-risk"), EXPERT, seed=3).to_dict()
    found["a review, expert"] = [{"name": "review", "request": {"record": record, "strength": "fast"}}]
    return found


def _covered(view: Any) -> list[list[int]]:
    """Two covered cells of a view, to play out."""
    return [list(cell) for cell in view.covered[:2]]


def native(batch: Batch) -> float:
    """Answer a batch and return the milliseconds of processor time."""
    session = _core.Session()
    began = time.process_time()
    for each in batch:
        session.ask(each["name"], each["request"])
    return 1000 * (time.process_time() - began)


def compare(turns: int) -> dict[str, float]:
    """Print and return how fast WebAssembly is for every kind of work, as a share of the native speed."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # node inherits it
    script = Path(__file__).with_name("time_requests.mjs")
    command = ["node", "--no-warnings", str(script)]
    print("work                          native ms  wasm ms  speed (quartiles)")
    shares = {}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        assert node.stdin is not None and node.stdout is not None
        for name, batch in batches().items():
            times = []
            for _ in range(turns + 1):
                mine = native(batch)
                node.stdin.write(json.dumps(batch) + "\n")
                node.stdin.flush()
                times.append((mine, float(node.stdout.readline())))
            ratios = [mine / other for mine, other in times[1:]]
            low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
            shares[name] = middle
            mine, other = (statistics.median(column) for column in zip(*times[1:], strict=True))
            print(f"{name:<28} {mine:10.1f} {other:8.1f}  {middle:.2f} ({low:.2f} to {high:.2f})")
        node.stdin.close()
    shares["mean"] = statistics.geometric_mean(shares.values())
    print(f"geometric mean: {shares['mean']:.2f} of the native speed")
    return shares


def open_site(count: int) -> dict[str, Any]:
    """Print the sizes of the site, and the time until the first analysis. Return both."""
    from scripts.static_site.__main__ import build, sizes
    from tests.web.browser import browsing
    from tests.web.static_host import BELOW, hosting

    times: dict[str, list[float]] = {"first visit": [], "later visit": []}
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / BELOW
        build(site)
        found = sizes(site)
        print("compressed: " + ", ".join(f"{part} {size:,} bytes" for part, size in found.items()))
        for _ in range(count):
            # A new browser has an empty cache and nothing compiled. Later the service worker answers.
            with hosting(Path(folder)) as address, browsing() as browser, browser.new_context() as context:
                for visit in times.values():
                    page = context.new_page()
                    page.goto(f"{address}/#/analyse", wait_until="commit")
                    visit.append(page.wait_for_function(SHOWN, polling=5).json_value())
                    page.locator("html[data-offline=ready]").wait_for()
                    page.close()
    for name, each in times.items():
        print(
            f"first analysis, {name}: {statistics.median(each):.0f} ms ({min(each):.0f} to {max(each):.0f})"
        )
    return {"bytes": found, "first_analysis": {name: statistics.median(each) for name, each in times.items()}}


def main() -> None:
    """Measure what the options ask for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=TURNS, help="turns of the comparison; 0 leaves it out")
    parser.add_argument(
        "--openings", type=int, default=OPENINGS, help="openings of the site; 0 leaves them out"
    )
    parser.add_argument("--json", action="store_true", help="print one object at the end, and nothing else")
    options = parser.parse_args()
    with redirect_stdout(sys.stderr if options.json else sys.stdout):
        found = open_site(options.openings) if options.openings else {}
        found |= {"speed": compare(options.turns)} if options.turns else {}
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
