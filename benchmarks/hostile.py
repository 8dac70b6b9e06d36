"""Measure what honest clients of the page notice of hostile ones, and how much memory the server takes.

A real server runs. First 50 clients play expert games with hints alone, for a quarter of the time. Then
the clients of `hostile_clients` attack the server from other addresses in a process of their own. The last
line of the output is JSON: the number of honest requests, what must not have happened, and the times.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import hostile_clients
from benchmarks.page import children, resident
from benchmarks.page_connection import PageConnection, RequestFailed

EXPERT = {"rows": 16, "cols": 30, "mines": 99}
MOST_MEMORY = 6000.0
"""The MiB that the server and its workers may take together: more is a finding.

Each of the workers may take 512 MiB for an analysis, beside the 85 MiB of its process.
"""
MOST_SERVER_MEMORY = 600.0
"""The MiB that the server process itself may take."""


KINDS = ("move", "hint", "best", "stream")
"""A move; risks and certain cells; the same with the best move; a stream of proofs."""
PAUSE = 2.0
"""How many seconds a person takes for a move on average."""


@dataclass
class Notes:
    """What the honest clients noticed in one phase."""

    times: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    errors: Counter[str] = field(default_factory=Counter)

    def summary(self) -> dict[str, Any]:
        """The number, the median and the 95th percentile of each kind of request, in milliseconds."""
        found = {
            kind: {
                "count": len(times),
                "median_ms": round(float(np.median(times)), 1) if times else None,
                "p95_ms": round(float(np.percentile(times, 95)), 1) if times else None,
            }
            for kind, times in self.times.items()
        }
        return {**found, "errors": self.errors.total()}


class Honest:
    """Clients that play expert games with hints, and ask for the proofs of a position now and then."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.seed = port, seed
        self.notes = Notes()

    async def play(self, number: int, until: float) -> None:
        """Play games as one person with a browser."""
        rng = random.Random(f"{self.seed} honest {number}")
        cookie = ""
        await asyncio.sleep(PAUSE * rng.random())
        while time.monotonic() < until:
            try:
                async with PageConnection(self.port, cookie=cookie) as client:
                    await client.ask("GET", "/api/about")
                    cookie = client.cookie
                    while time.monotonic() < until:
                        await self._play_game(client, rng, until)
            except (RequestFailed, OSError) as error:
                self.notes.errors[str(error)] += 1
                await asyncio.sleep(1)

    async def _play_game(self, client: PageConnection, rng: random.Random, until: float) -> None:
        game = f"/api/games/{(await client.ask('POST', '/api/games', EXPERT))['id']}"
        cell = [8, 15]
        while time.monotonic() < until:
            deed = {"do": "open", "cell": cell}
            news = await self._timed("move", client.ask("POST", f"{game}/moves", deed))
            if news["state"] != "playing":
                break
            if rng.random() < 0.1:
                told = await self._timed("best", client.ask("GET", f"{game}/hint?best=true"))
            else:
                told = await self._timed("hint", client.ask("GET", f"{game}/hint"))
            cell = _lowest_risk(told["risk"])
            if rng.random() < 0.05:
                position = (await client.ask("GET", game))["position"]
                await self._timed("stream", self._ask_for_reasons(position, client.cookie))
            await asyncio.sleep(rng.expovariate(1 / PAUSE))

    async def _ask_for_reasons(self, position: str, cookie: str) -> None:
        async with PageConnection(self.port, cookie=cookie) as client:
            await client.open_socket()
            await client.tell({"do": "reasons", "tag": "r", "position": position})
            while (heard := await client.hear())["kind"] != "end":
                if "error" in heard:
                    raise RequestFailed(f"stream: {heard['error']}")

    async def _timed(self, kind: str, answer: Any) -> Any:
        began = time.monotonic()
        found = await answer
        self.notes.times[kind].append((time.monotonic() - began) * 1000)
        return found


def _lowest_risk(risk: list[list[float | None]]) -> list[int]:
    """The covered cell with the lowest risk."""
    cells = [
        (each, row, col) for row, line in enumerate(risk) for col, each in enumerate(line) if each is not None
    ]
    _, row, col = min(cells)
    return [row, col]


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """Run `sapper serve` on a free port, and yield the port and the process id."""
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0", "--host", "0.0.0.0", "--no-token"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3].rstrip("/")
        try:
            yield int(address.rpartition(":")[2]), process.pid
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


@contextmanager
def attackers(port: int, seed: int) -> Iterator[None]:
    """Run the hostile clients in a process of their own, whose work does not slow down our clock."""
    process = multiprocessing.get_context("spawn").Process(target=_attack, args=(port, seed), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def _attack(port: int, seed: int) -> None:
    os.nice(5)  # on a network, attackers do not take the server's processor
    asyncio.run(hostile_clients.attack(port, seed))


async def measure(honest: Honest, clients: int, seconds: float, pid: int) -> tuple[Notes, dict[str, float]]:
    """Let the honest clients play, and return what they noticed and the most memory that was taken."""
    honest.notes = Notes()
    until = time.monotonic() + seconds
    peak = {"server_mib": 0.0, "all_mib": 0.0, "workers": 0.0}

    async def watch() -> None:
        while time.monotonic() < until:
            workers = children(pid)
            own = resident([pid])
            found = {"server_mib": own, "all_mib": own + resident(workers), "workers": float(len(workers))}
            peak.update({name: max(peak[name], round(value, 1)) for name, value in found.items()})
            await asyncio.sleep(0.25)

    await asyncio.gather(watch(), *(honest.play(number, until) for number in range(clients)))
    return honest.notes, peak


def run(seconds: float, clients: int, seed: int) -> dict[str, Any]:
    """Measure both phases, and return the report."""
    alone = seconds / 4
    with server() as (port, pid):
        honest = Honest(port, seed)
        quiet, quiet_peak = asyncio.run(measure(honest, clients, alone, pid))
        with attackers(port, seed):
            loud, loud_peak = asyncio.run(measure(honest, clients, seconds - alone, pid))
        time.sleep(1)
        after = resident([pid])
    findings = {}
    for name, notes in (("undisturbed", quiet), ("disturbed", loud)):
        if notes.errors:
            worst = ", ".join(f"{count} times {error!r}" for error, count in notes.errors.most_common(5))
            findings[f"errors {name}"] = f"honest clients met errors: {worst}"
    if loud_peak["all_mib"] > MOST_MEMORY or loud_peak["server_mib"] > MOST_SERVER_MEMORY:
        findings["memory"] = (
            f"the server took {loud_peak['server_mib']} MiB, and {loud_peak['all_mib']} in all"
        )
    facts = {
        "clients": clients,
        "seconds": seconds,
        "seed": seed,
        "undisturbed": {**quiet.summary(), **quiet_peak},
        "disturbed": {**loud.summary(), **loud_peak, "server_mib_after": after},
        "p95_ms": loud.summary()["hint"]["p95_ms"],
    }
    cases = sum(len(times) for notes in (quiet, loud) for times in notes.times.values())
    return {"cases": cases, "findings": findings, "facts": facts}


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long both phases take together")
    parser.add_argument("--clients", type=int, default=50, help="how many honest clients play")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    report = run(given.seconds, given.clients, given.seed)
    for name in ("undisturbed", "disturbed"):
        print(f"{name}: {report['facts'][name]}")
    print(json.dumps(report))


if __name__ == "__main__":
    main()
