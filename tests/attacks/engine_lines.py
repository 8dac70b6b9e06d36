"""Lines to `sapper engine`: it answers each, and goes on."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path

from numpy.random import Generator

from sapper import Rules, play
from sapper.agents.registry import make
from tests.attacks.attack import Attack, Case
from tests.attacks.mutation import mutated, mutated_document

POSITION = "1??/???/??? 2"
LAST = {"id": "last", "command": "analyse", "position": POSITION}


class EngineLines(Attack):
    """Sends changed requests to one engine, and after each a good one."""

    name = "engine"
    promise = (
        "Every line gets its answer in JSON, the next request is answered rightly, and nothing is on stderr."
    )

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        record = json.loads(play(make("random"), Rules(4, 4, 3), 1).to_json())
        short = {"seconds": 0.01, "budget": 0.5}
        self.requests = [
            {"id": 1, "command": "version", "protocol": 2},
            {"id": 2, "command": "analyse", "position": POSITION, "trust_flags": False, **short},
            {"id": 3, "command": "best", "numbers": [[0, 1, -2, -2]], "mines": 1, "strength": "fast"},
            {"id": 4, "command": "explain", "position": "11211/?????/????? 4", "cell": [1, 2]},
            {"id": 5, "command": "numbers", "position": POSITION, "cell": [0, 1]},
            {"id": 6, "command": "think", "position": POSITION, "strength": "fast", **short},
            {"id": 7, "command": "review", "record": record, "strength": "fast"},
            {"id": 8, "command": "stop", "target": 7},
            {"id": 9, "command": "agents"},
        ]
        self.engine: subprocess.Popen[bytes] | None = None
        self.expected = b""

    def draw(self, rng: Generator) -> Case:
        """Change one to three requests."""
        lines = []
        for _ in range(int(rng.integers(1, 4))):
            request = self.requests[int(rng.integers(len(self.requests)))]
            if rng.random() < 0.6:
                line = json.dumps(mutated_document(request, rng)).encode()
            else:
                line = mutated(json.dumps(request).encode(), rng)
            lines.append(base64.b64encode(line.replace(b"quit", b"quiz")).decode())
        return {"lines": lines}

    def check(self, case: Case) -> str:
        """Send the lines and read the answers."""
        engine = self._started()
        assert engine.stdin is not None and engine.stdout is not None
        sent = b"".join(base64.b64decode(line) + b"\n" for line in case["lines"])
        try:
            engine.stdin.write(sent + json.dumps(LAST).encode() + b"\n")
            engine.stdin.flush()
        except OSError:
            return self._died("it closed its input")
        while True:
            line = engine.stdout.readline()
            if not line:
                return self._died("it ended")
            try:
                answer = json.loads(line)
            except ValueError:
                return f"no JSON: {line[:200]!r}"
            if not isinstance(answer, dict) or not ("result" in answer or "error" in answer):
                return f"no answer: {line[:200]!r}"
            if answer.get("id") == "last":
                if line != self.expected:
                    return f"another answer: {line[:200]!r}"
                return ""

    def _started(self) -> subprocess.Popen[bytes]:
        if self.engine is None:
            command = [sys.executable, "-m", "sapper", "engine"]
            pipe = subprocess.PIPE
            self.engine = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
            assert self.engine.stdin is not None and self.engine.stdout is not None
            self.engine.stdin.write(json.dumps(LAST).encode() + b"\n")
            self.engine.stdin.flush()
            self.expected = self.engine.stdout.readline()
        return self.engine

    def _died(self, how: str) -> str:
        said = self._end()
        return f"the engine died: {how}, {said[-300:]!r}"

    def _end(self) -> bytes:
        if self.engine is None:
            return b""
        _, said = self.engine.communicate()
        self.engine = None
        return said

    def close(self) -> None:
        """End the engine. It may have printed nothing on standard error."""
        said = self._end()
        if said:
            raise AssertionError(f"the engine printed on standard error: {said[-500:]!r}")
