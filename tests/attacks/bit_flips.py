"""Single bits of shards are flipped: no flip is read as other games and verified."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

from sapper.arena.run_files import SUMMARY
from sapper.arena.run_folder import RunFolder
from sapper.errors import SapperError
from sapper.report.sql import query
from tests.attacks.attack import Attack, Case, escaped
from tests.attacks.run_folders import DAMAGED, RunFolders, values, verdict

SUMS = "select agent, count(*), sum(steps), sum(len(risks)) from games group by agent"


class BitFlips(Attack):
    """Flips one bit of one shard, of a finished run or of one whose summary is missing."""

    name = "bit flips"
    promise = (
        "A flipped bit of a finished run is named by every reader of its games, and of an unfinished run "
        "unless the bit is in the footer of a shard."
    )

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        made = RunFolders(folder)
        self.good, self.values, self.shards = made.good, made.values, made.files[2:]
        self.path = folder / "flipped"
        shutil.copytree(self.good, self.path)

    def draw(self, rng: Generator) -> Case:
        """Choose a shard and a bit."""
        number = int(rng.integers(len(self.shards)))
        place = {"shard": number, "share": float(rng.random()), "bit": int(rng.integers(8))}
        return {**place, "finished": bool(rng.integers(2))}

    def check(self, case: Case) -> str:
        """Flip the bit, read the games and verify the folder."""
        shard = self.shards[case["shard"] % len(self.shards)]
        content = bytearray(shard.read_bytes())
        place = int(case["share"] * len(content))
        footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
        content[place] ^= 1 << case["bit"]
        target = self.path / shard.relative_to(self.good)
        target.write_bytes(content)
        summary = self.path / SUMMARY
        is_finished = case.get("finished", True)
        if not is_finished:
            summary.unlink()
        try:
            if is_finished and verdict(self.path) not in DAMAGED:
                return f"not found by --verify: byte {place} of {len(content)}"
            verdict(self.path)
            for reader in (values, every_game, sums):
                try:
                    found = reader(self.path)
                except SapperError:
                    continue
                if is_finished:
                    return f"not named: byte {place} of {len(content)}"
                if reader is values and place < footer and self._differ(found):
                    return f"wrong numbers: byte {place} of {len(content)}"
            return ""
        except Exception as error:
            return escaped(error)
        finally:
            shutil.copyfile(shard, target)
            shutil.copyfile(self.good / SUMMARY, summary)

    def _differ(self, found: Any) -> bool:
        return any(
            not np.array_equal(found.get(agent, {}).get(column, np.zeros(0)), expected)
            for agent, columns in self.values.items()
            for column, expected in columns.items()
        )


def every_game(path: Path) -> Any:
    """All columns of all games, as reports read them."""
    return RunFolder.open(path).read_all()


def sums(path: Path) -> Any:
    """What `sapper query` computes."""
    return query(path, SUMS)
