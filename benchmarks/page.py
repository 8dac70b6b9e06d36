"""Measure the page: time from mouse press to repaint, time to answer a hint, and many clients at once.

The first part drives Chromium on localhost, on an expert board and on the largest board. The second part
requests the best move wherever expert games need a guess. In the third part, many clients play expert games
with hints over HTTP at the same time, and errors, times and the memory of the server and its workers are
recorded.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

LEVELS = {"16x30/99": (16, 30, 99), "200x200/6000": (200, 200, 6000)}
AWAIT = """
cell => {
  const node = document.querySelector(
    `svg.board [aria-rowindex="${cell[0] + 1}"] > [aria-colindex="${cell[1] + 1}"]`);
  if (!node || !node.classList.contains('covered')) return null;
  window.took = new Promise((done) => {
    let began = 0;
    addEventListener('pointerup', (event) => { began = event.timeStamp; }, { once: true, capture: true });
    new MutationObserver((_, watch) => {
      if (node.classList.contains('covered')) return;
      watch.disconnect();
      // A task that follows an animation frame runs once that frame is painted.
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
    }).observe(node, { attributes: true });
  });
  const { x, y, width, height } = node.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
"""
"""Starts to wait until a cell is opened and painted. Returns its place, or null if it is already open."""


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    """Run `sapper serve` on a free port, and yield its address and process id."""
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3].rstrip("/")
        try:
            yield address, process.pid
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def latency(address: str, presses: int) -> dict[str, dict[str, float]]:
    """Measure milliseconds from the press to the repaint, by board."""
    from tests.web.browser import Visit, browsing

    results = {}
    with browsing() as browser:
        for name, (rows, cols, mines) in LEVELS.items():
            page = Visit(browser, address).page
            page.wait_for_selector("svg.board [role=gridcell]")
            page.get_by_role("radio", name="Custom").check()
            for field, value in (("Rows", rows), ("Columns", cols), ("Mines", mines)):
                page.get_by_label(field, exact=True).fill(str(value))
            times: list[float] = []
            order = random.Random(1)
            while len(times) < presses:
                page.locator("svg.board").focus()
                page.keyboard.press("n")
                page.wait_for_function("() => /Open/.test(document.querySelector('.status').textContent)")
                for _ in range(20):
                    cell = [order.randrange(min(rows, 20)), order.randrange(min(cols, 30))]
                    where = page.evaluate(AWAIT, cell)
                    if where is None:
                        continue
                    page.mouse.move(*where)
                    page.mouse.down()
                    page.mouse.up()
                    times.append(page.evaluate("window.took"))
                    if not page.evaluate("/Playing/.test(document.querySelector('.status').textContent)"):
                        break
            results[name] = summary(times)
    return results


def summary(times: list[float]) -> dict[str, float]:
    return {
        "presses": len(times),
        "median_ms": float(np.median(times)),
        "p95_ms": float(np.percentile(times, 95)),
        "worst_ms": max(times),
    }


def guesses(address: str, count: int) -> dict[str, float]:
    """Measure milliseconds until `sapper-strong` answers, where an expert game needs a guess."""
    import httpx2

    times: list[float] = []
    with httpx2.Client(base_url=address, timeout=60) as client:
        while len(times) < count:
            game = client.post("/api/games", json={"rows": 16, "cols": 30, "mines": 99}).json()["id"]
            news = client.post(f"/api/games/{game}/moves", json=deed(8, 15)).json()
            while news["state"] == "playing" and len(times) < count:
                client.post(f"/api/games/{game}/autoplay")
                began = time.monotonic()
                told = client.get(f"/api/games/{game}/hint?best=true").json()
                if not told.get("best"):
                    break
                times.append((time.monotonic() - began) * 1000)
                news = client.post(f"/api/games/{game}/moves", json=deed(*told["best"]["cell"])).json()
    return summary(times)


async def load(address: str, pid: int, clients: int, seconds: float) -> dict[str, Any]:
    """Let many clients play with hints at once, and record errors, times and memory."""
    import httpx2

    until = time.monotonic() + seconds
    times: list[float] = []
    hints: list[float] = []
    errors: list[str] = []
    games = 0
    memory: list[dict[str, float]] = []

    async def play(number: int) -> None:
        nonlocal games
        order = random.Random(number)
        async with httpx2.AsyncClient(base_url=address, timeout=60) as client:
            while time.monotonic() < until:
                game = await ask(client, "POST", "/api/games", {"rows": 16, "cols": 30, "mines": 99})
                if not game:
                    continue
                games += 1
                news = await ask(client, "POST", f"/api/games/{game['id']}/moves", deed(8, 15), times)
                while news.get("state") == "playing" and time.monotonic() < until:
                    told = await ask(client, "GET", f"/api/games/{game['id']}/hint?best=true", None, hints)
                    if not told.get("best"):
                        break
                    cell = told["best"]["cell"]
                    news = await ask(client, "POST", f"/api/games/{game['id']}/moves", deed(*cell), times)
                    await asyncio.sleep(
                        order.expovariate(2)
                    )  # a person takes half a second per move on average

    async def ask(
        client: Any, method: str, path: str, body: Any, noted: list[float] | None = None
    ) -> dict[str, Any]:
        began = time.monotonic()
        try:
            response = await client.request(method, path, json=body)
        except httpx2.TransportError as error:
            errors.append(f"{type(error).__name__} {path}")
            return {}
        if noted is not None:
            noted.append((time.monotonic() - began) * 1000)
        if response.status_code >= 400:
            errors.append(f"{response.status_code} {path}: {response.text[:100]}")
            return {}
        found: dict[str, Any] = response.json()
        return found

    async def watch() -> None:
        while time.monotonic() < until:
            noted = {"games": games, "server": resident([pid]), "workers": resident(children(pid))}
            memory.append({"second": round(seconds - until + time.monotonic(), 1), **noted})
            await asyncio.sleep(min(5.0, seconds / 20))

    await asyncio.gather(watch(), *(play(number) for number in range(clients)))
    return {
        "clients": clients,
        "seconds": seconds,
        "games": games,
        "moves": summary(times),
        "hints": summary(hints),
        "errors": errors[:10],
        "error_count": len(errors),
        "memory_mib": [memory[round(part * (len(memory) - 1) / 6)] for part in range(7)],
    }


def deed(row: int, col: int) -> dict[str, Any]:
    return {"do": "open", "cell": [row, col]}


def resident(pids: list[int]) -> float:
    """Return the resident memory of processes in MiB."""
    total = 0
    for each in pids:
        try:
            pages = int(Path(f"/proc/{each}/statm").read_text().split()[1])
        except (OSError, IndexError):
            continue
        total += pages * os.sysconf("SC_PAGE_SIZE")
    return round(total / 2**20, 1)


def children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=200, help="presses measured on each board")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument(
        "--seconds",
        type=float,
        default=30.0,
        help="how long the clients play (default 30; 600 for the full memory test)",
    )
    parser.add_argument("--skip-browser", action="store_true", help="do not measure the browser")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with server() as (address, pid):
        document: dict[str, Any] = {}
        if not given.skip_browser:
            document["latency"] = latency(address, given.presses)
        document["guesses"] = guesses(address, given.presses)
        if given.clients:
            document["load"] = asyncio.run(load(address, pid, given.clients, given.seconds))
    print(json.dumps(document) if given.json else json.dumps(document, indent=2))


if __name__ == "__main__":
    main()
