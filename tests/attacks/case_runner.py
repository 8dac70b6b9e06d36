"""The process in which one attack runs: it draws and checks cases until its time is over.

It writes the case that it checks to a file, so that the parent knows it when this process dies or hangs.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from tests.attacks.attack import Attack, Case
from tests.attacks.catalogue import ATTACKS
from tests.attacks.mutation import reduced

CURRENT, FOUND = "current.json", "found"
MEMORY = 12 << 30
"""The address space of the process, in bytes."""


def main(name: str, seed: int, first: int, seconds: float, folder: Path) -> None:
    """Run an attack, and print its counts as a JSON line."""
    _limit_memory()
    began = time.monotonic()
    current = folder / CURRENT
    findings: dict[str, str] = {}
    number = first
    with tempfile.TemporaryDirectory(prefix="sapper-attack-") as scratch:
        attack = ATTACKS[name](Path(scratch))
        try:
            while number == first or time.monotonic() - began < seconds:
                case = attack.draw(np.random.default_rng([seed, number]))
                number += 1
                current.write_text(json.dumps({"attack": name, "number": number, "case": case}))
                problem = attack.check(case)
                kind = problem.partition(":")[0]
                if problem and kind not in findings:
                    findings[kind] = problem
                    keep(folder, attack, reduced(attack, case, kind), problem)
        finally:
            attack.close()
    current.unlink(missing_ok=True)
    print(json.dumps({"cases": number - first, "findings": findings, "facts": attack.facts}))


def keep(folder: Path, attack: Attack | type[Attack], case: Case, problem: str) -> Path:
    """Write a finding in the form that `tests/test_found.py` replays."""
    document: dict[str, Any] = {"attack": attack.name, "problem": problem, "case": case}
    text = json.dumps(document, indent=1) + "\n"
    name = f"{attack.name.replace(' ', '-')}-{hashlib.sha256(text.encode()).hexdigest()[:8]}.json"
    (folder / FOUND).mkdir(parents=True, exist_ok=True)
    path = folder / FOUND / name
    path.write_text(text)
    return path


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), Path(sys.argv[5]))
