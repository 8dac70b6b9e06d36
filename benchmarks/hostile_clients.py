"""Clients that try to hold the page's server: each function is one kind of attack, and runs until cancelled.

They come from addresses of their own in 127.0.0.0/8, as strangers on a network do. `attack` runs all of them.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from benchmarks.page_connection import PageConnection, RequestFailed

ADDRESSES = tuple(f"127.0.0.{number}" for number in range(2, 10))
BODY = 2 << 20
WATCH = {"do": "watch", "agents": ["sapper-fast"] * 4, "rows": 200, "cols": 200, "mines": 6000}

Attack = Callable[[int, str, random.Random], Awaitable[None]]


def hard_position(rng: random.Random, side: int = 40) -> str:
    """A position whose frontier is one component as wide as the board: every second number is open."""
    mines = {(row, col) for row in range(side) for col in range(side) if rng.random() < 0.3}
    mines -= {(row, col) for row in range(0, side, 2) for col in range(0, side, 2)}
    rows = []
    for row in range(side):
        cells = []
        for col in range(side):
            around = ((row + r, col + c) for r in (-1, 0, 1) for c in (-1, 0, 1))
            is_open = row % 2 == 0 and col % 2 == 0
            cells.append(str(sum(cell in mines for cell in around)) if is_open else "?")
        rows.append("".join(cells))
    return f"{'/'.join(rows)} {len(mines)}"


async def read_slowly(port: int, source: str, rng: random.Random) -> None:
    """Ask for a large stream, and read a byte a second."""
    async with PageConnection(port, source) as client:
        await client.open_socket()
        await client.tell(WATCH | {"tag": "w", "seed": rng.randrange(1000)})
        while await client.reader.read(1):
            await asyncio.sleep(1)


async def flood(port: int, source: str, rng: random.Random) -> None:
    """Send quick requests as fast as the connection takes them, and read the answers."""
    async with PageConnection(port, source) as client:
        while True:
            await client.ask("GET", "/api/about")


async def pipeline(port: int, source: str, rng: random.Random) -> None:
    """Send requests without reading any answer."""
    async with PageConnection(port, source) as client:
        request = client.head("GET", "/api/about")
        while not client.writer.is_closing():
            client.writer.write(request * 100)
            await client.writer.drain()


async def ask_hard(port: int, source: str, rng: random.Random) -> None:
    """Ask for hard positions, without a cookie or with a new one each time."""
    cookie = f"sapper-client={secrets.token_hex(16)}" if rng.random() < 0.5 else ""
    async with PageConnection(port, source, cookie) as client:
        await client.ask("POST", "/api/analyse", {"position": hard_position(rng)})


async def ask_and_leave(port: int, source: str, rng: random.Random) -> None:
    """Ask for a hard position, and close the connection before the answer."""
    async with PageConnection(port, source) as client:
        body = f'{{"position":"{hard_position(rng)}"}}'.encode()
        client.writer.write(client.head("POST", "/api/analyse", content_length=len(body)) + body)
        await client.writer.drain()
        await asyncio.sleep(0.05)


async def send_half(port: int, source: str, rng: random.Random) -> None:
    """Send a request byte by byte, and never its end."""
    async with PageConnection(port, source) as client:
        request = client.head("POST", "/api/analyse", content_length=1000) + b"x" * 900
        start = rng.randrange(len(request) // 2)
        client.writer.write(request[:start])
        for position in range(start, len(request)):
            if client.reader.at_eof():
                return
            client.writer.write(request[position : position + 1])
            await client.writer.drain()
            await asyncio.sleep(2)


async def open_and_leave(port: int, source: str, rng: random.Random) -> None:
    """Open a connection or a WebSocket, and do nothing with it."""
    async with PageConnection(port, source) as client:
        if rng.random() < 0.3:
            await client.open_socket()
        await client.reader.read(1)
        await asyncio.sleep(60)


async def send_large(port: int, source: str, rng: random.Random) -> None:
    """Send reviews of 2 MiB that take forty times as much memory once they are parsed."""
    async with PageConnection(port, source) as client:
        await client.open_socket()
        for number in range(8):
            filling = b"[" + b"[]," * ((BODY - 200) // 3) + b"[]]"
            message = b'{"do":"review","tag":"%d","record":{"moves":%s}}' % (number, filling)
            await client.tell(message[:BODY])
        while True:
            await client.hear()


async def send_large_bodies(port: int, source: str, rng: random.Random) -> None:
    """Send requests of 2 MiB, of which half never end."""
    async with PageConnection(port, source) as client:
        data = b'{"short":{"moves":[' + b"[]," * ((BODY - 100) // 3) + b"[]]}}"
        end = len(data) - rng.randrange(2)
        client.writer.write(client.head("POST", "/api/records", content_length=len(data)) + data[:end])
        await client.writer.drain()
        await client.reader.read(1)


async def send_nonsense(port: int, source: str, rng: random.Random) -> None:
    """Send random bytes."""
    async with PageConnection(port, source) as client:
        client.writer.write(rng.randbytes(rng.randrange(1, 5000)) + b"\r\n\r\n")
        await client.writer.drain()
        await client.reader.read(1)


ATTACKS: dict[Attack, tuple[int, float]] = {
    read_slowly: (8, 1.0),
    flood: (8, 0.1),
    pipeline: (4, 0.5),
    ask_hard: (16, 0.2),
    ask_and_leave: (4, 0.2),
    send_half: (60, 0.5),
    open_and_leave: (200, 0.5),
    send_large: (8, 1.0),
    send_large_bodies: (4, 1.0),
    send_nonsense: (4, 0.2),
}
"""How many clients run each attack, and how many seconds one waits before it begins again."""


async def attack(port: int, seed: int) -> None:
    """Run every attack from its own addresses until cancelled."""

    async def repeat(kind: Attack, number: int, pause: float) -> None:
        rng = random.Random(f"{seed} {kind.__name__} {number}")
        while True:
            with suppress(OSError, EOFError, RequestFailed, ValueError):
                await kind(port, rng.choice(ADDRESSES), rng)
            await asyncio.sleep(pause * (0.5 + rng.random()))

    await asyncio.gather(
        *(repeat(kind, number, pause) for kind, (count, pause) in ATTACKS.items() for number in range(count))
    )
