"""A real server of the page, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit


class PageServer:
    """Runs `sapper serve` on a free port of the loopback interface."""

    def __init__(self, folder: Path) -> None:
        runs = folder / "runs"
        runs.mkdir(exist_ok=True)
        self.errors = (folder / "server-errors").open("w+", encoding="utf-8", errors="replace")
        command = [sys.executable, "-m", "sapper", "serve", "--port", "0", "--runs", str(runs)]
        self.process = subprocess.Popen(
            command,
            env=os.environ | {"XDG_DATA_HOME": str(folder)},  # for the documents that are shared
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[3].rstrip("/")
        parts = urlsplit(self.address)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80

    def complaint(self) -> str:
        """What the server has printed since the last question, if it shows an error, or how it ended."""
        if self.process.poll() is not None:
            return f"the server ended: status {self.process.returncode}"
        said = self.errors.read()
        return f"a traceback of the server: {said[-600:]}" if "Traceback" in said else ""

    def close(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()
