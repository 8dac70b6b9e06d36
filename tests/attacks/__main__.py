"""Run the attacks for some minutes and print a table: `python -m tests.attacks --minutes 10 --seed 1 kills`.

Two attacks run at a time. The hostile clients of the page run alone, because times are measured there. Exit
status 1 if anything was found.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tests.attacks.case_runner import CURRENT, FOUND, keep
from tests.attacks.catalogue import ATTACKS, SHARES

AT_ONCE = 2
FOLDER = Path("build/prove")
CROWD = "hostile clients"
CROWD_PROGRAM = "benchmarks/hostile.py"
CROWD_SHARE = 0.2
"""The share of the time that hostile clients get. They have 50 honest clients beside them."""
RUNNER = ["-m", "tests.attacks.case_runner"]


@dataclass
class Result:
    """What one attack did."""

    name: str
    seed: int
    seconds: float = 0.0
    cases: int = 0
    findings: dict[str, str] = field(default_factory=dict)
    facts: dict[str, float] = field(default_factory=dict)


def attack(name: str, seed: int, seconds: float, folder: Path) -> Result:
    """Run one attack in processes of its own. One that dies or hangs is a finding, and another goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    result, began = Result(name, seed), time.monotonic()
    while not result.cases or (left := seconds - (time.monotonic() - began)) > 1:
        left = max(1.0, seconds - (time.monotonic() - began))
        (folder / CURRENT).unlink(missing_ok=True)
        arguments = [name, str(seed), str(result.cases), str(left), str(folder)]
        process = subprocess.Popen(
            [sys.executable, *RUNNER, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        out, err, how = _watched(process, folder, ATTACKS[name].patience)
        if process.returncode == 0:
            said = json.loads(out.splitlines()[-1])
            result.cases += said["cases"]
            result.findings |= said["findings"]
            result.facts |= said["facts"]
            continue
        how = how or f"the process ended with status {process.returncode}"
        problem = f"{how}: {err.strip()[-600:]}"
        try:
            case = json.loads((folder / CURRENT).read_text())
        except (OSError, ValueError):
            result.findings[how] = problem
            break  # it failed before its first case
        result.cases = max(case["number"], result.cases + 1)
        result.findings[how] = problem
        keep(folder, ATTACKS[name], case["case"], problem)
    result.seconds = time.monotonic() - began
    return result


def crowd(seed: int, seconds: float) -> Result:
    """Attack a real server with hostile clients, beside honest ones. The cases are requests of the honest."""
    began = time.monotonic()
    command = [sys.executable, CROWD_PROGRAM, "--seconds", str(round(seconds)), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    result = Result(CROWD, seed, time.monotonic() - began)
    if done.returncode != 0:
        result.findings["failed"] = f"failed: {done.stderr.strip()[-600:]}"
        return result
    *lines, last = done.stdout.splitlines()
    print("\n".join(lines), flush=True)
    said = json.loads(last)
    result.cases, result.findings = said["cases"], said["findings"]
    result.facts = {name: fact for name, fact in said["facts"].items() if name.startswith("p95")}
    return result


def _watched(process: subprocess.Popen[str], folder: Path, patience: float) -> tuple[str, str, str]:
    """Wait for a process, and kill it if it checks one case for too long."""
    while True:
        try:
            out, err = process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            try:
                since = time.time() - (folder / CURRENT).stat().st_mtime
            except OSError:
                continue
            if since > patience:
                os.killpg(process.pid, 9)
                out, err = process.communicate()
                return out, err, f"no answer within {patience:.0f} s"
        else:
            return out, err, ""


def rows(results: list[Result]) -> Iterator[str]:
    """The table of the results."""
    yield f"{'attack':16}{'seed':>12}{'seconds':>9}{'cases':>10}{'findings':>10}"
    for each in results:
        facts = "".join(f"  {name} {value:g}" for name, value in each.facts.items())
        counts = f"{each.seconds:>9.0f}{each.cases:>10,}{len(each.findings):>10}"
        yield f"{each.name:16}{each.seed:>12}{counts}{facts}"
    cases, findings = sum(each.cases for each in results), sum(len(each.findings) for each in results)
    yield f"{'all':16}{'':12}{sum(each.seconds for each in results):>9.0f}{cases:>10,}{findings:>10}"


def main() -> int:
    """Run all attacks, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"{', '.join(ATTACKS)}, {CROWD}; all by default"
    )
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help="leave this one out")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the minutes to use")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    minutes = options.minutes * options.share
    every = [*ATTACKS, CROWD]
    unknown = {*options.names, *options.without} - {*every}
    if unknown:
        parser.error(f"no attack is called {min(unknown)!r}; there are {', '.join(every)}")
    chosen = [name for name in options.names or every if name not in options.without]
    names = [name for name in chosen if name != CROWD]
    for_crowd = minutes * (CROWD_SHARE if names else 1.0) if CROWD in chosen else 0.0
    whole = sum(SHARES[ATTACKS[name]] for name in names)
    print(f"{len(chosen)} attacks, {minutes:g} minutes, seed {options.seed}", flush=True)

    def run(name: str) -> Result:
        seconds = AT_ONCE * 60 * (minutes - for_crowd) * SHARES[ATTACKS[name]] / whole
        result = attack(name, options.seed, seconds, FOLDER / name.replace(" ", "-"))
        for problem in result.findings.values():
            print(f"{name}: {problem}", flush=True)
        print(f"{name} done", flush=True)
        return result

    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(run, names))
    if for_crowd:
        results.append(crowd(options.seed, 60 * for_crowd))
        for problem in results[-1].findings.values():
            print(f"{CROWD}: {problem}", flush=True)
    print("\n".join(rows(results)))
    found = any(each.findings for each in results)
    if found:
        print(
            f"Files that repeat them are in {FOLDER}/*/{FOUND}; put one into tests/found once it is mended."
        )
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
