"""The seal of a shard: the digest of its run, in the metadata of the Parquet file.

A shard is counted only in the run that wrote it. Its seal names the shard format, a digest of everything that
decides the games of the run, and the file name under which it was written. So a shard that was copied from
another run, left by an earlier run or renamed is recognised without playing a game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SHARD_FORMAT = 2
"""The format of the shards that this version writes. Shards without a seal have format 1."""
KEY = b"sapper.shard"
"""The key of the seal in the metadata of a Parquet file."""


@dataclass(frozen=True)
class ShardSeal:
    """What the shards of one run carry."""

    run: str
    """The digest of the arguments and of the version that decide the games."""
    required: bool
    """Whether every shard of the run has a seal; those of earlier versions have none."""

    @classmethod
    def of(cls, description: Mapping[str, Any]) -> ShardSeal:
        """The seal of the run that a ``run.json`` describes."""
        versions = description.get("versions")
        deciding = {
            "arguments": {key: determining(value) for key, value in description["arguments"].items()},
            "sapper": versions.get("sapper") if isinstance(versions, dict) else None,
        }
        digest = hashlib.sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()
        return cls(digest, description.get("shard_format") is not None)

    def metadata(self, name: str) -> dict[bytes, bytes]:
        """The metadata of the shard that is written under a file name."""
        return {KEY: json.dumps({"format": SHARD_FORMAT, "run": self.run, "name": name}).encode()}

    def objection(self, metadata: Mapping[bytes, bytes] | None, name: str) -> str | None:
        """The reason why a file with this metadata is no shard of the run; None if it is one."""
        written = (metadata or {}).get(KEY)
        if written is None:
            return "it carries no digest of its run" if self.required else None
        try:
            found = json.loads(written)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            return "its digest is unreadable"
        if found.get("format") != SHARD_FORMAT:
            return f"it has another shard format than {SHARD_FORMAT}, which this version reads"
        if found.get("run") != self.run:
            return "it carries the digest of another run"
        if found.get("name") != name:
            return "it was written under another name"
        return None


def determining(argument: Any) -> Any:
    """The part of an argument that determines the games. For a file this is its content, not its path."""
    return argument["sha256"] if isinstance(argument, dict) and "sha256" in argument else argument
