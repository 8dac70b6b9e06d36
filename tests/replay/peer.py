"""Asks `ms_toollib` about replay files, in a process of its own because some files make it abort."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

_SCRIPT = """
import json, sys
import ms_toollib

CLASSES = {"avf": "AvfVideo", "evf": "EvfVideo", "mvf": "MvfVideo", "rmv": "RmvVideo"}
FIELDS = "left right double lce dce bbbv_solved path rtime player_identifier".split()
FIELDS += "zini hzini op isl ioe cl_s rqp qg".split()
for line in sys.stdin:
    path = line.strip()
    video = getattr(ms_toollib, CLASSES[path.rpartition(".")[2]])(path)
    video.parse()
    video.analyse()
    video.current_time = 1e9
    print(json.dumps({name: getattr(video, name) for name in FIELDS}), flush=True)
"""


def ask_peer(files: Sequence[Path]) -> list[dict[str, Any]]:
    """What `ms_toollib` reads from each file."""
    asked = subprocess.run(
        [sys.executable, "-c", _SCRIPT],
        input="".join(f"{file}\n" for file in files),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return [json.loads(line) for line in asked.stdout.splitlines()]
