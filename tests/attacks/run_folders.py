"""Damaged run folders: `run.json`, `summary.json` and the shards."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

from sapper.arena.run_folder import RunFolder
from sapper.arena.verification import verify
from sapper.cli.main import run
from sapper.errors import SapperError
from tests.attacks.attack import Attack, Case, escaped
from tests.attacks.mutation import mutated, mutated_document, packed, unpacked

BENCH = ["bench", "random", "tcd-csp", "--level", "4x4/3", "--games", "6", "--seed", "5", "--workers", "1"]
COMMANDS = (
    ("report", "--markdown", "{}"),
    ("report", "--calibration", "{}"),
    ("report", "--verify", "{}"),
    ("query", "{}", "select count(*), avg(won::int) from games", "--json"),
)
DAMAGED = {"damaged", "refused"}
COLUMNS = ["won", "steps", "guesses", "opened", "index"]


class RunFolders(Attack):
    """Changes one file of a finished run, and lets every command that reads runs read it."""

    name = "run folders"
    promise = "A damaged run folder is read as it was or refused in one sentence; no wrong number is counted."

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.good = folder / "good"
        with quiet():
            if run([*BENCH, "--out", str(self.good)]) != 0:
                raise RuntimeError("the sample run failed")
        self.values = values(self.good)
        self.files = [self.good / "run.json", self.good / "summary.json", *sorted(self.good.glob("games/*"))]

    def draw(self, rng: Generator) -> Case:
        """Change one file of the folder; JSON also as a document."""
        file = self.files[int(rng.choice(len(self.files), p=self._chances()))]
        content = file.read_bytes()
        if file.suffix == ".json" and rng.random() < 0.7:
            content = json.dumps(mutated_document(json.loads(content), rng)).encode()
        else:
            content = mutated(content, rng)
        command = int(rng.integers(len(COMMANDS)))
        return {"file": str(file.relative_to(self.good)), "content": packed(content), "command": command}

    def _chances(self) -> list[float]:
        shards = len(self.files) - 2
        return [0.4, 0.2, *[0.4 / shards] * shards]

    def check(self, case: Case) -> str:
        """Put the changed file into a copy of the folder and read it."""
        path = self.folder / "changed"
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(self.good, path)
        name = case["file"]
        if name.startswith("games/"):  # the names of shards hold a number that differs between machines
            name = str(self.files[2].relative_to(self.good)) if not (path / name).exists() else name
        (path / name).write_bytes(unpacked(case))
        for command in COMMANDS if "command" not in case else [COMMANDS[case["command"]]]:
            if wrong := command_complaint([part.format(path) for part in command]):
                return wrong
        if name == "run.json":
            return ""
        try:
            found = values(path)
        except SapperError:
            return ""
        except Exception as error:
            return escaped(error)
        same = all(
            np.array_equal(found.get(agent, {}).get(column, np.zeros(0)), expected)
            for agent, columns in self.values.items()
            for column, expected in columns.items()
        )
        if same or (path / name).read_bytes() == (self.good / name).read_bytes():
            return ""
        # The footer of a shard has no checksum. Changes there are found by the digests.
        return "" if verdict(path) in DAMAGED else "wrong numbers: changed games are read and verified"


def values(path: Path) -> dict[str, dict[str, Any]]:
    """The games of a folder, by agent and column."""
    return RunFolder.open(path).files.columns(COLUMNS)


def verdict(path: Path) -> str:
    """What `sapper report --verify` says of a folder, or that it is refused."""
    try:
        return verify(RunFolder.open(path)).verdict
    except SapperError:
        return "refused"


@contextlib.contextmanager
def quiet() -> Any:
    """Catch what a command prints."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield out, err


def command_complaint(arguments: list[str]) -> str:
    """Run a command, and say what is wrong with the way it ends."""
    try:
        with quiet() as (out, err):
            status = run(arguments)
            for stream in (out, err):
                stream.flush()
            said = err.buffer.getvalue().decode()
    except Exception as error:
        return escaped(error)
    if status not in {0, 1, 2}:
        return f"exit status {status}: {arguments}"
    if (
        status == 2
        and "--verify" not in arguments
        and (said.count("\n") != 1 or not said.startswith("sapper: "))
    ):
        return f"more than one line of errors: {said[:300]!r}"
    if any(not (character.isprintable() or character == "\n") for character in said):
        return f"control characters in an error: {said[:300]!r}"
    return ""
