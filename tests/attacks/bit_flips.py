"""Single bits of shards are flipped: no flip is read as other games and verified."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
from numpy.random import Generator

from sapper.errors import SapperError
from tests.attacks.attack import Attack, Case, escaped
from tests.attacks.run_folders import DAMAGED, RunFolders, values, verdict


class BitFlips(Attack):
    """Flips one bit of one shard."""

    name = "bit flips"
    promise = (
        "A flipped bit outside the footer of a shard is named when it is read; --verify finds every flip."
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
        return {"shard": number, "share": float(rng.random()), "bit": int(rng.integers(8))}

    def check(self, case: Case) -> str:
        """Flip the bit, read the games and verify the folder."""
        shard = self.shards[case["shard"] % len(self.shards)]
        content = bytearray(shard.read_bytes())
        place = int(case["share"] * len(content))
        content[place] ^= 1 << case["bit"]
        footer = len(content) - 8 - int.from_bytes(shard.read_bytes()[-8:-4], "little")
        target = self.path / shard.relative_to(self.good)
        target.write_bytes(content)
        try:
            if verdict(self.path) not in DAMAGED:
                return f"not found by --verify: byte {place} of {len(content)}"
            try:
                found = values(self.path)
            except SapperError:
                return ""
            wrong = any(
                not np.array_equal(found.get(agent, {}).get(column, np.zeros(0)), expected)
                for agent, columns in self.values.items()
                for column, expected in columns.items()
            )
            return f"wrong numbers: byte {place} of {len(content)}" if wrong and place < footer else ""
        except Exception as error:
            return escaped(error)
        finally:
            shutil.copyfile(shard, target)
