"""A small client of the page's server over plain sockets, which may come from any address of this machine."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from typing import Any, Self

PATIENCE = 60.0
"""How many seconds an honest client waits for an answer."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
"""The kinds of WebSocket frames."""


class RequestFailed(Exception):  # noqa: N818 - the name says what happened
    """The server refused a request, or closed the connection instead of an answer."""


class PageConnection:
    """One connection to the server. A browser's cookie may be handed from one to the next."""

    def __init__(self, port: int, source: str = "127.0.0.1", cookie: str = "") -> None:
        self.port, self.source, self.cookie = port, source, cookie
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def __aenter__(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.source, 0), limit=1 << 16
        )
        return self

    async def __aexit__(self, *error: object) -> None:
        self.writer.transport.abort()

    def head(self, method: str, path: str, **more: Any) -> bytes:
        """The head of a request."""
        fields = {"host": "127.0.0.1", "cookie": self.cookie} | {
            name.replace("_", "-"): value for name, value in more.items()
        }
        lines = [f"{name}: {value}" for name, value in fields.items() if value != ""]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode()

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request, and return the JSON of its answer."""
        data = b"" if body is None else json.dumps(body).encode()
        try:
            async with asyncio.timeout(PATIENCE):
                more: dict[str, Any] = {"content_type": "application/json"} if data else {}
                self.writer.write(self.head(method, path, content_length=len(data), **more) + data)
                await self.writer.drain()
                status, answer = await self.read_answer()
        except (OSError, EOFError, TimeoutError) as error:
            raise RequestFailed(f"{type(error).__name__} {method} {path.partition('?')[0]}") from None
        if status >= 400:
            raise RequestFailed(f"{status} {answer[:100].decode(errors='replace')}")
        return json.loads(answer)

    async def read_answer(self) -> tuple[int, bytes]:
        """Read a response: its status and its body."""
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        length = 0
        for line in lines:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie" and not self.cookie:
                self.cookie = value.partition(";")[0]
        return int(first.split()[1]), await self.reader.readexactly(length)

    async def open_socket(self) -> None:
        """Turn the connection into the WebSocket of the page."""
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec_websocket_version": "13"}
        self.writer.write(self.head("GET", "/api/stream", **upgrade, sec_websocket_key=key))
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self.reader.readuntil(b"\r\n\r\n")
        except (OSError, EOFError, TimeoutError) as error:
            raise RequestFailed(f"{type(error).__name__} of a WebSocket") from None
        if b" 101 " not in answer.partition(b"\r\n")[0]:
            raise RequestFailed("the WebSocket was refused")

    async def tell(self, message: dict[str, Any] | bytes) -> None:
        """Send a message on the WebSocket."""
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        self._send_frame(TEXT, data)
        await self.writer.drain()

    async def hear(self) -> dict[str, Any]:
        """Return the next message of the WebSocket, and answer the pings before it."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    kind, data = await self._read_frame()
            except (OSError, EOFError, TimeoutError) as error:
                raise RequestFailed(f"{type(error).__name__} on a WebSocket") from None
            if kind == PING:
                self._send_frame(PONG, data)
            elif kind == CLOSE:
                raise RequestFailed("the server closed the WebSocket")
            elif kind == TEXT:
                found: dict[str, Any] = json.loads(data)
                return found

    def _send_frame(self, kind: int, data: bytes) -> None:
        self.writer.write(bytes([0x80 | kind, 0xFF]) + len(data).to_bytes(8, "big") + bytes(4) + data)

    async def _read_frame(self) -> tuple[int, bytes]:
        kind, size = await self.reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return kind & 15, await self.reader.readexactly(size)
