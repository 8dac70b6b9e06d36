"""Exercises: the shipped exercises with their solutions, as files that a page can fetch one by one."""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import sapper.trainer
from sapper.arena.workers import available_cores
from sapper.trainer.exercise import Exercise, read_exercises
from sapper.trainer.judgement import judge
from sapper.trainer.patterns import PATTERNS

SIZE = 250
"""How many exercises a file has."""
KEPT = Path(__file__).parents[2] / "build" / "site-exercises"
"""Where the files are kept: computing every solution takes some seconds."""


def exercise_files() -> dict[str, bytes]:
    """Return the files by name: an index, and the positions and solutions in parts."""
    folder = KEPT / _state()
    if not folder.is_dir():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as made:
            for name, content in _files():
                (Path(made) / name).write_bytes(_packed(content))
            with suppress(OSError):  # another program has made them meanwhile
                Path(made).rename(folder)
                Path(made).mkdir()
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def _files() -> Iterator[tuple[str, Any]]:
    exercises = read_exercises()
    patterns = [
        {
            "name": each.name,
            "title": each.title,
            "text": each.text,
            "example": each.example,
            "cell": each.cell,
        }
        for each in PATTERNS
    ]
    listed = [
        {
            "name": each.name,
            "kind": each.kind,
            "grade": each.grade,
            "difficulty": each.difficulty,
            "patterns": each.patterns,
        }
        for each in exercises
    ]
    yield "index.json.gz", {"patterns": patterns, "exercises": listed, "size": SIZE}
    parts = [exercises[first : first + SIZE] for first in range(0, len(exercises), SIZE)]
    with ProcessPoolExecutor(available_cores()) as workers:
        for number, part in enumerate(workers.map(_solved, parts)):
            yield f"part-{number}.json.gz", part


def _solved(exercises: tuple[Exercise, ...]) -> list[dict[str, Any]]:
    return [{"position": each.position, **_solution(each)} for each in exercises]


def _solution(exercise: Exercise) -> dict[str, Any]:
    found = judge(exercise, []).to_dict()
    return {name: found[name] for name in ("solution", "mine_cells", "proofs", "moves")}


def _packed(content: Any) -> bytes:
    return gzip.compress(json.dumps(content, separators=(",", ":")).encode(), 9, mtime=0)


def _state() -> str:
    """A digest of everything that the files are made from."""
    folder = Path(sapper.trainer.__file__).parent
    sources = [Path(__file__), *sorted(folder.glob("*.py")), *sorted(folder.glob("*.gz"))]
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
